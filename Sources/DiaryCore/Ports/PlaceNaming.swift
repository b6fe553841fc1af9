/// Knows names of places on the earth, and asks nobody for them.
package protocol PlaceNaming: Sendable {
  /// What a position may be called, in the language that is spoken: the best name first, then others
  /// around it. None in the middle of the sea, and where no names are installed.
  func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String]
}
