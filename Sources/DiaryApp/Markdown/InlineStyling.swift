import DiaryCore
import Markdown
import TerminalUI

/// Makes styled lines of a paragraph's parts. A line end in the source is one here, too: people
/// write poems.
struct InlineStyling {
  /// The photo of an entry that an asset is.
  let photo: (AssetID) -> Int?
  /// The things that Tab comes to, so far.
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
    // The marks stay: without colors nothing else tells what it is.
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
    // Beside the link, not a part of it.
    case .title(let text): put(" (\(text))", look.subtracting(.link).union(.faint), target)
    }
  }

  /// A text, in which `[[title]]` leads to an entry.
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

  /// A text in which tags are marked.
  private mutating func putTags(_ text: String, _ look: TextAppearance, _ target: Int?) {
    var position = text.startIndex
    for tag in Hashtags.all(in: text, after: lines.last?.characters.last) {
      let start = text.utf8.index(text.startIndex, offsetBy: tag.range.lowerBound)
      let end = text.utf8.index(text.startIndex, offsetBy: tag.range.upperBound)
      put(String(text[position..<start]), look, target)
      put(String(text[start..<end]), look.union(.mark), target)
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
