/// A part of a document that stands by itself, as a paragraph or a list.
package struct MarkdownBlock: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case paragraph([MarkdownInline])
    case heading(level: Int, [MarkdownInline])
    case quote([MarkdownBlock])
    /// `start` is the first number of a numbered list, `nil` where the items have bullets.
    case list(start: Int?, [MarkdownItem])
    /// `info` stands beside the marks that open it, as the name of a language.
    case code(String, info: String = "")
    case html(String)
    case rule
    case table(MarkdownTable)
    /// What is said at the end about a place that has the number.
    case footnote(number: Int, [MarkdownBlock])
  }

  package var kind: Kind
  /// Where its first line begins to be its own, in bytes of the source.
  package var start: Int
  /// Whether a blank line stands before it.
  package var isAfterBlank: Bool
}

/// An item of a list.
package struct MarkdownItem: Hashable, Sendable {
  /// A box to tick.
  package struct CheckBox: Hashable, Sendable {
    package var isChecked: Bool
    /// Where the blank or `x` between its brackets stands, in bytes of the source.
    package var mark: Int
  }

  package var checkBox: CheckBox?
  package var blocks: [MarkdownBlock]
  package var isAfterBlank: Bool
}

/// A table; every row has as many cells as there are columns.
package struct MarkdownTable: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable { case leading, center, trailing }

  package var alignments: [Alignment]
  package var header: [[MarkdownInline]]
  package var rows: [[[MarkdownInline]]]
}

/// A part of a line of text.
package indirect enum MarkdownInline: Hashable, Sendable {
  case text(String)
  case code(String)
  case html(String)
  case lineBreak
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case struck([MarkdownInline])
  case link([MarkdownInline], address: String)
  case image([MarkdownInline], address: String)
  case footnote(Int)
  /// What a browser would tell of a link or picture under the mouse.
  case title(String)
}
