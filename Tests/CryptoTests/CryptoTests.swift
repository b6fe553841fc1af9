import Crypto
import DiaryCore
import TestSupport
import Testing

/// Test vectors from the algorithms' specifications.
@Suite struct CryptoTests {
  private static func bytes(_ digits: String) throws -> [UInt8] {
    try require(hexadecimalBytes(digits))
  }

  private static func digits(_ key: SymmetricKey?) -> String? {
    key.map { $0.withUnsafeBytes { hexadecimal($0) } }
  }

  @Test func `hashes match FIPS 180 and RFC 1321 however the bytes are split`() {
    let abc = Array("abc".utf8)
    expectEqual(
      hexadecimal(SHA256.hash(data: abc)),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    expectEqual(
      hexadecimal(Insecure.SHA1.hash(data: abc)), "a9993e364706816aba3e25717850c26c9cd0d89d")
    expectEqual(hexadecimal(Insecure.MD5.hash(data: abc)), "900150983cd24fb0d6963f7d28e17f72")
    expectEqual(
      hexadecimal(SHA256.hash(data: [])),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")

    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    for size in [1_000_000, 65_536, 1000, 63, 65] {
      var hash = SHA256()
      var rest = million[...]
      while !rest.isEmpty {
        rest.prefix(size).withUnsafeBytes { hash.update(bufferPointer: $0) }
        rest = rest.dropFirst(size)
      }
      expectEqual(
        hexadecimal(hash.finalize()),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", "\(size)")
    }

    var hash = SHA256()
    hash.update(data: Array("ab".utf8))
    let copy = hash
    expectEqual(hash.finalize(), SHA256.hash(data: Array("ab".utf8)))
    hash.update(data: Array("c".utf8))
    hash.update(data: [])
    expectEqual(hash.finalize(), SHA256.hash(data: abc))
    expectEqual(copy.finalize(), SHA256.hash(data: Array("ab".utf8)))
  }

  @Test func `codes and derived keys match RFC 4231, 5869 and 7914`() throws {
    let jefe = SymmetricKey(data: Array("Jefe".utf8))
    let question = Array("what do ya want for nothing?".utf8)
    var code = HMAC<SHA256>.authenticationCode(for: question, using: jefe)
    expectEqual(
      hexadecimal(code), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: question, using: jefe))
    expect(
      !HMAC<SHA256>.isValidAuthenticationCode(
        code.dropLast(), authenticating: question, using: jefe))
    code[31] ^= 1
    expect(!HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: question, using: jefe))
    let long = HMAC<SHA256>.authenticationCode(
      for: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      using: SymmetricKey(data: [UInt8](repeating: 0xAA, count: 131)))
    expectEqual(
      hexadecimal(long), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")

    let material = SymmetricKey(data: [UInt8](repeating: 0x0B, count: 22))
    expectEqual(
      Self.digits(
        HKDF<SHA256>.deriveKey(
          inputKeyMaterial: material, salt: Array(0...0x0C), info: Array(0xF0...0xF9),
          outputByteCount: 42)),
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    expectEqual(
      Self.digits(
        HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: [], outputByteCount: 42)),
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")

    expectEqual(
      Self.digits(
        Scrypt.deriveKey(
          from: SymmetricKey(data: Array("pleaseletmein".utf8)),
          salt: Array("SodiumChloride".utf8), rounds: 16_384)),
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    expectNil(Scrypt.deriveKey(from: jefe, salt: [], rounds: 1 << 50))
  }

  /// The text is from RFC 8439; the tag has no additional data.
  @Test func `opens sealed data only with the same key and nonce`() throws {
    let key = SymmetricKey(data: Array(0x80...0x9F))
    let nonce = try Self.bytes("070000004041424344454647")
    let text = Array(
      """
      Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
      sunscreen would be it.
      """.utf8)
    let sealed = text.withUnsafeBytes { ChaChaPoly.seal($0, using: key, nonce: nonce) }
    expectEqual(
      hexadecimal(sealed),
      """
      d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6\
      3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36\
      92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc\
      3ff4def08e4b7a9de576d26586cec64b6116\
      6a23a4681fd59456aea1d29f82477216
      """)
    func open(
      _ sealed: [UInt8], _ otherKey: SymmetricKey? = nil, _ otherNonce: [UInt8]? = nil
    ) -> [UInt8]? {
      sealed.withUnsafeBytes {
        ChaChaPoly.open($0, using: otherKey ?? key, nonce: otherNonce ?? nonce)
      }
    }
    expectEqual(open(sealed), text)
    for index in sealed.indices {
      var tampered = sealed
      tampered[index] ^= 0x80
      expectNil(open(tampered), "\(index)")
    }
    for count in [0, 1, 15, 16, sealed.count - 1] {
      expectNil(open(Array(sealed.prefix(count))), "\(count)")
    }
    expectNil(open(sealed + [0]))
    expectNil(open(sealed, SymmetricKey(size: .bits256)))
    expectNil(open(sealed, nil, randomBytes(12)))

    for count in [0, 1, 63, 64, 65, 65_536, 1_000_003] {
      let bytes = randomBytes(count)
      let sealed = bytes.withUnsafeBytes { ChaChaPoly.seal($0, using: key, nonce: nonce) }
      expectEqual(sealed.count, count + ChaChaPoly.tagSize)
      expectEqual(open(sealed), bytes, "\(count)")
    }
  }

  @Test func `keys compare by bytes, and new ones differ`() {
    expectEqual(SymmetricKey(data: [1, 2, 3]), SymmetricKey(data: [1, 2, 3]))
    expectNotEqual(SymmetricKey(data: [1, 2, 3]), SymmetricKey(data: [1, 2, 4]))
    expectNotEqual(SymmetricKey(data: [1, 2, 3]), SymmetricKey(data: [1, 2]))
    expectEqual(SymmetricKey(data: []), SymmetricKey(data: []))
    expectNotEqual(SymmetricKey(size: .bits128), SymmetricKey(size: .bits128))
    expectEqual(SymmetricKey(size: .bits256).withUnsafeBytes { $0.count }, 32)
    expectNotEqual(randomBytes(1000), randomBytes(1000))
    expect(randomBytes(1000).suffix(100).contains { $0 != 0 })
  }

  @Test func `keys agree as in RFC 7748, and reject points of small order`() throws {
    typealias Agreement = Curve25519.KeyAgreement
    let keys = try [
      "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
      "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
    ].compactMap { Agreement.PrivateKey(rawRepresentation: try Self.bytes($0)) }
    try require(keys.count == 2)
    let (alice, bob) = (keys[0], keys[1])
    expectEqual(
      hexadecimal(alice.publicKey.rawRepresentation),
      "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    expectEqual(
      hexadecimal(bob.publicKey.rawRepresentation),
      "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let secret = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    expectEqual(Self.digits(alice.sharedSecret(with: bob.publicKey)), secret)
    expectEqual(Self.digits(bob.sharedSecret(with: alice.publicKey)), secret)
    expectPrefix(hexadecimal(alice.rawRepresentation), "77076d0a7318a57d3c16c17251b26645")

    let zeros = [UInt8](repeating: 0, count: 31)
    let ones = [UInt8](repeating: 0xFF, count: 30)
    for point in [
      [0] + zeros, [1] + zeros, [0xEC] + ones + [0x7F], [0xED] + ones + [0x7F],
      [0xEE] + ones + [0x7F], [0] + zeros.dropLast() + [0x80],
      try Self.bytes("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
      try Self.bytes("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    ] as [[UInt8]] {
      let other = try require(Agreement.PublicKey(rawRepresentation: point))
      expectNil(alice.sharedSecret(with: other), "\(hexadecimal(point))")
    }
    expectNil(Agreement.PrivateKey(rawRepresentation: zeros))
    expectNil(Agreement.PublicKey(rawRepresentation: zeros))
    let (one, other) = (Agreement.PrivateKey(), Agreement.PrivateKey())
    expectNotEqual(one.publicKey, other.publicKey)
    expectEqual(one.sharedSecret(with: other.publicKey), other.sharedSecret(with: one.publicKey))
  }

  @Test func `signatures match RFC 8032, and no others are valid`() throws {
    let secret = try Self.bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    let key = try require(Curve25519.Signing.PrivateKey(rawRepresentation: secret))
    expectEqual(key.rawRepresentation, secret)
    expectEqual(
      Curve25519.Signing.PrivateKey(seed: SymmetricKey(data: secret)).publicKey, key.publicKey)
    expectEqual(
      hexadecimal(key.publicKey.rawRepresentation),
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    let signature = key.signature(for: [0x72])
    expectEqual(
      hexadecimal(signature),
      """
      92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
      085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
      """)
    expect(key.publicKey.isValidSignature(signature, for: [0x72]))
    expect(!key.publicKey.isValidSignature(signature, for: [0x73]))
    expect(!key.publicKey.isValidSignature(signature, for: []))
    expect(!key.publicKey.isValidSignature(signature.dropLast(), for: [0x72]))
    expect(!key.publicKey.isValidSignature([], for: [0x72]))
    for index in signature.indices {
      var tampered = signature
      tampered[index] ^= 1
      expect(!key.publicKey.isValidSignature(tampered, for: [0x72]), "\(index)")
    }

    // The same number modulo the group's order would be a second signature.
    let order = try Self.bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    var (malleable, carry) = (signature, 0)
    for index in 0..<32 {
      let sum = Int(malleable[32 + index]) + Int(order[index]) + carry
      (malleable[32 + index], carry) = (UInt8(sum & 0xFF), sum >> 8)
    }
    expect(!key.publicKey.isValidSignature(malleable, for: [0x72]))

    // No point has the ordinate y = 2.
    let noPoint = try require(
      Curve25519.Signing.PublicKey(rawRepresentation: [2] + [UInt8](repeating: 0, count: 31)))
    expect(!noPoint.isValidSignature(signature, for: [0x72]))
    expectNil(Curve25519.Signing.PublicKey(rawRepresentation: []))
    expectNil(Curve25519.Signing.PrivateKey(rawRepresentation: secret + [0]))
    let fresh = Curve25519.Signing.PrivateKey()
    expect(fresh.publicKey.isValidSignature(fresh.signature(for: []), for: []))
    expect(!key.publicKey.isValidSignature(fresh.signature(for: []), for: []))
  }

  @Test func `many tasks use the same key`() async throws {
    let signing = Curve25519.Signing.PrivateKey()
    let agreement = Curve25519.KeyAgreement.PrivateKey()
    let expected = signing.signature(for: [1])
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          (0..<20).allSatisfy { _ in
            let other = Curve25519.KeyAgreement.PrivateKey()
            return signing.signature(for: [1]) == expected
              && signing.publicKey.isValidSignature(expected, for: [1])
              && agreement.sharedSecret(with: other.publicKey)
                == other.sharedSecret(with: agreement.publicKey)
          }
        }
      }
      for await isSame in group { expect(isSame) }
    }
  }
}
