import DiaryCore
import DiaryStore

/// A diary that was encrypted, and is unlocked for all programs of this machine: the kernel keeps its key.
struct SealedDiary {
  private static let passphrase = "correct horse battery staple"

  let diary: BenchmarkDiary
  /// Opens it in this process.
  let cipher: StoreCipher

  struct StaysLocked: Error, CustomStringConvertible {
    var description: String { "the kernel keeps no keys for programs here" }
  }

  /// Encrypts a copy of a diary.
  @MainActor
  init(_ diary: BenchmarkDiary, _ bench: Workbench) throws {
    self.diary = try bench.copy(of: diary)
    try Self.encryption(of: self.diary, bench).result()
    let unlock = self.diary.run(
      "unlock", "--for", "8h", "--passphrase-file", try Self.passphraseFile(bench))
    guard (try? unlock.result()) != nil, let passphrase = Passphrase(Self.passphrase.utf8) else {
      throw StaysLocked()
    }
    cipher = StoreCipher(
      try StoreKeys(of: StoreLayout(root: self.diary.store)).keyring(with: passphrase))
  }

  /// Has the kernel forget the key.
  func lock() throws { try diary.run("lock").result() }

  /// What encrypts a diary.
  @MainActor
  static func encryption(of diary: BenchmarkDiary, _ bench: Workbench) throws -> ProgramRun {
    diary.run("encrypt", "--passphrase-file", try passphraseFile(bench))
  }

  @MainActor
  private static func passphraseFile(_ bench: Workbench) throws -> String {
    let path = bench.newPath("passphrase")
    try FileWriter.write([Array("\(passphrase)\n".utf8)], to: path)
    return path
  }
}
