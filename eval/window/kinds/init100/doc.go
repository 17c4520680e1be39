// Package init100 allocates beside 100 MB that are there before main begins.
package init100
