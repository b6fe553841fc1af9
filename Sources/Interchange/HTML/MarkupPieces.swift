import CXML
import DiaryCore

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
