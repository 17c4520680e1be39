package scene

// table is a list of strings, each there once.
type table struct {
	list []string
	at   map[string]uint32
}

// newTable returns a list that has the empty string as number 0.
func newTable() table { return table{[]string{""}, map[string]uint32{}} }

// index returns the number of a string.
func (s *table) index(text string) uint32 {
	if text == "" {
		return 0
	}
	i, ok := s.at[text]
	if !ok {
		i = uint32(len(s.list))
		s.list = append(s.list, text)
		s.at[text] = i
	}
	return i
}
