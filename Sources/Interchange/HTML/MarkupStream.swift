import CXML
import System

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
