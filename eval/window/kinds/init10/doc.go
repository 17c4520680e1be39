// Package init10 allocates beside 10 MB that are there before main begins.
package init10
