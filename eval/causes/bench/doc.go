// Package bench has benchmarks with planted faults. They keep diaries of what they lost
// to them: see eval/causes.
package bench
