// Package importtest holds the layers of the project, as a test over its import
// graph. The table is in layers_test.go; when the test fails, the message says
// which rule was broken and what to do.
package importtest
