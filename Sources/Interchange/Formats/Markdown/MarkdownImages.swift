import DiaryCore

/// Finds and replaces images or links in Markdown, except in code.
///
/// It accepts the syntax of many diary programs: `![words](address "title")`, with the address in
/// angle brackets or with spaces, and `![[name|words]]`. Links are the same without the exclamation
/// mark.
struct MarkdownImages {
  enum Kind { case images, links }

  struct Image {
    enum Target: Hashable {
      /// The address without its fragment, not percent-decoded.
      case address(String)
      /// The name of a file in any folder.
      case name(String)
    }

    let target: Target
    /// The unchanged text of the link, except for a width such as `words|200`.
    let words: String
  }

  /// The most bytes of a link's words. Without a limit, the time would be quadratic for many
  /// opening brackets.
  private static let maxWordsLength = 2000
  private static let maxAddressLength = 2000

  private let bytes: UnsafeBufferPointer<UInt8>
  private let kind: Kind
  private var position = 0
  /// The index of the first closing bracket at or after `position`, if it was searched for.
  private var close = 0
  private var result: [UInt8] = []
  /// The start of the bytes that aren't in `result` yet.
  private var kept = 0

  /// Returns a text in which images or links are replaced by the results of `markdown`. Those with
  /// a result of `nil` are left unchanged.
  static func replaced(
    in text: String, kind: Kind = .images, by markdown: (Image) -> String?
  ) -> String {
    guard text.utf8.contains(kind == .images ? UInt8(ascii: "!") : UInt8(ascii: "[")) else {
      return text
    }
    var text = text
    return text.withUTF8 { bytes in
      var scan = MarkdownImages(bytes: bytes, kind: kind)
      scan.run(markdown)
      guard scan.kept > 0 else { return String(decoding: bytes, as: UTF8.self) }
      scan.result += bytes[scan.kept...]
      return String(decoding: scan.result, as: UTF8.self)
    }
  }

