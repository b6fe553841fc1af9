import DiaryCore
import TerminalUI
import Text

/// A line of styled text before wrapping.
struct StyledLine {
  struct Glyph: Hashable {
    var look: TextAppearance
    var target: Int?
    var match: Int?
  }

  private(set) var characters: [Character] = []
  private(set) var glyphs: [Glyph] = []
  /// The photos referenced in the line.
  var photos: [(index: Int, caption: String)] = []
  /// Indicates that it contains only photos and white space.
  private(set) var hasOnlyPhotos = true

  var isEmpty: Bool { characters.isEmpty }

  mutating func append(
    _ text: String, _ look: TextAppearance, target: Int? = nil, isPhoto: Bool = false
  ) {
    let text = text.printable
    if !isPhoto, !text.isBlank { hasOnlyPhotos = false }
    characters += text
    glyphs += Array(
      repeating: Glyph(look: look, target: target), count: characters.count - glyphs.count)
  }

  /// Numbers the matches in the line, or in a part of it, from `number` on, which is advanced.
  mutating func mark(_ phrases: [SearchPhrase], within part: String? = nil, next number: inout Int)
  {
    guard !phrases.isEmpty, !characters.isEmpty else { return }
    let text = String(characters)
    let start = part.map { text.firstRange(of: $0)?.lowerBound ?? text.endIndex } ?? text.startIndex
    let offset = text.distance(from: text.startIndex, to: start)
    for match in FoundText.matches(of: phrases, in: part ?? text) {
      // Appended parts may have merged into fewer characters.
      let range = match.lowerBound + offset..<match.upperBound + offset
      for position in range.clamped(to: glyphs.indices) { glyphs[position].match = number }
      number += 1
    }
  }

  /// Returns the line wrapped into rows.
  func rows(columns: Int) -> [RenderedRow] {
    WrappedRows(characters, columns: columns).map { range in
      let end = characters[range].lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? range.lowerBound
      return row(range.lowerBound..<end)
    }
  }

  /// The width of the complete line.
  var columns: Int { characters.reduce(0) { $0 + TextWidth.columns(of: $1) } }

  private func row(_ range: Range<Int>) -> RenderedRow {
    var row = RenderedRow()
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, glyphs[end] == glyphs[start] { end += 1 }
      row.append(
        RenderedRow.Run(
          String(characters[start..<end]), glyphs[start].look, target: glyphs[start].target,
          match: glyphs[start].match))
      start = end
    }
    return row
  }
}

// MARK: - Inline styles

/// Creates styled lines from a paragraph's inline elements. Line breaks of the source are kept, for
/// poems.
struct InlineStyling {
  /// Returns the index of an entry's photo with an asset.
  let photo: (AssetID) -> Int?
  /// The targets collected so far for the Tab key.
  private(set) var targets: [ReaderTarget]
  private(set) var lines = [StyledLine()]

  init(targets: [ReaderTarget], photo: @escaping (AssetID) -> Int?) {
    self.targets = targets
    self.photo = photo
  }

  mutating func append(_ inlines: [MarkdownInline], _ look: TextAppearance = [], target: Int? = nil)
  {
    for inline in inlines { append(inline, look, target) }
  }

  private mutating func append(_ inline: MarkdownInline, _ look: TextAppearance, _ target: Int?) {
    switch inline {
    case .text(let text):
      if target == nil { appendText(text, look) } else { putTags(text, look, target) }
    case .lineBreak: lines.append(StyledLine())
    // The marks are kept, because without colors nothing else distinguishes code.
    case .code(let text):
      let mark = text.contains("`") ? "``" : "`"
      put(mark, look.union(.faint), target)
      put(text, look.union(.code), target)
      put(mark, look.union(.faint), target)
    case .html(let text): put(text, look.union(.faint), target)
    case .emphasis(let content): append(content, look.union(.emphasis), target: target)
    case .strong(let content): append(content, look.union(.strong), target: target)
    case .struck(let content):
      put("~~", look.union(.faint), target)
      append(content, look.union(.struck), target: target)
      put("~~", look.union(.faint), target)
    case .link(let content, let address):
      append(
        content.isEmpty ? [.text(address)] : content, look.union(.link),
        target: target ?? newTarget(.address(address)))
    case .image(let content, let address): appendImage(content, address, look, target)
    case .footnote(let number): put("[\(number)]", look.union(.mark), target)
    // The title is beside the link, not part of it.
    case .title(let text): put(" (\(text))", look.subtracting(.link).union(.faint), target)
    }
  }

