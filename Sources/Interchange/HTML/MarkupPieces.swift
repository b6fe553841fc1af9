import CXML
import DiaryCore
import System

/// Parses HTML or XML as a sequence of pieces, without a tree, within limits, and without loading
/// external entities.
enum MarkupPieces {
  enum Piece {
    case begin(String, attributes: [String: String])
    case end(String)
    case text(String)
  }

  enum Kind { case html, xml }

  /// The longest HTML text in bytes.
  static let longest = 16 << 20
  /// The most levels of nested elements.
  private static let deepest = 200
  /// The most attributes of an element. In libxml2, their parsing time is quadratic.
  private static let maxAttributes = 256

  /// The receiver of pieces, with the current depth.
  final class Receiver {
    fileprivate let receive: (Piece) -> Void
    fileprivate var depth = 0
    fileprivate(set) var isTooDeep = false

    init(_ receive: @escaping (Piece) -> Void) { self.receive = receive }

    /// The callbacks for libxml2, valid as long as this object exists.
    var handler: pd_markup_handler {
      pd_markup_handler(
        context: Unmanaged.passUnretained(self).toOpaque(),
        begin: { MarkupPieces.begin($0, $1, $2) }, end: { MarkupPieces.end($0, $1) },
        text: { MarkupPieces.text($0, $1, $2) })
    }
  }

  /// Parses a text, and passes its pieces to `receive`.
  ///
  /// - Throws: the reason the text can't be parsed, possibly after some pieces were received.
  static func read(_ text: String, as kind: Kind = .html, _ receive: (Piece) -> Void) throws {
    guard kind == .xml || text.utf8.count <= longest else { throw EntryFieldError.tooLong }
    guard pd_markup_load() else { throw EntryFieldError.noMarkupLibrary }
    // The parser would stop at a zero byte.
    var bytes = text.utf8.map { $0 == 0 ? UInt8(ascii: " ") : $0 }
    var attributes = AttributeCount()
    guard !attributes.isTooHigh(with: bytes) else { throw EntryFieldError.overlyComplexMarkup }
    bytes.append(0)
    let (isComplete, isTooDeep) = withoutActuallyEscaping(receive) { receive in
      let receiver = Receiver(receive)
      return withExtendedLifetime(receiver) {
        var handler = receiver.handler
        let isComplete = bytes.withUnsafeBytes { buffer in
          let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
          return kind == .html
            ? pd_html_read(text, buffer.count - 1, &handler)
            : pd_xml_read(text, buffer.count - 1, &handler)
        }
        return (isComplete, receiver.isTooDeep)
      }
    }
    guard isComplete, !isTooDeep else { throw EntryFieldError.overlyComplexMarkup }
  }

  private static func receiver(_ context: UnsafeMutableRawPointer?) -> Receiver? {
    context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func begin(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafePointer<UnsafePointer<CChar>?>?
  ) -> Bool {
    guard let receiver = receiver(context), let name else { return false }
    receiver.depth += 1
    receiver.isTooDeep = receiver.depth > deepest
    guard !receiver.isTooDeep else { return false }
    var values: [String: String] = [:]
    if var next = attributes {
      while let key = next.pointee {
        values[String(cString: key)] = next[1].map { String(cString: $0) } ?? ""
        next += 2
      }
    }
    receiver.receive(.begin(String(cString: name).lowercased(), attributes: values))
    return true
  }

  private static func end(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?
  ) -> Bool {
    guard let receiver = receiver(context), let name else { return false }
    receiver.depth -= 1
    receiver.receive(.end(String(cString: name).lowercased()))
    return true
  }

  private static func text(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int
  ) -> Bool {
    guard let receiver = receiver(context) else { return false }
    receiver.receive(
      .text(String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)))
    return true
  }

  /// Counts the words in each tag, as bytes arrive.
  struct AttributeCount {
    private var words = 0
    private var isInside = false
    private var quote: UInt8?
    private var last: UInt8 = 0

    /// Returns `true` if a tag has too many words after adding `bytes`.
    mutating func isTooHigh(with bytes: [UInt8]) -> Bool {
      for byte in bytes {
        defer { last = byte }
        guard isInside else {
          isInside = last == UInt8(ascii: "<") && (0x61...0x7A).contains(byte | 0x20)
          words = 0
          continue
        }
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: ">") {
          isInside = false
        } else if last == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
        {
          quote = byte
        } else if last <= 0x20 || last == UInt8(ascii: "/"), byte > 0x20 {
          words += 1
          if words > maxAttributes { return true }
        }
      }
      return false
    }
  }
}

