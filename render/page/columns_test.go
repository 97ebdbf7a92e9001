package page

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/iprof-viz/iprof-viz/convert"
	"github.com/iprof-viz/iprof-viz/convert/callgraph"
	"github.com/iprof-viz/iprof-viz/convert/diff"
	"github.com/iprof-viz/iprof-viz/convert/rank"
	"github.com/iprof-viz/iprof-viz/convert/table"
	"github.com/iprof-viz/iprof-viz/convert/training"
	"github.com/iprof-viz/iprof-viz/render/internal/records"
)

// TestFieldsHaveColumns: each field of a row that is sent has a column of its table, of a kind that it can hold; one that the file may
// lack says so.
func TestFieldsHaveColumns(t *testing.T) {
	named := func(name string, metric convert.Metric, all []table.Definition) *table.Definition {
		i := slices.IndexFunc(all, func(d table.Definition) bool { return d.Name == name && slices.Contains(d.Metrics, metric) })
		if i < 0 {
			t.Fatalf("no definition of %s", name)
		}
		return &all[i]
	}
	ranked := rank.Definitions()
	for _, of := range []struct {
		row   reflect.Type
		table *table.Definition
	}{
		{reflect.TypeFor[SampleRow](), named("top", convert.Samples, ranked)},
		{reflect.TypeFor[CallRow](), named("top", convert.Calls, ranked)},
		{reflect.TypeFor[BranchRow](), named("branches", convert.Branches, ranked)},
		{reflect.TypeFor[TypeRow](), named("receivers", convert.Receivers, ranked)},
		{reflect.TypeFor[MonitorRow](), named("monitors", convert.Monitors, ranked)},
		{reflect.TypeFor[Edge](), &callgraph.Definition},
		{reflect.TypeFor[ProductionRow](), &training.ProductionDefinition},
		{reflect.TypeFor[PackageRow](), &training.ProgramDefinition.Tables[0]},
		{reflect.TypeFor[UncoveredRow](), &training.ProgramDefinition.Tables[1]},
		{reflect.TypeFor[MethodChange](), named("calls", convert.Calls, diff.Definition().Tables)},
		{reflect.TypeFor[SiteChange](), named("branches", convert.Branches, diff.Definition().Tables)},
		{reflect.TypeFor[SiteChange](), named("receivers", convert.Receivers, diff.Definition().Tables)},
		{reflect.TypeFor[UnitChange](), named("inlining", convert.Calls, diff.Definition().Tables)},
	} {
		columns := slices.Clone(of.table.Columns)
		for _, choice := range of.table.Choices {
			columns = append(columns, slices.Concat(choice...)...)
		}
		checkFields(t, of.row, of.table, columns)
	}
}

// elsewhere are fields of sites of one kind alone.
var elsewhere = map[string]string{"branches": "types old_kind new_kind", "receivers": "successors"}

func checkFields(t *testing.T, row reflect.Type, d *table.Definition, columns []table.Column) {
	t.Helper()
	for _, f := range records.Of(row).Fields {
		at := slices.IndexFunc(columns, func(c table.Column) bool { return c.Key == f.Name })
		switch {
		case f.Rule != nil:
		case f.Name == d.Parts:
			checkFields(t, f.Of.Type, d, columns)
		case at < 0 && slices.Contains(strings.Fields(elsewhere[d.Name]), f.Name) && f.Missing != 0:
		case at < 0:
			t.Errorf("%s.%s is no column of %s", row.Name(), f.Name, d.Name)
		default:
			c := columns[at]
			if !holds(&f, c.Kind) {
				t.Errorf("%s.%s cannot hold the cells of %s", row.Name(), f.Name, d.Name)
			}
			if c.Nullable && f.Missing == 0 {
				t.Errorf("%s.%s may be unknown in %s", row.Name(), f.Name, d.Name)
			}
		}
	}
}

// holds reports whether a field has room for the cells of a column.
func holds(f *records.Field, kind table.ColumnKind) bool {
	switch kind {
	case table.NameColumn, table.WordColumn:
		return f.Kind == records.Text
	case table.FlagColumn:
		return f.Kind == records.Flag
	case table.IntervalColumn, table.CalleesColumn, table.CallersColumn:
		return f.Kind == records.Record
	}
	return f.Kind == records.Number || f.Kind == records.Method
}
