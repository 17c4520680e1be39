package perfetto

import "google.golang.org/protobuf/encoding/protowire"

// field is the number of a field of a message.
type field = protowire.Number

// message is an encoded protobuf message, to which fields are appended.
type message []byte

// number appends a field of one of the types that are encoded as varints.
func (m message) number(f field, v uint64) message {
	return protowire.AppendVarint(protowire.AppendTag(m, f, protowire.VarintType), v)
}

// text appends a string.
func (m message) text(f field, s string) message {
	return protowire.AppendString(protowire.AppendTag(m, f, protowire.BytesType), s)
}

// sub appends a message.
func (m message) sub(f field, sub message) message {
	return protowire.AppendBytes(protowire.AppendTag(m, f, protowire.BytesType), sub)
}

// lead appends what comes before a message of n bytes.
func (m message) lead(f field, n int) message {
	return protowire.AppendVarint(protowire.AppendTag(m, f, protowire.BytesType), uint64(n))
}
