import DiaryCore
import System
import Text

/// The secret keys of this device: one for decryption and one for signing. They never leave the
/// device, and each is in a separate file that is never changed.
package struct DeviceKeys: Sendable {
  package let identity: AgeIdentity
  private let signingKey: Curve25519.Signing.PrivateKey

  /// Reads the keys, and creates those that don't exist. An unreadable file is an error and not
  /// replaced, because data encrypted to its key would be lost.
  ///
  /// - Parameter identity: the decryption key, if it is stored elsewhere.
  /// - Throws: `SystemError` if a file can't be read or created; `KeyError` if one is damaged, or
  ///   can be read by others.
  package init(in folder: String, identity: AgeIdentity? = nil) throws {
    if let identity {
      self.identity = identity
    } else {
      // The file is readable by `age -i`.
      self.identity = try Self.read(Self.identityPath(in: folder)) {
        AgeIdentity().text
      } parsing: { text in
        AgeIdentity(text)
      }
    }
    signingKey = try Self.signingKey(in: folder)
  }

  /// Reads the signing key from its file of 64 hexadecimal digits, or creates it.
  private static func signingKey(in folder: String) throws -> Curve25519.Signing.PrivateKey {
    try read(signingPath(in: folder)) {
      var secret = Curve25519.Signing.PrivateKey().rawRepresentation
      defer { secret.wipe() }
      return Array(hexadecimal(secret).utf8)
    } parsing: { text in
      var bytes = text.compactMap(hexadecimalValue(of:))
      defer { bytes.wipe() }
      guard text.count == 64, bytes.count == 64 else { return nil }
      var secret = (0..<32).map { bytes[2 * $0] << 4 | bytes[2 * $0 + 1] }
      defer { secret.wipe() }
      return Curve25519.Signing.PrivateKey(rawRepresentation: secret)
    }
  }

  private static func identityPath(in folder: String) -> String { Path.join(folder, "x25519.key") }
  private static func signingPath(in folder: String) -> String { Path.join(folder, "ed25519.key") }

  /// Returns the public half of the signing key; `nil` if it hasn't been created or its file can't
  /// be read.
  package static func storedVerifyingKey(in folder: String) -> VerifyingKey? {
    guard FileSystem.statusNoFollow(of: signingPath(in: folder)) != nil else { return nil }
    return (try? signingKey(in: folder)).map { VerifyingKey(key: $0.publicKey) }
  }

  /// Returns the decryption key; `nil` if it isn't stored in this folder.
  ///
  /// - Throws: `SystemError` if a file can't be read; `KeyError` if one is damaged, or can be read
  ///   by others.
  package static func storedIdentity(in folder: String) throws -> AgeIdentity? {
    guard try FileSystem.isPresent(identityPath(in: folder)) else { return nil }
    return try DeviceKeys(in: folder).identity
  }

  /// Stores a decryption key in this folder, unless there is one.
  ///
  /// - Throws: `SystemError` if the file can't be written or read; `KeyError` if an existing one is
  ///   damaged, or can be read by others.
  package static func write(_ identity: AgeIdentity, in folder: String) throws {
    _ = try read(identityPath(in: folder)) {
      identity.text
    } parsing: {
      AgeIdentity($0)
    }
  }

  /// Removes the decryption key, after it was stored elsewhere.
  package static func removeIdentity(in folder: String) {
    FileSystem.unlink(identityPath(in: folder))
  }

  /// Returns the key in a file, and creates it on first use. If two programs do this at the same
  /// time, both return the key of the first one.
  private static func read<Key>(
    _ path: String, making make: () -> [UInt8], parsing parse: (ArraySlice<UInt8>) -> Key?
  ) throws -> Key {
    if FileSystem.statusNoFollow(of: path) == nil {
      let folder = Path.parent(path)
      try FileSystem.makeFolders(folder)
      var text = make()
      defer { text.wipe() }
      var file = try DurableFile(in: folder)
      try file.write(text)
      try file.write([UInt8(ascii: "\n")])
      try file.commit(asNew: path)
    }
    let file = try OpenFile(path, [.readOnly, .noFollow, .nonBlocking])
    let status = try file.status()
    guard status.isRegularFile else { throw SystemError(.opening, path, .notARegularFile) }
    guard status.permissions & 0o077 == 0 else { throw KeyError.exposed(path: path) }
    var text = try file.bytes(from: 0, atMost: 100)
    defer { text.wipe() }
    guard text.last == UInt8(ascii: "\n"), let key = parse(text.dropLast()) else {
      throw KeyError.damaged(path: path)
    }
    return key
  }

  package var verifyingKey: VerifyingKey {
    VerifyingKey(key: signingKey.publicKey)
  }

  /// Signs a message. The signature is only valid in this context.
  package func signature(of message: [UInt8], _ context: SigningContext) -> [UInt8] {
    context.signature(of: message, by: signingKey)
  }
}

