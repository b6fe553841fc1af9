/// A text as a word of a POSIX shell.
enum ShellWord {
  private static let plain = Set("+,-./:=@_%")

  /// In quotes where it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { character in
      character.isLetter || character.isWholeNumber || plain.contains(character)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
