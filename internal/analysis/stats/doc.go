// Package stats has the statistics of one series of measurements, which are
// values of the same quantity in the order in which they were observed, and of two
// that were measured separately. No function reorders or keeps its arguments, and
// values must be finite.
//
// Run times on shared machines have long tails, so location, scale, trend and
// outliers are all judged by ranks and medians, not by moments.
package stats
