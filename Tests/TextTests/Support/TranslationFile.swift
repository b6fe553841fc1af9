import Text

/// A `.po` file that is built into the program, read strictly by the part of the format it uses.
struct TranslationFile {
  struct Entry {
    var id: String?
    var english = ""
    var text = ""
    let line: Int

    /// The ID or the English text.
    var key: String { id ?? english }
  }

  struct Mistake: Error {
    let line: Int
    let text: String
  }

  private(set) var entries: [Entry] = []
  private(set) var header: [String: String] = [:]

  /// - Throws: `Mistake` at a line that doesn't fit the format, is fuzzy or is obsolete.
  init(_ language: String) throws {
    let file = EmbeddedFile.translations.first { $0.language == language }?.file.text ?? ""
    var entry: Entry?
    var keyword = ""
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      func mistake() -> Mistake { Mistake(line: index + 1, text: String(line)) }
      if line.isEmpty {
        // After each entry, and after the last line.
        guard let ended = entry, keyword == "msgstr" else { throw mistake() }
        add(ended)
        (entry, keyword) = (nil, "")
      } else if line.hasPrefix("#") {
        guard entry == nil, line.wholeMatch(of: /#|# .*|#\. .*/) != nil else { throw mistake() }
      } else if let match = line.wholeMatch(
        of: /(msgctxt |msgid |msgstr |)"((?:[^"\\]|\\["\\nt])*)"/)
      {
        let order = ["": ["msgctxt", "msgid"], "msgctxt": ["msgid"], "msgid": ["msgstr"]]
        if !match.output.1.isEmpty {
          let next = String(match.output.1.dropLast())
          guard order[keyword, default: []].contains(next) else { throw mistake() }
          keyword = next
        }
        let string = Self.unescaped(match.output.2)
        var changed = entry ?? Entry(line: index + 1)
        switch keyword {
        case "msgctxt": changed.id = (changed.id ?? "") + string
        case "msgid": changed.english += string
        case "msgstr": changed.text += string
        default: throw mistake()
        }
        entry = changed
      } else {
        throw mistake()
      }
    }
    guard entry == nil else { throw Mistake(line: lines.count, text: "no line feed") }
  }

  private mutating func add(_ entry: Entry) {
    guard entry.id == nil, entry.english.isEmpty, header.isEmpty else {
      entries.append(entry)
      return
    }
    for line in entry.text.split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      header[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
  }

  private static func unescaped(_ string: Substring) -> String {
    String(string).replacing(/\\(.)/) { match in
      switch match.output.1 {
      case "n": "\n"
      case "t": "\t"
      case let escaped: String(escaped)
      }
    }
  }
}
