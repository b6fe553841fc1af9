/// Where words begin and end in a line.
enum WordMotion {
  /// The start of the word at or before a place.
  static func previous(_ line: [Character], _ place: Int) -> Int {
    var index = place
    while index > 0, !isWord(line[index - 1]) { index -= 1 }
    while index > 0, isWord(line[index - 1]) { index -= 1 }
    return index
  }

  /// The end of the word at or after a place.
  static func next(_ line: [Character], _ place: Int) -> Int {
    var index = place
    while index < line.count, !isWord(line[index]) { index += 1 }
    while index < line.count, isWord(line[index]) { index += 1 }
    return index
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
