import Age
import Crypto
import DiaryCore
import Localization
import System

/// The keys of this device, which never leave it: one that opens the diary's, one that signs. Each
/// stands in a file of its own, written as its first program made it.
package struct DeviceKeys: Sendable {
  private typealias OpenFile = System.OpenFile<KeyErrors>
  private typealias FileSystem = System.FileSystem<KeyErrors>
  private typealias DurableFile = System.DurableFile<KeyErrors>

  package let identity: AgeIdentity
  private let signingKey: Curve25519.Signing.PrivateKey

  /// Reads the keys, or makes those that aren't there. A file that can't be read is no reason for
  /// another key: what was sealed to it would be lost.
  ///
  /// - Parameter identity: the key that opens, where it stands elsewhere.
  package init(in folder: String, identity: AgeIdentity? = nil) throws(KeyError) {
    if let identity {
      self.identity = identity
    } else {
      // As `age -i` reads it.
      self.identity = try Self.read(Self.identityPath(in: folder)) {
        AgeIdentity().text
      } parsing: { text in
        AgeIdentity(text)
      }
    }
    signingKey = try Self.signingKey(in: folder)
  }

  /// Reads the signing key from its file of 64 hexadecimal digits, or makes it.
  private static func signingKey(in folder: String) throws(KeyError)
    -> Curve25519.Signing.PrivateKey
  {
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

  /// Returns the public half of the signing key; `nil` if none has been made or its file can't be read.
  package static func storedVerifyingKey(in folder: String) -> VerifyingKey? {
    guard FileSystem.ownStatus(of: signingPath(in: folder)) != nil else { return nil }
    return (try? signingKey(in: folder)).map { VerifyingKey(key: $0.publicKey) }
  }

  /// The key that opens, if it stands in that folder.
  package static func storedIdentity(in folder: String) throws(KeyError) -> AgeIdentity? {
    let path = identityPath(in: folder)
    guard FileSystem.ownStatus(of: path) != nil else { return nil }
    return try DeviceKeys(in: folder).identity
  }

  /// Puts a key that opens into that folder, unless one stands there.
  package static func keep(_ identity: AgeIdentity, in folder: String) throws(KeyError) {
    _ = try read(identityPath(in: folder)) {
      identity.text
    } parsing: {
      AgeIdentity($0)
    }
  }

  /// Removes the key that opens: it stands elsewhere now.
  package static func removeIdentity(in folder: String) {
    FileSystem.unlink(identityPath(in: folder))
  }

  /// The key in a file, made on first use. Of two programs that do this at once, one was first.
  private static func read<Key>(
    _ path: String, making make: () -> [UInt8], parsing parse: (ArraySlice<UInt8>) -> Key?
  ) throws(KeyError) -> Key {
    if FileSystem.ownStatus(of: path) == nil {
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
    guard status.isRegularFile else { throw .file(SystemError(.opening, path, .notARegularFile)) }
    guard status.permissions & 0o077 == 0 else { throw .exposed(path: path) }
    var text = try file.bytes(from: 0, atMost: 100)
    defer { text.wipe() }
    guard text.last == UInt8(ascii: "\n"), let key = parse(text.dropLast()) else {
      throw .damaged(path: path)
    }
    return key
  }

  package var verifyingKey: VerifyingKey {
    VerifyingKey(key: signingKey.publicKey)
  }

  /// Signs a message, which counts only where that context is looked for.
  package func signature(of message: [UInt8], _ context: SigningContext) -> [UInt8] {
    context.signature(of: message, by: signingKey)
  }
}

/// What a device's signatures are checked with.
package struct VerifyingKey: Hashable, Sendable {
  private let key: Curve25519.Signing.PublicKey

  init(key: Curve25519.Signing.PublicKey) { self.key = key }

  /// `nil` unless there are 32. Whether they are a point of the curve shows when they are used.
  package init?(_ bytes: some Sequence<UInt8>) {
    guard let key = Curve25519.Signing.PublicKey(rawRepresentation: Array(bytes)) else {
      return nil
    }
    self.key = key
  }

  /// Reads 64 hexadecimal digits; `nil` if the text is anything else.
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
    key.isValidSignature(signature, for: context.beginning + message)
  }
}

/// What something is signed as, so that it can't be taken for something else. A line feed ends it
/// before the message.
package struct SigningContext: Sendable {
  fileprivate let beginning: [UInt8]

  package init(_ name: StaticString) {
    beginning = name.withUTF8Buffer { Array($0) } + [UInt8(ascii: "\n")]
  }

  func signature(of message: [UInt8], by key: Curve25519.Signing.PrivateKey) -> [UInt8] {
    key.signature(for: beginning + message)
  }
}

// MARK: - KeyError

/// What can go wrong with keys, each with what is needed to say so.
package enum KeyError: Error, Hashable, Sendable {
  /// A sealed file that holds a key, by its name on a remote.
  case age(name: String, AgeError)
  case wrongWords(name: String)
  /// It holds another key than the diary's.
  case foreignKey(name: String)
  case file(SystemError)
  /// Others than its owner may read a secret key, or write it.
  case exposed(path: String)
  case damaged(path: String)
}

/// The system's errors as those of keys.
enum KeyErrors: ErrorMapping {
  static func failure(_ error: SystemError) -> KeyError { .file(error) }
}

extension KeyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .age(let name, let error): error.words(name)
    case .wrongWords(let name):
      localized(
        "These recovery words don't open \(name). Compare each with what you wrote down.")
    case .foreignKey(let name):
      localized("\(name) holds a key that isn't this diary's. Somebody may have replaced it.")
    case .file(let error): Self.words(error)
    case .exposed(let path):
      localized(
        """
        Others may read the secret key \(path). Run `chmod 600` on it, or remove it to make this \
        machine a new device.
        """)
    case .damaged(let path):
      localized(
        """
        The secret key \(path) is damaged. Restore it from a backup, or remove it to make this \
        machine a new device.
        """)
    }
  }

  private static func words(_ error: SystemError) -> String {
    let words = error.number?.words ?? localized("it isn't a regular file")
    return localized("Couldn't use a secret key: \(error.operation.words(error.path)): \(words).")
  }
}

extension AgeError {
  /// One line about the file of that name.
  package func words(_ name: String) -> String {
    switch self {
    case .notAge: localized("\(name) isn't a file that age encrypted.")
    case .newerVersion:
      localized("\(name) is encrypted in a newer way than this program knows. Update PhotoDiary.")
    case .noMatchingIdentity: localized("\(name) was encrypted for other keys than those here.")
    case .wrongPassphrase: localized("The passphrase doesn't open \(name). Check it and try again.")
    case .damaged: localized("\(name) is damaged or cut short. Get it again from where it came.")
    case .workFactorTooHigh(let factor):
      localized("\(name) would take too long to open (work factor \(factor)). It may be a trap.")
    case .headerTooLarge: localized("\(name) is encrypted for too many keys.")
    case .outOfMemory:
      localized(
        "Too little memory for the passphrase of \(name). End other programs and try again.")
    case .unreadable(let number): localized("Couldn't read \(name): \(number.words).")
    }
  }
}
