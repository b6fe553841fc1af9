import DiaryCore

/// The text of a post as HTML in which nothing is WordPress' own: line ends make lines and paragraphs, and its
/// shortcodes are elements.
struct WordPressText {
  /// Bytes between the brackets of a shortcode.
  private static let longestShortcode = 1000

  /// The addresses of the pictures of a gallery: those with these ids, or all of the post.
  private let gallery: ([String]?) -> [String]
  private var result = ""
  /// The start of the open caption in the result, and the words that it has as an attribute.
  private var caption: (start: Int, words: String)?

  static func html(of content: String, gallery: @escaping ([String]?) -> [String]) -> String {
    var text = WordPressText(gallery: gallery)
    text.addPieces(of: content.replacing("\r\n", with: "\n"))
    // The block editor writes paragraphs itself.
    return content.contains("<!-- wp:") ? text.result : withParagraphs(text.result)
  }

  private init(gallery: @escaping ([String]?) -> [String]) { self.gallery = gallery }

  private mutating func addPieces(of content: String) {
    var rest = Substring(content)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "[")) {
      result += rest[..<open]
      rest = rest[open...]
      let inside = rest.utf8.dropFirst().prefix(Self.longestShortcode)
      if let close = inside.firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }
      ),
        rest.utf8[close] == UInt8(ascii: "]"),
        let html = html(for: rest[rest.utf8.index(after: open)..<close])
      {
        result += html
        rest = rest[close...].dropFirst()
      } else {
        result += "["
        rest = rest.dropFirst()
      }
    }
    result += rest
  }

  /// The HTML for a shortcode, `nil` for anything else in brackets.
  private mutating func html(for shortcode: Substring) -> String? {
    let name = shortcode.prefix { $0 == "/" || $0.isLetter }
    lazy var attributes = Self.attributes(of: shortcode.dropFirst(name.count))
    switch name {
    case "caption", "wp_caption":
      caption = (result.utf8.count, attributes["caption"] ?? "")
      return "<figure>"
    case "/caption", "/wp_caption": return endCaption()
    case "gallery":
      let ids = (attributes["ids"] ?? attributes["include"])?.split(separator: ",").map {
        String($0.trimmed)
      }
      return gallery(ids).map { address in
        ["<p><img", "src=\"\(address.replacing("\"", with: "%22"))\"></p>"].joined(separator: " ")
      }.joined()
    case "audio", "video":
      let address = ["src", "mp4", "m4v", "webm", "mp3", "m4a", "ogg", "wav"].lazy
        .compactMap { attributes[$0] }.first
      return address.map { "<p><a href=\"\($0)\">\($0)</a></p>" }
    case "embed", "/embed", "/audio", "/video": return ""
    default: return nil
    }
  }

  /// The words of a caption follow its picture.
  private mutating func endCaption() -> String {
    guard let (start, words) = caption else { return "" }
    caption = nil
    let begin = result.utf8.index(result.utf8.startIndex, offsetBy: start)
    let inside = result[begin...]
    var end = inside.startIndex
    if let image = inside.firstRange(of: "<img"),
      let close = inside[image.upperBound...].firstIndex(of: ">")
    {
      end = inside.index(after: close)
      let rest = inside[end...].drop(while: \.isWhitespace)
      if rest.hasPrefix("</a>") { end = rest.index(rest.startIndex, offsetBy: 4) }
    } else {
      return "</figure>"
    }
    let written = String(inside[end...].trimmed)
    result.removeSubrange(end...)
    return "<figcaption>\(written.isEmpty ? words : written)</figcaption></figure>"
  }

  private static func attributes(of text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for match in text.matches(of: /([a-z0-9]+) *= *(?:"([^"]*)"|'([^']*)'|([^ "']+))/) {
      found[String(match.1)] = String(match.2 ?? match.3 ?? match.4 ?? "")
    }
    return found
  }

  /// A text of the older editor, in which an empty line begins a paragraph and a line end is one.
  private static func withParagraphs(_ text: String) -> String {
    var result: [UInt8] = []
    var isInTag = false
    var isVerbatim = false
    var newlines = 0
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "<") {
        let name = String(decoding: bytes[(index + 1)...].prefix(4), as: UTF8.self).lowercased()
        isInTag = name.first.map { $0.isLetter || "/!".contains($0) } ?? false
        if name == "pre>" || name == "pre " { isVerbatim = true }
        if name == "/pre" { isVerbatim = false }
      }
      if byte == 0x0A, !isInTag, !isVerbatim {
        newlines += 1
        continue
      }
      if newlines > 0, !(byte == 0x20 || byte == 0x09) {
        result += (newlines > 1 ? "<p>" : "<br>").utf8
        newlines = 0
      }
      if byte == UInt8(ascii: ">") { isInTag = false }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
