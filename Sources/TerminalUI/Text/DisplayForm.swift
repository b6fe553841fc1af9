/// What is drawn for a grapheme cluster, and how many columns it takes.
///
/// Terminals disagree on emoji sequences: a ZWJ family is eight columns in one and two in the
/// next. The display form is what all of them draw alike: the first scalar and the marks that
/// truly have no width, without joined tails, skin tones and variation selectors. The stored text
/// is never changed.
package struct DisplayForm: Hashable, Sendable {
  /// Safe for a terminal: one scalar with a width, at most four marks after it.
  package let text: String
  /// 0, 1 or 2.
  package let width: Int

  package init(_ character: Character) {
    // By far the most common case.
    if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F {
      text = String(character)
      width = 1
      return
    }
    let scalars = character.unicodeScalars
    guard let first = scalars.first else {
      text = ""
      width = 0
      return
    }
    switch ScalarWidth(first) {
    case .control(let symbol):
      text = String(symbol)
      width = 1
    case .none where scalars.count == 1 && ScalarWidth.isInvisible(first):
      text = ""
      width = 0
    case .none:
      // A mark without a base stands on a blank of its own.
      text = " " + Self.marks(in: scalars)
      width = 1
    case .columns(let columns):
      if let syllable = HangulSyllable.composed(scalars) {
        text = String(syllable)
        width = 2
      } else if (0x1F1E6...0x1F1FF).contains(first.value), scalars.count > 1 {
        // A flag is two regional indicators, each one column wide to the C library.
        text = String(String.UnicodeScalarView(scalars.prefix(2)))
        width = 2
      } else {
        text = String(first) + Self.marks(in: scalars.dropFirst())
        width = columns
      }
    case .unassigned:
      text = "□"
      width = 1
    }
  }

  private static func marks(in scalars: some Collection<Unicode.Scalar>) -> String {
    var marks = String.UnicodeScalarView()
    for scalar in scalars.lazy.filter(ScalarWidth.isDrawnMark).prefix(4) { marks.append(scalar) }
    return String(marks)
  }
}
