// Package testmain prepares its benchmark in TestMain, as what needs a database
// would.
package testmain
