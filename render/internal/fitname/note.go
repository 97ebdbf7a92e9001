package fitname

// ShortNamesNote says how to see names that text has shortened.
const ShortNamesNote = "names shortened to fit: COLUMNS=999 shows all"
