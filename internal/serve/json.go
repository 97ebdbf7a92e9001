package serve

import "encoding/json"

func jsonOf(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // not for strings and integers
	}
	return text
}
