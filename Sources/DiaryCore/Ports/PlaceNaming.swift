/// Knows names of places on the earth, and asks nobody for them.
package protocol PlaceNaming: Sendable {
  /// What a position may be called, in the language that is spoken: the best name first, then others
  /// around it. None in the middle of the sea, and where no names are installed.
  func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String]

  /// Where places are, by names as it gives them, in any language; those that it can't be sure of are
  /// left out.
  func positions(
    ofPlaces names: Set<String>
  ) throws(PlaceNamesError) -> [String: PhotoDetails.Position]
}

extension PlaceNaming {
  package func positions(
    ofPlaces names: Set<String>
  ) throws(PlaceNamesError) -> [String: PhotoDetails.Position] { [:] }
}
