import DiaryCore
import TerminalUI

/// Entries as a table: date, time, title, photos, tags and the beginning of the id, aligned by
/// the width that a terminal gives them. Without a heading, so that a line is an entry. Where one
/// has several versions, their number stands behind the titles.
struct TableFormat {
  private let entries: [Entry]
  private let idLength: Int
  private let titleColumns: Int
  /// None while every entry has one version.
  private let badgeColumns: Int
  private let tagColumns: Int
  /// Whether long titles are cut: only where they would wrap.
  private let isCut: Bool

  /// `width` is that of the terminal, `nil` when it is a file or a pipe.
  init(_ entries: [Entry], width: Int? = TerminalWidth.columns) {
    self.entries = entries
    idLength = Self.prefixLength(of: entries.map(\.id))
    let widest = { (texts: [String], limit: Int) in
      texts.reduce(0) { max($0, min(limit, TextWidth.columns($1))) }
    }
    tagColumns = widest(entries.map(Self.tags), 24)
    badgeColumns = widest(entries.map(\.badge), 12)
    // Date, time, photos and id with two blanks between the columns.
    let others =
      10 + 2 + 5 + 2 + (badgeColumns > 0 ? 2 + badgeColumns : 0) + 2 + 4 + 2 + tagColumns + 2
      + idLength
    titleColumns = widest(entries.map(\.displayTitle), width.map { max(12, $0 - others) } ?? 48)
    isCut = width != nil
  }

  func write(to output: inout Output) throws {
    for entry in entries { try output.line(line(entry)) }
  }

  private func line(_ entry: Entry) -> String {
    let photos = entry.photos.isEmpty ? "" : "▣ \(entry.photos.count)"
    var columns = [
      entry.date.day.description, entry.date.clock, fitted(entry.displayTitle, titleColumns),
      fitted(photos, 4), fitted(Self.tags(entry), tagColumns),
      String(entry.id.description.prefix(idLength)),
    ]
    if badgeColumns > 0 { columns.insert(fitted(entry.badge, badgeColumns), at: 3) }
    return columns.joined(separator: "  ")
  }

  private func fitted(_ text: String, _ columns: Int) -> String {
    (isCut ? TextWidth.cut(text, columns: columns) : text).padded(to: columns)
  }

  private static func tags(_ entry: Entry) -> String {
    entry.allTags.map { "#\($0.printable)" }.joined(separator: " ")
  }

  /// Eight digits, or as many as it takes to tell these apart.
  static func prefixLength<Subject>(of ids: [ID<Subject>]) -> Int {
    let texts = ids.sorted().map { Array($0.description.utf8) }
    return zip(texts, texts.dropFirst()).reduce(8) { length, pair in
      max(length, min(32, zip(pair.0, pair.1).prefix { $0 == $1 }.count + 1))
    }
  }
}

extension String {
  /// With blanks at its end, up to a width in columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.columns(self)))
  }
}
