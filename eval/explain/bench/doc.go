// Package bench has benchmarks that know where their time goes: they do known
// things and look at their own clocks around them (CLOCK_MONOTONIC, the CPU clock
// of their thread, cpu.stat, the runtime's metrics). Each tells what it knows
// through package truth.
package bench
