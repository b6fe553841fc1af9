import TerminalUI

/// A row of a text that is laid out for reading.
package struct RenderedRow: Hashable, Sendable {
  /// Characters that look alike and belong to the same thing.
  package struct Run: Hashable, Sendable {
    package var text: String
    package var look: TextAppearance
    /// The number of what it leads to, in the part of the text.
    package let target: Int?
    /// The number of the match that it belongs to, in the part of the text.
    var match: Int?

    init(_ text: String, _ look: TextAppearance = [], target: Int? = nil, match: Int? = nil) {
      self.text = text
      self.look = look
      self.target = target
      self.match = match
    }
  }

  package var runs: [Run]

  init(_ runs: [Run] = []) { self.runs = runs }

  package var text: String { runs.map(\.text).joined() }
  /// Whether something that was looked for is in it.
  var isFound: Bool { runs.contains { $0.match != nil } }
  var columns: Int { runs.reduce(0) { $0 + TextWidth.columns($1.text) } }

  mutating func append(_ run: Run) {
    if let last = runs.last, last.look == run.look, last.target == run.target,
      last.match == run.match
    {
      runs[runs.count - 1].text += run.text
    } else if !run.text.isEmpty {
      runs.append(run)
    }
  }
}

/// What Tab comes to while one reads.
enum ReaderTarget: Hashable, Sendable {
  /// A photo of the entry.
  case photo(Int)
  /// Another file of the entry.
  case attachment(Int)
  /// What somebody says under the entry.
  case comment(Int)
  case address(String)
  /// An entry by its title or the beginning of its id.
  case entry(String)
  /// Where the blank or `x` of a check box stands, in bytes of the text.
  case checkBox(mark: Int, isChecked: Bool)

  /// The address that a terminal or a browser can open.
  var link: LinkAddress? {
    if case .address(let address) = self { LinkAddress(address) } else { nil }
  }
}
