import CXML

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
