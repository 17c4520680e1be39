// Package table has a large init: a table of 50 MB, and then 20 ms of work.
package table
