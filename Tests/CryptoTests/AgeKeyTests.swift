import System
import TestSupport
import Testing

@testable import Crypto

@Suite struct AgeKeyTests {
  @Test func `parses the text of a key`() throws {
    let identity = AgeIdentity()
    let text = String(decoding: identity.text, as: UTF8.self)
    expectPrefix(text, "AGE-SECRET-KEY-1")
    expectEqual(text.count, 74)
    try expectEqual(require(AgeIdentity(text.utf8)).recipient, identity.recipient)
    expectPrefix(identity.recipient.description, "age1")
    expectEqual(AgeRecipient(identity.recipient.description), identity.recipient)
  }

  @Test func `rejects a key with a typo`() throws {
    let recipient = AgeIdentity().recipient.description
    for index in recipient.indices {
      var changed = recipient
      changed.remove(at: index)
      expectNil(AgeRecipient(changed))
      changed.insert(recipient[index] == "q" ? "p" : "q", at: index)
      expectNil(AgeRecipient(changed))
    }
    expectNil(AgeRecipient(recipient.uppercased()))
    expectNil(AgeRecipient(recipient + " "))
    expectNil(AgeRecipient(""))
    let identity = String(decoding: AgeIdentity().text, as: UTF8.self)
    expectNil(AgeIdentity(identity.lowercased().utf8))
    expectNil(AgeIdentity(identity.dropLast().utf8))
    expectNil(AgeIdentity((identity.prefix(20) + "a" + identity.dropFirst(21)).utf8))
    expectNil(AgeIdentity(recipient.utf8))
  }

  @Test(arguments: [0, 1, 31, 33, 64]) func `rejects keys of other lengths`(count: Int) {
    let bytes = [UInt8](repeating: 9, count: count)
    expectNil(AgeRecipient(String(decoding: Bech32.text(bytes, prefix: "age"), as: UTF8.self)))
    let identity = Bech32.text(bytes, prefix: "age-secret-key-")
    expectNil(AgeIdentity(String(decoding: identity, as: UTF8.self).uppercased().utf8))
  }

  @Test func `never seals to a point of small order`() {
    let points = [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ].map { text in
      var digits = text[...]
      return (0..<32).map { _ in
        defer { digits = digits.dropFirst(2) }
        return UInt8(digits.prefix(2), radix: 16) ?? 0
      }
    }
    for point in points {
      for highest in [0, 0x80] as [UInt8] {
        let bytes = point.dropLast() + [point[31] | highest]
        let text = String(decoding: Bech32.text(bytes, prefix: "age"), as: UTF8.self)
        expectNil(AgeRecipient(text))
      }
      // Adjacent points are valid keys.
      let bytes = [point[0] ^ 0x20] + point.dropFirst()
      let text = String(decoding: Bech32.text(bytes, prefix: "age"), as: UTF8.self)
      expectEqual(AgeRecipient(text)?.description, text)
    }
  }

  @Test(arguments: [
    ("a12uel5l", "a", true), ("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "abcdef", true),
    ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "split", true),
    ("?1ezyfcl", "?", true), ("a12UEL5L", "a", false), ("x1b4n0q5v", "x", false),
    ("1pzry9x0s0muk", "", false), ("li1dgmt3", "li", false), ("de1lg7wt\u{FF}", "de", false),
    ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3x", "split", false),
  ])
  func `checks checksums as in BIP 173`(text: String, prefix: String, isRight: Bool) {
    let bytes = Bech32.bytes(Array(text.utf8), prefix: prefix)
    expectEqual((bytes != nil), isRight)
    if let bytes { expectEqual(Bech32.text(bytes, prefix: prefix), Array(text.utf8)) }
  }

  @Test func `encodes Base64 in one form only`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      expectEqual(Base64.bytes(Base64.text(bytes).utf8), bytes)
    }
    expectEqual(Base64.text(Array("any carnal pleas".utf8)), "YW55IGNhcm5hbCBwbGVhcw")
    for text in ["A", "AB", "AAB", "AA=", "AA==", "AA A", "AAAAA", "A-", "A_", "\n"] {
      expectNil(Base64.bytes(text.utf8), "\(text)")
    }
  }
}
