// Package stats has the statistics of one series of measurements: values of the
// same quantity in the order in which they were observed. No function reorders
// or keeps its argument, and values must be finite.
//
// Run times on shared machines have long tails, so location, scale, trend and
// outliers are all judged by ranks and medians, not by moments.
package stats
