import System

/// The header of a file in the format age-encryption.org/v1, up to its payload.
struct AgeHeader {
  static let version = "age-encryption.org/v1"
  /// The maximum size of a header in bytes, enough for 600 recipients. It also bounds the work on
  /// the stanzas of a hostile file.
  static let limit = 64 << 10

  let stanzas: [AgeStanza]
  /// The bytes before the MAC, which it authenticates.
  private let text: [UInt8]
  private let mac: [UInt8]
  /// The size of the header in bytes.
  let count: Int

  // MARK: Writing

  /// Returns the bytes of a header with these stanzas, authenticated with the file key.
  static func bytes(_ stanzas: [AgeStanza], _ key: SymmetricKey) throws(AgeError) -> [UInt8] {
    guard !stanzas.isEmpty else { throw .noMatchingIdentity }
    let text = "\(version)\n\(stanzas.map(\.text).joined())---"
    let bytes = Array("\(text) \(Base64.text(mac(over: Array(text.utf8), key)))\n".utf8)
    guard bytes.count <= limit else { throw .headerTooLarge }
    return bytes
  }

  private static func mac(over text: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    HMAC<SHA256>.authenticationCode(for: text, using: derived(from: key, "header"))
  }

  /// Derives a key for one purpose from the file key.
  static func derived(
    from key: SymmetricKey, salt: [UInt8] = [], _ purpose: String
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Array(purpose.utf8), outputByteCount: 32)
  }

  // MARK: Reading

  /// Parses a header.
  ///
  /// - Parameter bytes: the start of the file, all of it or `limit` bytes.
  init(parsing bytes: [UInt8]) throws(AgeError) {
    var lines = Lines(bytes)
    try Self.checkVersion(bytes)
    _ = try lines.next()
    var stanzas: [AgeStanza] = []
    while true {
      let start = lines.index
      let line = try lines.next()
      if line.starts(with: "->".utf8) {
        stanzas.append(try Self.stanza(line, &lines))
        continue
      }
      let end = "---"
      guard line.starts(with: "\(end) ".utf8), !stanzas.isEmpty,
        let mac = Base64.bytes(line.dropFirst(end.utf8.count + 1)), mac.count == 32
      else { throw .damaged }
      text = Array(bytes[..<(start + end.utf8.count)])
      self.mac = mac
      self.stanzas = stanzas
      count = lines.index
      return
    }
  }

  private static func checkVersion(_ bytes: [UInt8]) throws(AgeError) {
    let line = Array("\(version)\n".utf8)
    if bytes.starts(with: line) { return }
    if !bytes.isEmpty, line.starts(with: bytes) { throw .damaged }
    let name = version.utf8.dropLast()
    guard bytes.starts(with: name) else { throw .notAge }
    let number = bytes.dropFirst(name.count).prefix { digits.contains($0) }
    if number.isEmpty { throw .notAge }
    // A first line with this version and more text is a damaged one.
    throw number.elementsEqual(version.utf8.suffix(1)) ? .damaged : .newerVersion
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func stanza(
    _ line: ArraySlice<UInt8>, _ lines: inout Lines
  ) throws(AgeError) -> AgeStanza {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let arguments = parts.dropFirst()
    guard parts.first?.count == 2, !arguments.isEmpty,
      arguments.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (33...126).contains($0) } })
    else { throw .damaged }
    var body: [UInt8] = []
    // The last line of a body isn't full, even if it has to be empty.
    while true {
      let line = try lines.next()
      guard line.count <= 64, let bytes = Base64.bytes(line) else { throw .damaged }
      body += bytes
      if line.count < 64 { break }
    }
    return AgeStanza(arguments: arguments.map { String(decoding: $0, as: UTF8.self) }, body: body)
  }

  /// Returns `true` if the header was written with this file key and not changed since.
  func isAuthentic(_ key: SymmetricKey) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(
      mac, authenticating: text, using: Self.derived(from: key, "header"))
  }

  private struct Lines {
    let bytes: [UInt8]
    private(set) var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next line, without its line feed.
    mutating func next() throws(AgeError) -> ArraySlice<UInt8> {
      guard let end = bytes[index...].firstIndex(of: 0x0A) else {
        throw bytes.count < limit ? .damaged : .headerTooLarge
      }
      defer { index = end + 1 }
      return bytes[index..<end]
    }
  }
}

// MARK: - AgeStanza

/// The file key, wrapped for one recipient or passphrase.
struct AgeStanza {
  /// The arguments. The first is the type, such as "X25519".
  let arguments: [String]
  let body: [UInt8]

  var name: String { arguments.first ?? "" }

  /// The stanza as in a header. The body must fit on one line.
  var text: String {
    "-> \(arguments.joined(separator: " "))\n\(Base64.text(body))\n"
  }
}