/// Parses XML as its bytes arrive, so that files of any size need little memory. Pieces and limits
/// are the same as those of `MarkupPieces`.
final class MarkupStream {
  private let stream: OpaquePointer
  private let receiver: MarkupPieces.Receiver
  private var attributes = MarkupPieces.AttributeCount()

  init(_ receive: @escaping (MarkupPieces.Piece) -> Void) throws {
    guard pd_markup_load() else { throw EntryFieldError.noMarkupLibrary }
    let receiver = MarkupPieces.Receiver(receive)
    var handler = receiver.handler
    guard let stream = pd_xml_open(&handler) else { throw EntryFieldError.overlyComplexMarkup }
    self.stream = stream
    self.receiver = receiver
  }

  deinit { pd_xml_close(stream) }

  /// Parses the next bytes.
  ///
  /// - Throws: `EntryFieldError.overlyComplexMarkup` if they are invalid or exceed a limit.
  func feed(_ bytes: [UInt8]) throws {
    // The parser would stop at a zero byte.
    let bytes = bytes.contains(0) ? bytes.map { $0 == 0 ? UInt8(ascii: " ") : $0 } : bytes
    guard !attributes.isTooHigh(with: bytes) else { throw EntryFieldError.overlyComplexMarkup }
    let isAccepted = bytes.withUnsafeBytes { buffer in
      pd_xml_feed(
        stream, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard isAccepted, !receiver.isTooDeep else { throw EntryFieldError.overlyComplexMarkup }
  }

  /// Ends the document. Call this after the last bytes.
  ///
  /// - Throws: `EntryFieldError.overlyComplexMarkup` if the document is incomplete or exceeds a
  ///   limit.
  func end() throws {
    guard pd_xml_end(stream), !receiver.isTooDeep else { throw EntryFieldError.overlyComplexMarkup }
  }
}

/// An XML file of an import, parsed in chunks.
final class MarkupFile {
  private let input: OpenFile
  private let stream: MarkupStream
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)

  /// Opens a file.
  ///
  /// - Parameter receive: receives the pieces of each chunk.
  ///
  /// - Throws: `EntryFieldError.unreadable` if the file can't be opened, or the reason XML can't be
  ///   parsed.
  init(
    _ file: String, in tree: ImportTree, _ receive: @escaping (MarkupPieces.Piece) -> Void
  ) throws {
    guard let input = try? tree.open(file) else { throw EntryFieldError.unreadable }
    self.input = input
    stream = try MarkupStream(receive)
  }

  /// Parses the next chunk, or returns `false` at the end.
  ///
  /// - Throws: the reason the file can't be read or parsed.
  func read() throws -> Bool {
    guard let count = try? input.read(into: &chunk) else { throw EntryFieldError.unreadable }
    guard count > 0 else {
      try stream.end()
      return false
    }
    try stream.feed(count == chunk.count ? chunk : Array(chunk[..<count]))
    return true
  }
}

/// Converts texts of programs that mix HTML and plain text without labeling them.
enum MixedHTML {
  /// Returns the text as Markdown. Line ends are preserved.
  ///
  /// - Throws: the reason the markup can't be read.
  static func markdown(
    of text: String, image: (String, String) -> String? = { _, _ in nil }
  ) throws -> String {
    guard isHTML(text) else { return text }
    return try HTMLMarkdown.markdown(of: text.replacing("\n", with: "<br>"), image: image)
  }

  /// Returns `true` if the text contains a tag or a character entity.
  static func isHTML(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast(2).contains { index in
      let next = bytes[index + 1]
      let isLetter = (0x61...0x7A).contains(next | 0x20)
      switch bytes[index] {
      case UInt8(ascii: "<"):
        guard isLetter || next == UInt8(ascii: "/") else { return false }
        return bytes[index...].prefix(maxTagLength).contains(UInt8(ascii: ">"))
      case UInt8(ascii: "&"):
        let name = bytes[(index + 1)...].prefix(8)
        return (isLetter || next == UInt8(ascii: "#")) && name.contains(UInt8(ascii: ";"))
      default: return false
      }
    }
  }

  /// The longest tag in bytes.
  private static let maxTagLength = 400
}
