import CXML
import DiaryCore
import System

/// Reads a text of HTML or XML piece by piece, without a tree, within limits, and nothing that it refers to.
enum MarkupPieces {
  enum Piece {
    case begin(String, attributes: [String: String])
    case end(String)
    case text(String)
  }

  enum Kind { case html, xml }

  /// In bytes, of HTML. More was written by no person in one entry.
  static let longest = 16 << 20
  /// Elements within each other.
  private static let deepest = 200
  /// Of one element: libxml2 compares each with all before it.
  private static let mostAttributes = 256

  /// Whom the pieces go to, and how deep in each other its elements lie.
  final class Receiver {
    fileprivate let receive: (Piece) -> Void
    fileprivate var depth = 0
    fileprivate(set) var isTooDeep = false

    init(_ receive: @escaping (Piece) -> Void) { self.receive = receive }

    /// What the library is to call, as long as this value is there.
    var handler: pd_markup_handler {
      pd_markup_handler(
        context: Unmanaged.passUnretained(self).toOpaque(),
        begin: { MarkupPieces.begin($0, $1, $2) }, end: { MarkupPieces.end($0, $1) },
        text: { MarkupPieces.text($0, $1, $2) })
    }
  }

  /// Gives all pieces of a text. Throws why it can't be read, some pieces may have come by then.
  static func read(
    _ text: String, as kind: Kind = .html, _ receive: (Piece) -> Void
  ) throws(EntryFieldError) {
    guard kind == .xml || text.utf8.count <= longest else { throw .tooLong }
    guard pd_markup_load() else { throw .noMarkupLibrary }
    // What follows one wouldn't be read.
    var bytes = text.utf8.map { $0 == 0 ? UInt8(ascii: " ") : $0 }
    var attributes = AttributeCount()
    guard !attributes.isTooHigh(with: bytes) else { throw .tangledMarkup }
    bytes.append(0)
    let (isWhole, isTooDeep) = withoutActuallyEscaping(receive) { receive in
      let receiver = Receiver(receive)
      return withExtendedLifetime(receiver) {
        var handler = receiver.handler
        let isWhole = bytes.withUnsafeBytes { buffer in
          let text = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
          return kind == .html
            ? pd_html_read(text, buffer.count - 1, &handler)
            : pd_xml_read(text, buffer.count - 1, &handler)
        }
        return (isWhole, receiver.isTooDeep)
      }
    }
    guard isWhole, !isTooDeep else { throw .tangledMarkup }
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

  /// Counts the words between the brackets of one element, as its bytes come.
  struct AttributeCount {
    private var words = 0
    private var isInside = false
    private var quote: UInt8?
    private var last: UInt8 = 0

    /// Whether more stand in one element than any element has, the next bytes included.
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
          if words > mostAttributes { return true }
        }
      }
      return false
    }
  }
}

/// Reads XML as its bytes come, so that a file of any size needs little memory: the same pieces, and the
/// same limits, as those of a text.
final class MarkupStream {
  private let stream: OpaquePointer
  private let receiver: MarkupPieces.Receiver
  private var attributes = MarkupPieces.AttributeCount()

  init(_ receive: @escaping (MarkupPieces.Piece) -> Void) throws(EntryFieldError) {
    guard pd_markup_load() else { throw .noMarkupLibrary }
    let receiver = MarkupPieces.Receiver(receive)
    var handler = receiver.handler
    guard let stream = pd_xml_open(&handler) else { throw .tangledMarkup }
    self.stream = stream
    self.receiver = receiver
  }

  deinit { pd_xml_close(stream) }

  /// Reads the next bytes. Throws when it can't be read on.
  func feed(_ bytes: [UInt8]) throws(EntryFieldError) {
    // What follows a zero byte wouldn't be read.
    let bytes = bytes.contains(0) ? bytes.map { $0 == 0 ? UInt8(ascii: " ") : $0 } : bytes
    guard !attributes.isTooHigh(with: bytes) else { throw .tangledMarkup }
    let goesOn = bytes.withUnsafeBytes { buffer in
      pd_xml_feed(
        stream, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard goesOn, !receiver.isTooDeep else { throw .tangledMarkup }
  }

  /// To be called behind the last bytes.
  func end() throws(EntryFieldError) {
    guard pd_xml_end(stream), !receiver.isTooDeep else { throw .tangledMarkup }
  }
}

/// A file of XML in an import, read part by part.
final class MarkupFile {
  private let input: SourceFile
  private let stream: MarkupStream
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)

  /// `receive` is given the pieces of each part.
  ///
  /// - Throws: `EntryFieldError.unreadable` where the file can't be opened, or why XML can't be read here.
  init(
    _ file: String, in tree: ImportTree, _ receive: @escaping (MarkupPieces.Piece) -> Void
  ) throws(EntryFieldError) {
    guard let input = try? tree.open(file) else { throw .unreadable }
    self.input = input
    stream = try MarkupStream(receive)
  }

  /// Reads the next part; `false` at the end.
  ///
  /// - Throws: the reason that the file can't be read on.
  func read() throws(EntryFieldError) -> Bool {
    guard let count = try? input.read(into: &chunk) else { throw .unreadable }
    guard count > 0 else {
      try stream.end()
      return false
    }
    try stream.feed(count == chunk.count ? chunk : Array(chunk[..<count]))
    return true
  }
}

/// Texts of programs that write HTML in some and plain text in others, and don't say which.
enum LooseHTML {
  /// The text as Markdown. Line ends in it are the person's.
  static func markdown(
    of text: String, image: (String, String) -> String? = { _, _ in nil }
  ) throws(EntryFieldError) -> String {
    guard isHTML(text) else { return text }
    return try HTMLMarkdown.markdown(of: text.replacing("\n", with: "<br>"), image: image)
  }

  /// Whether there is an element or a character by its name in it.
  static func isHTML(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast(2).contains { index in
      let next = bytes[index + 1]
      let isLetter = (0x61...0x7A).contains(next | 0x20)
      switch bytes[index] {
      case UInt8(ascii: "<"):
        guard isLetter || next == UInt8(ascii: "/") else { return false }
        return bytes[index...].prefix(longestTag).contains(UInt8(ascii: ">"))
      case UInt8(ascii: "&"):
        let name = bytes[(index + 1)...].prefix(8)
        return (isLetter || next == UInt8(ascii: "#")) && name.contains(UInt8(ascii: ";"))
      default: return false
      }
    }
  }

  /// In bytes.
  private static let longestTag = 400
}
