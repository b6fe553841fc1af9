/// Soft wrapping: where a line of text goes on in the next row of the screen.
package enum LineWrapping {
  /// The rows of a line, as ranges of its characters, each at most `columns` wide. There is always
  /// one. White space that doesn't fit hangs at the end of its row.
  ///
  /// Rows break after white space and hyphens, and between characters two columns wide, as
  /// Chinese, Japanese and Korean do; never before a closing mark nor after an opening one. A word
  /// longer than a row is cut.
  package static func rows(of line: [Character], columns: Int) -> [Range<Int>] {
    let columns = max(1, columns)
    var rows: [Range<Int>] = []
    var start = 0
    var width = 0
    var opportunity: Int?
    var index = 0
    while index < line.count {
      let advance = TextWidth.columns(of: line[index])
      if width + advance > columns, !line[index].isBlank, index > start {
        let end = opportunity ?? index
        rows.append(start..<end)
        start = end
        opportunity = nil
        width = line[start..<index].reduce(0) { $0 + TextWidth.columns(of: $1) }
        continue
      }
      width += advance
      index += 1
      if index < line.count, canBreak(between: line[index - 1], and: line[index]) {
        opportunity = index
      }
    }
    rows.append(start..<line.count)
    return rows
  }

  /// The rows of a text of several lines, as strings without the white space at their ends.
  package static func rows(ofText text: some StringProtocol, columns: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
      let characters = Array(line)
      return rows(of: characters, columns: columns).map { row in
        let end = characters[row].lastIndex { !$0.isWhitespace }
        return String(characters[row.lowerBound..<(end.map { $0 + 1 } ?? row.lowerBound)])
      }
    }
  }

  private static func canBreak(between left: Character, and right: Character) -> Bool {
    if right.isBlank { return false }
    if left.isBlank { return true }
    if left == "-" || left == "–" || left == "—" { return right.isLetter }
    // Most pairs are letters of one word.
    if left.isASCII, right.isASCII { return false }
    guard DisplayForm(left).isWide || DisplayForm(right).isWide else { return false }
    return !closing.contains(right) && !opening.contains(left)
  }

  private static let closing = Set<Character>(
    ")]}>,.!?:;%\"'”’»…)]}〉》」』】〕〗〙〛、。，．！？：；ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ～")
  private static let opening = Set<Character>("([{<\"'“‘«([{〈《「『【〔〖〘〚")
}

extension TextWidth {
  /// How many columns a character takes in text, a tab as one blank.
  package static func columns(of character: Character) -> Int {
    character == "\t" ? 1 : DisplayForm(character).width
  }
}

extension Character {
  /// White space, found without a look into Unicode's tables for the letters that come most.
  fileprivate var isBlank: Bool {
    guard let value = unicodeScalars.first?.value else { return false }
    if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) }
    return (0xAC00...0xD7A3).contains(value) ? false : isWhitespace
  }
}
