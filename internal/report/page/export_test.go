package page

// Everything is a document that has all there is.
var Everything = everything