  /// Appends a text in which `[[title]]` links to an entry.
  private mutating func appendText(_ text: String, _ look: TextAppearance) {
    for piece in EntryLink.pieces(of: text) {
      switch piece {
      case .text(let text): putTags(text, look, nil)
      case .link(let name):
        put(
          EntryLink.label(of: name), look.union(.link),
          newTarget(.entry(String(name.trimmed))))
      }
    }
  }

  /// Appends a text with its tags highlighted.
  private mutating func putTags(_ text: String, _ look: TextAppearance, _ target: Int?) {
    var position = text.startIndex
    for tag in Hashtags.all(in: text, after: lines.last?.characters.last) {
      let start = text.utf8.index(text.startIndex, offsetBy: tag.range.lowerBound)
      let end = text.utf8.index(text.startIndex, offsetBy: tag.range.upperBound)
      put(String(text[position..<start]), look, target)
      put(String(text[start..<end]), look.union(.tag), target)
      position = end
    }
    put(String(text[position...]), look, target)
  }

  private mutating func appendImage(
    _ content: [MarkdownInline], _ address: String, _ look: TextAppearance, _ target: Int?
  ) {
    let caption = content.plainText
    if address.hasPrefix("photo:"), let asset = AssetID(address.dropFirst(6)) {
      guard let index = photo(asset) else { return put(caption, look, target) }
      lines[lines.count - 1].photos.append((index, caption))
      lines[lines.count - 1].append(
        caption, look.union(.faint), target: target, isPhoto: true)
    } else {
      put(
        caption.isBlank ? address : caption, look.union(.link),
        target ?? newTarget(.address(address)))
    }
  }

  private mutating func put(_ text: String, _ look: TextAppearance, _ target: Int?) {
    lines[lines.count - 1].append(text, look, target: target)
  }

  private mutating func newTarget(_ target: ReaderTarget) -> Int {
    targets.append(target)
    return targets.count - 1
  }
}

// MARK: - Appearance

/// The appearance of a part of a text, independent of the theme.
package struct TextAppearance: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  static let strong = TextAppearance(rawValue: 1)
  static let emphasis = TextAppearance(rawValue: 2)
  static let struck = TextAppearance(rawValue: 4)
  static let code = TextAppearance(rawValue: 8)
  static let link = TextAppearance(rawValue: 16)
  static let heading = TextAppearance(rawValue: 32)
  /// Bullets, check boxes and footnote numbers.
  static let mark = TextAppearance(rawValue: 64)
  /// Secondary parts such as bars and rules.
  static let faint = TextAppearance(rawValue: 128)
  static let tag = TextAppearance(rawValue: 256)
  static let quote = TextAppearance(rawValue: 512)
}

extension Theme {
  /// Returns the style for an appearance.
  package func style(_ look: TextAppearance) -> Style {
    guard !look.isEmpty else { return text }
    let isFaint = !look.isDisjoint(with: [.struck, .faint])
    let parts: [(TextAppearance, Style)] = [
      (.code, code), (.tag, tag), (.mark, accent), (.heading, heading), (.quote, quote),
    ]
    var style = isFaint ? dim : parts.first { look.contains($0.0) }?.1 ?? text
    if look.contains(.heading) || look.contains(.strong) { style = style.adding(.bold) }
    if look.contains(.emphasis) { style = style.adding(.italic) }
    if look.contains(.link) { style = style.adding(.underline) }
    return style
  }
}
