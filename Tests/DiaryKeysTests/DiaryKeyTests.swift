import Age
import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import DiaryKeys

@Suite struct DiaryKeyTests {
  private let diary = DiaryKey(epoch: 3)
  private let asset = AssetID(digest: [UInt8](repeating: 0xA5, count: 32))

  @Test func `what is signed in its name is told from what is signed with another`() {
    let context = SigningContext("photodiary/test")
    let signature = diary.signature(of: [1, 2], context)
    expect(diary.verifyingKey.isValid(signature, of: [1, 2], context))
    expect(!diary.verifyingKey.isValid(signature, of: [1, 3], context))
    expect(!DiaryKey(epoch: 3).verifyingKey.isValid(signature, of: [1, 2], context))
  }

  @Test func `assets' names are of this diary alone`() {
    let other = AssetID(digest: [UInt8](repeating: 0xA6, count: 32))
    let names = [diary.name(of: asset), diary.name(of: other), DiaryKey(epoch: 3).name(of: asset)]
    expectEqual(Set(names + [asset]).count, 4)
    expectEqual(diary.name(of: asset), diary.name(of: asset))
  }

  @Test(.enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl isn't installed"))
  func `openssl makes the same name`() throws {
    let text = String(decoding: diary.identity.text, as: UTF8.self)
    let key = try ProgramResult.run(
      "/usr/bin/openssl",
      [
        "kdf", "-keylen", "32", "-kdfopt", "digest:SHA256", "-kdfopt", "key:\(text)", "-kdfopt",
        "info:photodiary/asset-name/1", "HKDF",
      ]
    ).text.filter(\.isHexDigit)
    let name = try ProgramResult.run(
      "/usr/bin/openssl",
      ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(key)"],
      input: Array(asset.description.utf8))
    expectSuffix(name.text, " \(diary.name(of: asset))\n", "\(name.text)\(name.errorText)")
  }
}
