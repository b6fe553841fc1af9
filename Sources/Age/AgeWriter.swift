/// Encrypts bytes as they come and gives what becomes of them, so that nothing of them need stand
/// anywhere in clear text.
package struct AgeWriter {
  /// Goes before what is sealed.
  private var header: [UInt8]
  private var stream: AgeStream
  private var pending: [UInt8] = []

  package init(_ header: AgeHeader) {
    self.header = header.bytes
    stream = AgeStream(key: header.payloadKey)
  }

  /// What can be sealed of these bytes and those before.
  package mutating func seal(_ bytes: [UInt8]) throws -> [UInt8] {
    pending += bytes
    // The last piece is another than those before it, so one is always held back.
    var sealed: [UInt8] = []
    var index = 0
    while pending.count - index > AgeStream.pieceSize {
      sealed += try stream.seal(pending[index..<index + AgeStream.pieceSize], isLast: false)
      index += AgeStream.pieceSize
    }
    pending.removeFirst(index)
    return begun(sealed)
  }

  /// The end of the file.
  package mutating func end() throws -> [UInt8] {
    defer { pending = [] }
    return begun(try stream.seal(pending[...], isLast: true))
  }

  private mutating func begun(_ sealed: [UInt8]) -> [UInt8] {
    defer { header = [] }
    return header + sealed
  }
}
