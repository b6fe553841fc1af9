import Crypto

/// Words that open a file, by scrypt.
package struct AgePassphrase: Sendable {
  static let name = "scrypt"
  /// scrypt's cost as a power of two. It takes half a second and 128 MiB: one more, age's own choice,
  /// would take twice that.
  package static let usualCost = 17
  /// Takes two seconds and 512 MiB: whoever waits for an answer isn't to take the program for dead.
  private static let highestCost = 19
  private static let saltSize = 16
  /// Bounds the cost of what is sealed. Tests of hundreds of diaries lower it.
  @TaskLocal package static var costLimit = highestCost

  private let bytes: SymmetricKey

  /// `nil` of nothing.
  package init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if bytes.isEmpty { return nil }
    self.bytes = SymmetricKey(data: bytes)
  }

  func wrap(_ fileKey: SymmetricKey, cost: Int) throws(AgeError) -> AgeStanza {
    let (salt, cost) = (randomBytes(Self.saltSize), min(cost, Self.costLimit))
    return AgeStanza(
      arguments: [Self.name, Base64.text(salt), String(cost)],
      body: fileKey.wrapped(with: try wrapKey(salt, cost)))
  }

  /// The key of a file out of its one stanza.
  func unwrap(_ stanza: AgeStanza) throws(AgeError) -> SymmetricKey {
    guard stanza.arguments.count == 3, stanza.body.count == SymmetricKey.wrappedSize,
      let salt = Base64.bytes(stanza.arguments[1].utf8), salt.count == Self.saltSize,
      let cost = Int(stanza.arguments[2]), cost > 0, String(cost) == stanza.arguments[2]
    else { throw .damaged }
    guard cost <= Self.highestCost else { throw .workFactorTooHigh(cost) }
    guard let key = SymmetricKey(unwrapping: stanza.body, with: try wrapKey(salt, cost)) else {
      throw .wrongPassphrase
    }
    return key
  }

  private func wrapKey(_ salt: [UInt8], _ cost: Int) throws(AgeError) -> SymmetricKey {
    let salt = Array("\(AgeHeader.version)/\(Self.name)".utf8) + salt
    guard let key = Scrypt.deriveKey(from: bytes, salt: salt, rounds: 1 << cost) else {
      throw .outOfMemory
    }
    return key
  }
}
