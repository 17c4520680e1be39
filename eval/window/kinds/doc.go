// Package kinds has benchmarks that a window can go wrong on, each in its own way,
// and plain ones. What belongs to a whole process, a large init or a TestMain, has
// a package of its own below this one.
package kinds
