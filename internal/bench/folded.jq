(.types | map({key: "\(.id)", value: .name}) | from_entries) as $types
| (.methods | map({key: "\(.id)", value: "\($types["\(.signature[0])"]).\(.name)"}) | from_entries) as $methods
| (if $metric == "calls" or (.samplingProfiles // []) == [] then .callCountProfiles else .samplingProfiles end)
| map({
    stack: (.ctx | split("<") | reverse | map(split(":")[0] | $methods[.] // "<unknown method \(.)>") | join(";")),
    count: .records[0]
  })
| group_by(.stack)[]
| "\(.[0].stack) \(map(.count) | add)"
