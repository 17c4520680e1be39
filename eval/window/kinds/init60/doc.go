// Package init60 allocates beside 60 MB that are there before main begins.
package init60
