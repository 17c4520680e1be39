// Package kinds has benchmarks of which the amount of work is known. The
// environment variable TARE_EVAL_WORK says how many units of work an op
// consists of (1000 when it is unset): 1030 makes every op 3 % more work, of the
// same code in the same place.
package kinds
