import Crypto
import System

/// Encrypts bytes as they come and gives on what becomes of them, a chunk at a time, so that nothing
/// of them need stand anywhere in clear text.
package struct AgeWriter: ~Copyable {
  /// Goes before what is sealed.
  private var header: [UInt8]
  private let stream: AgeStream
  private var number = 0
  /// What isn't sealed yet: at most a chunk.
  private var pending: [UInt8] = []

  package init(to lock: AgeLock) throws(AgeError) {
    let key = SymmetricKey(size: .bits128)
    let nonce = randomBytes(AgeReader.nonceSize)
    header = try AgeHeader.bytes(try lock.stanzas(wrapping: key), key) + nonce
    stream = AgeStream(key: AgeHeader.derived(from: key, salt: nonce, "payload"))
    pending.reserveCapacity(AgeStream.chunkSize)
  }

  /// Gives what stands before the first chunk. Without this, it goes with that.
  package mutating func begin<Failure: Error>(
    _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard !header.isEmpty else { return }
    try header.span.bytes.withUnsafeBytes { bytes throws(Failure) in try put(bytes) }
    header = []
  }

  /// A last chunk is another than those before it, so one is always held back.
  package mutating func write<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = bytes[...]
    if !pending.isEmpty {
      let room = rest.prefix(AgeStream.chunkSize - pending.count)
      pending.append(contentsOf: room)
      rest = rest.dropFirst(room.count)
      if rest.isEmpty { return }
      try sealPending(isLast: false, put)
    }
    while rest.count > AgeStream.chunkSize {
      try seal(UnsafeRawBufferPointer(rebasing: rest.prefix(AgeStream.chunkSize)), put)
      rest = rest.dropFirst(AgeStream.chunkSize)
    }
    pending.append(contentsOf: rest)
  }

  package mutating func write<Failure: Error>(
    _ bytes: [UInt8], _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(Failure) in try write(bytes, put) }
  }

  /// Gives the rest. Without this, what was written is no file.
  package mutating func finish<Failure: Error>(
    _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try sealPending(isLast: true, put)
  }

  private mutating func sealPending<Failure: Error>(
    isLast: Bool, _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var chunk: [UInt8] = []
    swap(&chunk, &pending)
    try chunk.span.bytes.withUnsafeBytes { bytes throws(Failure) in
      try seal(bytes, isLast: isLast, put)
    }
    chunk.removeAll(keepingCapacity: true)
    swap(&chunk, &pending)
  }

  private mutating func seal<Failure: Error>(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool = false,
    _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try begin(put)
    try stream.seal(chunk, number: number, isLast: isLast, put)
    number += 1
  }

  /// In bytes, of what stands before the chunks of a file for one recipient: keys, and so the words of
  /// them, are of one length.
  package static let headerSize: Int = {
    guard let empty = try? seal([], to: .recipients([AgeIdentity().recipient])) else {
      // Only the memory for a passphrase can be lacking.
      preconditionFailure()
    }
    return empty.count - AgeStream.sealedSize(of: 0)
  }()

  /// A whole file at once.
  package static func seal(_ bytes: [UInt8], to lock: AgeLock) throws(AgeError) -> [UInt8] {
    var writer = try AgeWriter(to: lock)
    var sealed: [UInt8] = []
    writer.write(bytes) { sealed.append(contentsOf: $0) }
    writer.finish { sealed.append(contentsOf: $0) }
    return sealed
  }
}

// MARK: - AgeStream

/// A payload in sealed chunks of 64 KiB, as age has it (the STREAM construction): each is numbered,
/// and the last one says that it is the last, so that none can be left out or moved.
package struct AgeStream: Sendable {
  /// Of clear text.
  package static let chunkSize = 64 << 10
  static let tagSize = ChaChaPoly.tagSize
  package static let sealedSize = chunkSize + tagSize

  /// In bytes, of what so many bytes become behind the header.
  package static func sealedSize(of count: Int) -> Int {
    count + max(1, (count + chunkSize - 1) / chunkSize) * tagSize
  }

  /// In bytes, of what became so many behind the header.
  package static func clearSize(of sealed: Int) -> Int {
    max(0, sealed - (sealed + sealedSize - 1) / sealedSize * tagSize)
  }

  private let key: SymmetricKey

  package init(key: SymmetricKey) {
    self.key = key
    FreedMemory.stays
  }

  /// Gives a chunk, sealed. Only the last one may be shorter than the others.
  package func seal<Failure: Error>(
    _ chunk: UnsafeRawBufferPointer, number: Int, isLast: Bool,
    _ put: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let sealed = ChaChaPoly.seal(chunk, using: key, nonce: Self.nonce(number, isLast))
    try sealed.span.bytes.withUnsafeBytes { bytes throws(Failure) in try put(bytes) }
  }

  /// Opens a chunk and gives its clear text, which is gone when `take` returns. Returns what that made
  /// of it; `nil` if it isn't that chunk, or was changed.
  package func open<Result>(
    _ sealed: UnsafeRawBufferPointer, number: Int, isLast: Bool,
    _ take: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard var chunk = open(sealed, number: number, isLast: isLast) else { return nil }
    defer { chunk.wipe() }
    return chunk.withUnsafeBytes(take)
  }

  /// A chunk, opened; `nil` if it isn't that one, or was changed.
  package func open(_ sealed: UnsafeRawBufferPointer, number: Int, isLast: Bool) -> [UInt8]? {
    ChaChaPoly.open(sealed, using: key, nonce: Self.nonce(number, isLast))
  }

  /// Eleven bytes of number, the highest first, and one that is 1 for the last chunk.
  private static func nonce(_ number: Int, _ isLast: Bool) -> [UInt8] {
    [0, 0, 0] + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } + [isLast ? 1 : 0]
  }
}