/// The public key that verifies a device's signatures.
package struct VerifyingKey: Hashable, Sendable {
  private let key: Curve25519.Signing.PublicKey

  init(key: Curve25519.Signing.PublicKey) { self.key = key }

  /// Creates a key from its bytes; `nil` unless there are 32. They are only checked to be a point
  /// of the curve when the key is used.
  package init?(_ bytes: some Sequence<UInt8>) {
    guard let key = Curve25519.Signing.PublicKey(rawRepresentation: Array(bytes)) else {
      return nil
    }
    self.key = key
  }

  /// Parses 64 hexadecimal digits; `nil` if the text is anything else.
  package init?(hexadecimal text: String) {
    guard let bytes = hexadecimalBytes(text) else { return nil }
    self.init(bytes)
  }

  /// The key as 64 hexadecimal digits.
  package var text: String { hexadecimal(bytes) }

  package var bytes: [UInt8] { key.rawRepresentation }

  package func isValid(
    _ signature: [UInt8], of message: [UInt8], _ context: SigningContext
  ) -> Bool {
    key.isValidSignature(signature, for: context.prefix + message)
  }
}

/// The purpose of a signature, so that a message signed for one purpose isn't accepted for another.
/// Signed before the message, with a line feed between them.
package struct SigningContext: Sendable {
  fileprivate let prefix: [UInt8]

  package init(_ name: StaticString) {
    prefix = name.withUTF8Buffer { Array($0) } + [UInt8(ascii: "\n")]
  }

  func signature(of message: [UInt8], by key: Curve25519.Signing.PrivateKey) -> [UInt8] {
    key.signature(for: prefix + message)
  }
}

// MARK: - KeyError

/// An error about keys, with the details for its message.
package enum KeyError: Error, Hashable, Sendable {
  /// A file with a key can't be encrypted or decrypted. `name` is its name on a remote.
  case age(name: String, AgeError)
  case wrongRecoveryWords(name: String)
  /// The file has a key that isn't the diary's.
  case foreignKey(name: String)
  /// The diary has no file with this name, or its folder has no key files.
  case missing(name: String)
  case file(SystemError)
  /// Users other than the owner may read or write the file of a secret key.
  case exposed(path: String)
  case damaged(path: String)
}

extension KeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .age(let name, let error): error.message(name)
    case .wrongRecoveryWords(let name):
      localized(
        """
        These recovery words don't open \(name). Compare each with what you wrote down. If newer \
        words were shown since, use those.
        """)
    case .foreignKey(let name):
      localized("\(name) contains a key that isn't this diary's. Someone may have replaced it.")
    case .missing(let name):
      localized("\(name) is missing from the diary's folder. Restore it from a backup.")
    case .file(let error): Self.message(error)
    case .exposed(let path):
      localized(
        """
        Other users can read the secret key \(path). Run `chmod 600` on it, or remove it to make \
        this machine a new device.
        """)
    case .damaged(let path):
      localized(
        """
        The secret key \(path) is damaged. Restore it from a backup, or remove it to make this \
        machine a new device.
        """)
    }
  }

  private static func message(_ error: SystemError) -> String {
    let message = error.number?.message ?? localized("it isn't a regular file")
    return localized(
      "Couldn't use a secret key: \(error.operation.description(of: error.path)): \(message).")
  }
}

extension AgeError {
  /// Returns a one-line message about the file with this name.
  package func message(_ name: String) -> String {
    switch self {
    case .notAge: localized("\(name) isn't encrypted with age.")
    case .newerVersion:
      localized("\(name) uses a newer encryption than this program supports. Update PhotoDiary.")
    case .noMatchingIdentity: localized("No key on this machine opens \(name).")
    case .wrongPassphrase: localized("The passphrase doesn't open \(name). Check it and try again.")
    case .damaged: localized("\(name) is damaged or incomplete. Copy it again from its source.")
    case .workFactorTooHigh(let factor):
      localized("\(name) would take too long to open (work factor \(factor)). It may be malicious.")
    case .headerTooLarge: localized("\(name) is encrypted for too many keys.")
    case .outOfMemory:
      localized(
        "Not enough memory to check the passphrase of \(name). Close other programs and try again.")
    case .unreadable(let number): localized("Couldn't read \(name): \(number.message).")
    }
  }
}
