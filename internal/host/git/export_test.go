package git

// Sweep is for tests, which need package gittest and so cannot be inside.
var Sweep = sweep
