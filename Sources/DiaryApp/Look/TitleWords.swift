import DiaryCore
import TerminalUI

/// An entry's title within a sentence.
enum TitleWords {
  /// In columns: what is said of the entry must still fit on the line.
  private static let longest = 24

  /// `“강가 산책, 안개”`, cut when it is long.
  static func quoted(_ entry: Entry) -> String {
    "“\(TextWidth.cut(entry.displayTitle, columns: longest))”"
  }
}
