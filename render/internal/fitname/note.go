package fitname

// ShortNamesNote says how to see names that text has shortened.
const ShortNamesNote = "shortened names: COLUMNS=999 prints them in full"
