import DiaryCore
import Localization
import TerminalUI

/// An entry's title within a sentence.
package enum TitleWords {
  /// In columns: what is said of the entry must still fit on the line.
  private static let longest = 24

  /// The journal's name; the one that every diary has is named in the language that is spoken.
  static func journal(of entry: Entry) -> String {
    journal(entry.journal)
  }

  package static func journal(_ name: String) -> String { JournalName.shown(name).printable }

  /// A journal's name as it stands within a sentence, cut when it is long.
  static func shortJournal(_ name: String) -> String {
    TextWidth.cut(journal(name), columns: longest)
  }

  /// `“강가 산책, 안개”`, cut when it is long.
  static func quoted(_ entry: Entry) -> String {
    "“\(TextWidth.cut(entry.displayTitle, columns: longest))”"
  }
}
