/// Soft wrapping: where a line of text goes on in the next row of the screen.
package enum LineWrapping {
  /// The rows of a line, as ranges of its characters, each at most `columns` wide. There is always
  /// one. See `WrappedRows`.
  package static func rows(of line: [Character], columns: Int, tabColumns: Int = 1) -> [Range<Int>]
  {
    Array(WrappedRows(line, columns: columns, tabColumns: tabColumns))
  }

  /// The rows of a text of several lines, as strings without the white space at their ends.
  package static func rows(ofText text: some StringProtocol, columns: Int) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
      let line = Substring(line)
      return WrappedRows(line, columns: columns).map { row in
        let row = line[row]
        let end = row.lastIndex { !$0.isWhitespace }
        return String(row[..<(end.map { row.index(after: $0) } ?? row.startIndex)])
      }
    }
  }
}

extension TextWidth {
  /// How many columns a character takes in text that tabs stand in. A tab goes to the next tab stop
  /// after a column; where they are one column apart, it is as a blank.
  package static func columns(
    of character: Character, at column: Int = 0, tabColumns: Int = 1
  ) -> Int {
    guard character == "\t" else { return DisplayForm(character).width }
    return tabColumns - column % tabColumns
  }
}
