package diff

import (
	"github.com/iprof-viz/iprof-viz/convert/table"
)

// identityColumns are the columns of a row's identity.
func identityColumns[R any](shared bool, of func(R) identity) []table.ColumnOf[R] {
	return []table.ColumnOf[R]{
		table.Of(table.Column{Key: "id", Kind: table.IDColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "The method's id in the new profile."}, func(r R) table.Cell { return of(r).id }),
		table.Of(table.Column{Key: "old_id", Kind: table.IDColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "Its id in the old profile."}, func(r R) table.Cell { return of(r).oldID }),
		table.Of(table.Column{Key: "signature", Kind: table.NameColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "The method in JVM notation."}, func(r R) table.Cell { return of(r).signature }),
		table.Of(table.Column{Key: "renamed_from", Kind: table.NameColumn, Shared: shared, Presence: table.Sometimes,
			Doc: "Its name in the old profile, if it was renamed, paired by signature, callers, callees and branches, or its signature changed."},
			func(r R) table.Cell { return of(r).renamedFrom }),
	}
}
