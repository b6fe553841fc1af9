import System

/// Encrypts bytes as they are written, and outputs each chunk as soon as it is full, so that no
/// plaintext has to be stored.
package struct AgeWriter: ~Copyable {
  /// The header, until it has been output.
  private var header: [UInt8]
  private let stream: AgeStream
  private var number = 0
  /// Plaintext that isn't encrypted yet, at most a chunk.
  private var pending: [UInt8] = []

  /// Creates the header of a file.
  ///
  /// - Throws: `AgeError` if there are no recipients or too many, or if there isn't enough memory
  ///   for scrypt.
  package init(to recipients: AgeEncryptionKey) throws(AgeError) {
    let key = SymmetricKey(size: .bits128)
    let nonce = randomBytes(AgeReader.nonceSize)
    header = try AgeHeader.bytes(try recipients.stanzas(wrapping: key), key) + nonce
    stream = AgeStream(key: AgeHeader.derived(from: key, salt: nonce, "payload"))
    pending.reserveCapacity(AgeStream.chunkSize)
  }

  /// Outputs the header. Otherwise, it is output with the first chunk.
  ///
  /// - Throws: the error of the closure.
  package mutating func begin<Failure: Error>(
    _ output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard !header.isEmpty else { return }
    try header.span.bytes.withUnsafeBytes { bytes throws(Failure) in try output(bytes) }
    header = []
  }

  /// Encrypts bytes. Keeps up to one chunk, because the last one is encrypted differently.
  ///
  /// - Throws: the error of the closure.
  package mutating func write<Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = bytes[...]
    if !pending.isEmpty {
      let filling = rest.prefix(AgeStream.chunkSize - pending.count)
      pending.append(contentsOf: filling)
      rest = rest.dropFirst(filling.count)
      if rest.isEmpty { return }
      try sealPending(isLast: false, output)
    }
    while rest.count > AgeStream.chunkSize {
      try seal(UnsafeRawBufferPointer(rebasing: rest.prefix(AgeStream.chunkSize)), output)
      rest = rest.dropFirst(AgeStream.chunkSize)
    }
    pending.append(contentsOf: rest)
  }

  /// Encrypts bytes.
  ///
  /// - Throws: the error of the closure.
  package mutating func write<Failure: Error>(
    _ bytes: [UInt8], _ output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(Failure) in try write(bytes, output) }
  }

  /// Outputs the last chunk. The file is incomplete without it.
  ///
  /// - Throws: the error of the closure.
  package mutating func finish<Failure: Error>(
    _ output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try sealPending(isLast: true, output)
  }

  private mutating func sealPending<Failure: Error>(
    isLast: Bool, _ output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var chunk: [UInt8] = []
    swap(&chunk, &pending)
    try chunk.span.bytes.withUnsafeBytes { bytes throws(Failure) in
      try seal(bytes, isLast: isLast, output)
    }
    chunk.removeAll(keepingCapacity: true)
    swap(&chunk, &pending)
  }

  private mutating func seal<Failure: Error>(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool = false,
    _ output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try begin(output)
    try stream.seal(chunk, number: number, isLast: isLast, output)
    number += 1
  }

  /// The size in bytes of the header of a file with one recipient. It is constant, because all keys
  /// have the same length.
  package static let headerSize: Int = {
    guard let empty = try? seal([], to: .recipients([AgeIdentity().recipient])) else {
      // Only a passphrase can fail, for lack of memory.
      preconditionFailure()
    }
    return empty.count - AgeStream.sealedSize(of: 0)
  }()

  /// Encrypts a complete file in memory.
  ///
  /// - Throws: `AgeError` if there are no recipients or too many, or if there isn't enough memory
  ///   for scrypt.
  package static func seal(_ bytes: [UInt8], to recipients: AgeEncryptionKey) throws(AgeError)
    -> [UInt8]
  {
    var writer = try AgeWriter(to: recipients)
    var sealed: [UInt8] = []
    writer.write(bytes) { sealed.append(contentsOf: $0) }
    writer.finish { sealed.append(contentsOf: $0) }
    return sealed
  }
}

// MARK: - AgeStream

/// The encrypted payload of an age file: chunks of 64 KiB, each numbered, the last one marked, so
/// that none can be removed or moved (the STREAM construction).
package struct AgeStream: Sendable {
  /// The size of a chunk's plaintext in bytes.
  package static let chunkSize = 64 << 10
  static let tagSize = ChaChaPoly.tagSize
  package static let sealedSize = chunkSize + tagSize

  /// Returns the size of the encrypted payload in bytes.
  ///
  /// - Parameter count: the size of the plaintext in bytes.
  package static func sealedSize(of count: Int) -> Int {
    count + max(1, (count + chunkSize - 1) / chunkSize) * tagSize
  }

  /// Returns the size of the plaintext in bytes.
  ///
  /// - Parameter sealed: the size of the encrypted payload in bytes.
  package static func plaintextSize(of sealed: Int) -> Int {
    max(0, sealed - (sealed + sealedSize - 1) / sealedSize * tagSize)
  }

  private let key: SymmetricKey

  package init(key: SymmetricKey) {
    self.key = key
    Allocator.keepsFreedMemory
  }

  /// Encrypts a chunk. Only the last one may be shorter than the others.
  ///
  /// - Throws: the error of the closure.
  package func seal<Failure: Error>(
    _ chunk: UnsafeRawBufferPointer, number: Int, isLast: Bool,
    _ output: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let sealed = ChaChaPoly.seal(chunk, using: key, nonce: Self.nonce(number, isLast))
    try sealed.span.bytes.withUnsafeBytes { bytes throws(Failure) in try output(bytes) }
  }

  /// Decrypts a chunk, passes its plaintext to a closure, wipes it, and returns the result. Returns
  /// `nil` if it isn't this chunk or was changed.
  package func open<Result>(
    _ sealed: UnsafeRawBufferPointer, number: Int, isLast: Bool,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard var chunk = open(sealed, number: number, isLast: isLast) else { return nil }
    defer { chunk.wipe() }
    return chunk.withUnsafeBytes(body)
  }

  /// Decrypts a chunk. Returns `nil` if it isn't this chunk or was changed.
  package func open(_ sealed: UnsafeRawBufferPointer, number: Int, isLast: Bool) -> [UInt8]? {
    ChaChaPoly.open(sealed, using: key, nonce: Self.nonce(number, isLast))
  }

  /// Returns the nonce of a chunk: its number in eleven bytes, big-endian, and a byte that is 1 for
  /// the last one.
  private static func nonce(_ number: Int, _ isLast: Bool) -> [UInt8] {
    [0, 0, 0] + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } + [isLast ? 1 : 0]
  }
}
