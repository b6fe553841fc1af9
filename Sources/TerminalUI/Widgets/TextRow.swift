/// A row of a text on the screen, by its places in bytes.
package struct TextRow: Hashable, Sendable {
  /// Without the line end, with the blanks that hang at the end.
  package let range: Range<Int>
  /// Whether a line of the text ends with it.
  package let endsLine: Bool
  /// The folds of its line whose pictures stand side by side below it, by their digits.
  package var pictures: [String] = []
  /// The rows that those take.
  package var pictureRows = 0

  /// With the pictures.
  var height: Int { 1 + pictureRows }
}
