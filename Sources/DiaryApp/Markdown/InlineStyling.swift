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

  mutating func append(_ inlines: [MarkdownInline], _ look: TextLook = [], target: Int? = nil) {
    for inline in inlines { append(inline, look, target) }
  }

  private mutating func append(_ inline: MarkdownInline, _ look: TextLook, _ target: Int?) {
    switch inline {
    case .text(let text):
      if target == nil { appendText(text, look) } else { putTags(text, look, target) }
    case .lineBreak: lines.append(StyledLine())
    // The marks stay: without colours nothing else tells what it is.
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
  private mutating func appendText(_ text: String, _ look: TextLook) {
    var rest = Substring(text)
    while let open = rest.range(of: "[["), let close = rest[open.upperBound...].range(of: "]]") {
      let name = rest[open.upperBound..<close.lowerBound]
      // The innermost brackets count.
      if let inner = name.lastRange(of: "[[") {
        putTags(String(rest[..<inner.lowerBound]), look, nil)
        rest = rest[inner.lowerBound...]
        continue
      }
      putTags(String(rest[..<open.lowerBound]), look, nil)
      if name.isBlank {
        put(String(rest[open.lowerBound..<close.upperBound]), look, nil)
      } else {
        let (title, id) = EntryLink.parts(of: name)
        put(
          id == nil ? String(name) : title, look.union(.link),
          newTarget(.entry(String(name.trimmed))))
      }
      rest = rest[close.upperBound...]
    }
    putTags(String(rest), look, nil)
  }

  /// A text in which tags are marked.
  private mutating func putTags(_ text: String, _ look: TextLook, _ target: Int?) {
    var place = text.startIndex
    for tag in Hashtags.all(in: text, after: lines.last?.characters.last) {
      let start = text.utf8.index(text.startIndex, offsetBy: tag.range.lowerBound)
      let end = text.utf8.index(text.startIndex, offsetBy: tag.range.upperBound)
      put(String(text[place..<start]), look, target)
      put(String(text[start..<end]), look.union(.mark), target)
      place = end
    }
    put(String(text[place...]), look, target)
  }

  private mutating func appendImage(
    _ content: [MarkdownInline], _ address: String, _ look: TextLook, _ target: Int?
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

  private mutating func put(_ text: String, _ look: TextLook, _ target: Int?) {
    lines[lines.count - 1].append(text, look, target: target)
  }

  private mutating func newTarget(_ target: ReaderTarget) -> Int {
    targets.append(target)
    return targets.count - 1
  }
}

extension [MarkdownInline] {
  /// What is said, without how it looks.
  var plainText: String {
    reduce(into: "") { text, inline in
      switch inline {
      case .text(let more), .code(let more), .html(let more): text += more
      case .lineBreak: text += " "
      case .emphasis(let content), .strong(let content), .struck(let content),
        .link(let content, _), .image(let content, _):
        text += content.plainText
      case .footnote(let number): text += "[\(number)]"
      case .title(let title): text += " (\(title))"
      }
    }
  }
}

extension Substring {
  fileprivate func range(of marks: String) -> Range<Index>? {
    var index = startIndex
    while let first = utf8[index...].firstIndex(of: marks.utf8.first ?? 0) {
      if self[first...].utf8.starts(with: marks.utf8) {
        return first..<utf8.index(first, offsetBy: marks.utf8.count)
      }
      index = utf8.index(after: first)
    }
    return nil
  }

  fileprivate func lastRange(of marks: String) -> Range<Index>? {
    var last: Range<Index>?
    var rest = self
    while let found = rest.range(of: marks) {
      last = found
      rest = rest[utf8.index(after: found.lowerBound)...]
    }
    return last
  }
}
