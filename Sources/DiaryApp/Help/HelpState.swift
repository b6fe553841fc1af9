import DiaryCore
import TerminalUI

/// The keys of a screen, made from the same tables that the keys are looked up in; what is typed
/// narrows them down.
package struct HelpState: Sendable {
  struct Line: Hashable {
    let keys: String
    let words: String
    /// The command's name in a person's settings, as words.
    let name: String

    init(_ binding: Binding) {
      keys = binding.keys.map(\.name).joined(separator: HelpLayout.keyGap)
      words = binding.help
      name = String(binding.command.rawValue.map { $0 == "-" ? " " : $0 })
    }

    func contains(_ phrase: SearchPhrase) -> Bool {
      [words, keys, name].contains { FoldedText($0).contains(phrase) }
    }
  }

  struct Section: Hashable {
    let title: String
    let lines: [Line]
  }

  /// The screen that the keys are of.
  let title: String
  /// All of them: first what one does on the screen, then what one does everywhere.
  let sections: [Section]
  private(set) var filter = TextField()
  var scroll = ScrollPosition()

  init(_ tables: [KeyTable]) {
    title = tables.first?.title ?? ""
    sections = tables.indices.flatMap { index in
      let table = tables[index]
      // The key of help stands with those of everywhere, which come last.
      let bindings = table.bindings.filter { $0.command != .help || index == tables.count - 1 }
      guard index == 0 else { return [Section(title: table.title, lines: bindings.map(Line.init))] }
      return KeyGroup.allCases.map { group in
        Section(
          title: group.title,
          lines: bindings.filter { $0.command.group == group }.map(Line.init))
      }
    }
    .filter { !$0.lines.isEmpty }
  }

  var isFiltering: Bool { !filter.text.isEmpty }

  /// In letters: no command has as many.
  private static let longest = 200

  mutating func setFilter(_ field: TextField) {
    filter = field
    scroll = ScrollPosition()
  }

  /// Those that have what is typed in their words, keys or name.
  var shown: [Section] {
    guard isFiltering else { return sections }
    let phrase = SearchPhrase(String(filter.text.prefix(Self.longest)))
    return sections.compactMap { section in
      let lines = section.lines.filter { $0.contains(phrase) }
      return lines.isEmpty ? nil : Section(title: section.title, lines: lines)
    }
  }
}