  private mutating func run(_ markdown: (Image) -> String?) {
    var fence = CodeFence()
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[position..<end]
      if line.last == 0x0D { line = line.dropLast() }
      if fence.holds(line) {
        position = end + 1
      } else {
        readLine(to: line.endIndex, markdown)
        position = end + 1
      }
    }
  }

  private mutating func readLine(to end: Int, _ markdown: (Image) -> String?) {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 2
      case UInt8(ascii: "`"): skipCode(to: end)
      case UInt8(ascii: "!"), UInt8(ascii: "["):
        let isImage = bytes[position] == UInt8(ascii: "!")
        guard isImage || kind == .links, isClosed(before: end),
          let (image, after) = image(openedAt: position + (isImage ? 1 : 0), to: end)
        else {
          position += 1
          continue
        }
        if isImage == (kind == .images), let words = markdown(image) {
          result += bytes[kept..<position]
          result += words.utf8
          kept = after
        }
        position = after
      default: position += 1
      }
    }
  }

  /// Skips inline code, which ends at the same number of backticks. Backticks without an end are
  /// text.
  private mutating func skipCode(to end: Int) {
    let (count, codeEnd) = bytes[..<end].codeEnd(at: position)
    position = codeEnd ?? position + count
  }

  /// Returns `true` if a closing bracket follows within `maxWordsLength`. It scans each byte only
  /// once for all opening brackets.
  private mutating func isClosed(before end: Int) -> Bool {
    close = max(close, position)
    while close < bytes.count, bytes[close] != UInt8(ascii: "]") { close += 1 }
    return close < min(end, position + Self.maxWordsLength)
  }

  private func image(openedAt start: Int, to end: Int) -> (Image, Int)? {
    let open = UInt8(ascii: "[")
    guard start + 1 < end, bytes[start] == open else { return nil }
    return bytes[start + 1] == open
      ? wiki(from: start + 2, to: end) : link(from: start + 1, to: end)
  }

  private func wiki(from start: Int, to end: Int) -> (Image, Int)? {
    let close = UInt8(ascii: "]")
    let limit = min(end, start + Self.maxWordsLength)
    guard let last = bytes[start..<max(start, limit)].firstIndex(of: close), last + 1 < end,
      bytes[last + 1] == close
    else { return nil }
    let parts = bytes[start..<last].split(separator: UInt8(ascii: "|"), maxSplits: 1)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let name = parts.first.map({ String($0.prefix { $0 != "#" }.trimmed) }), !name.isEmpty
    else { return nil }
    let words = parts.count > 1 ? "|" + parts[1] : ""
    return (
      Image(target: .name(name), words: Self.withoutWidth(words).replacing("|", with: "")), last + 2
    )
  }

  /// Parses `words](address)`, whose words begin at `start`.
  private func link(from start: Int, to end: Int) -> (Image, Int)? {
    var index = start
    let limit = min(end, start + Self.maxWordsLength)
    var depth = 0
    // Brackets in the words are balanced or escaped. Otherwise, the words end at the first `](`.
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"):
        if index + 1 < end, bytes[index + 1] == UInt8(ascii: "(") {
          guard let (address, title, after) = address(from: index + 2, to: end) else { return nil }
          let words = Self.withoutWidth(String(decoding: bytes[start..<index], as: UTF8.self))
          return (Image(target: .address(address), words: words.isBlank ? title : words), after)
        }
        guard depth > 0 else { return nil }
        depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Parses the address and the title up to the closing parenthesis, and returns them with the
  /// index after it.
  private func address(from start: Int, to end: Int) -> (String, String, Int)? {
    let limit = min(end, start + Self.maxAddressLength)
    var index = start
    while index < limit, bytes[index] == 0x20 { index += 1 }
    let first = index
    if index < limit, bytes[index] == UInt8(ascii: "<") {
      guard let close = bytes[index..<limit].firstIndex(of: UInt8(ascii: ">")),
        let (title, after) = title(from: close + 1, to: limit)
      else { return nil }
      return (Self.text(bytes[first + 1..<close]), title, after)
    }
    var depth = 0
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return ended(first..<index, "", index + 1) }
        depth -= 1
      case 0x20:
        if let (title, after) = title(from: index, to: limit), !title.isEmpty {
          return ended(first..<index, title, after)
        }
      default: break
      }
      index += 1
    }
    return nil
  }

  private func ended(_ range: Range<Int>, _ title: String, _ after: Int) -> (String, String, Int)? {
    let address = Self.text(bytes[range])
    return address.isEmpty ? nil : (address, title, after)
  }

  /// Parses `"title")` or `)` after spaces, and returns the title with the index after it.
  private func title(from start: Int, to end: Int) -> (String, Int)? {
    var index = start
    func skipSpace() { while index < end, bytes[index] == 0x20 { index += 1 } }
    skipSpace()
    guard index < end else { return nil }
    var title = index..<index
    if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
      guard let close = bytes[(index + 1)..<end].firstIndex(of: bytes[index]) else { return nil }
      title = index + 1..<close
      index = close + 1
      skipSpace()
    }
    guard index < end, bytes[index] == UInt8(ascii: ")") else { return nil }
    return (String(decoding: bytes[title], as: UTF8.self), index + 1)
  }

  /// Returns an address without its fragment and backslash escapes.
  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      let isMark = "()<> []_*#!".utf8.contains(byte)
      if isEscaped {
        if !isMark { result.append(UInt8(ascii: "\\")) }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      } else if byte == UInt8(ascii: "#") {
        break
      }
      result.append(byte)
    }
    return String(String(decoding: result, as: UTF8.self).trimmed)
  }

  /// Returns `words|200` or `words|200x100` without the size.
  private static func withoutWidth(_ words: String) -> String {
    guard let bar = words.lastIndex(of: "|") else { return words }
    let size = words[words.index(after: bar)...].utf8
    let isSize = size.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "x") }
    return isSize ? String(words[..<bar]) : words
  }
}

/// Maps the photos and attachments of an entry to the paths in its Markdown file, and back.
struct MarkdownLinks {
  private var files: [AssetID: String] = [:]
  private var assets: [String: AssetID] = [:]

  mutating func add(_ asset: AssetID, at file: String) {
    files[asset] = file
    assets[file] = asset
  }

  /// Returns the path of an asset's file; `nil` if it wasn't added.
  func file(of asset: AssetID) -> String? { files[asset] }

  /// Returns the asset of a link, whose address may be percent-encoded.
  func asset(at address: String) -> AssetID? {
    assets[address] ?? address.percentDecoded.flatMap { assets[$0] }
  }

  /// Returns the Markdown link destination for an asset's file.
  func address(of asset: AssetID) -> String? { files[asset].map { FileLink.destination($0) } }
}

extension MarkdownImages.Image {
  /// Returns `true` if the address is a URL with a scheme.
  var isElsewhere: Bool {
    if case .address(let address) = target { address.hasScheme } else { false }
  }
}
