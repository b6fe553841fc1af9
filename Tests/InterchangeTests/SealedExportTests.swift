import Age
import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Encrypted export")
struct SealedExportTests {
  private let words = "correct 말 battery staple"
  private var passphrase: Passphrase? { Passphrase(words.utf8) }

  private func open(_ bytes: [UInt8], with words: String) throws -> [UInt8] {
    try AgeReader.open(bytes, with: .passphrase(require(AgePassphrase(words.utf8))))
  }

  private func opened(_ diary: Diary, _ path: String) throws -> String {
    let bytes = try open(try diary.folder.read(path), with: words)
    return try diary.folder.write(bytes, to: "in/opened.tar")
  }

  // A book needs a program that makes one.
  @Test(arguments: ExportFormat.allCases.filter { $0 != .pdf })
  func `what is in it is what the folder would hold`(format: ExportFormat) async throws {
    let diary = try Diary()
    var random = RandomDiary(seed: 50)
    try await random.fill(diary, 20, photos: try await diary.somePhotos())
    // More than a piece of the encryption.
    try await diary.add("long", content: String(repeating: "0123456789 ", count: 20_000))
    let folder = try await diary.export(format)
    let file = diary.folder.path + "/deep/er/sealed.tar.age"
    let summary = try await diary.export(format, to: file, passphrase: passphrase)
    expectSuffix(summary.folder, "/deep/er/sealed.tar.age")
    expect((summary.entries, summary.photos) == (folder.entries, folder.photos))
    expectEqual(tree(diary.folder.path + "/deep/er"), ["sealed.tar.age"])
    var status = stat()
    expectEqual(stat(file, &status), 0)
    expectEqual(status.st_mode & 0o777, 0o600)

    let tar = try opened(diary, "deep/er/sealed.tar.age")
    let input = try require(
      try await UnpackedArchive(tar, below: diary.folder.path + "/u", limits: ArchiveLimits()) {
        _ in
      })
    expectEqual(
      tree(input.path).filter { !$0.hasSuffix("/") }, files(diary.target).map { "sealed/" + $0 })
    // libarchive tells names in one normal form.
    for name in files(diary.target) where name.utf8.allSatisfy({ $0 < 0x80 }) {
      let (one, other) = ("\(input.path)/sealed/\(name)", "\(diary.target)/\(name)")
      try expectEqual(TextInspector.text(one), TextInspector.text(other), "\(name)")
    }
  }

  @Test func `nothing of the diary stands in it, and another passphrase opens nothing`()
    async throws
  {
    let diary = try Diary()
    try await diary.add(
      "a secret title", content: "secret words",
      photos: [try await diary.photo("photo", name: "p.jpg")])
    try await diary.export(.json, to: diary.folder.path + "/x", passphrase: passphrase)
    let bytes = try diary.folder.read("x.tar.age")
    expect(bytes.starts(with: "age-encryption.org/v1\n-> scrypt ".utf8))
    expectNil(bytes.firstRange(of: Array("secret".utf8)))
    expectNil(bytes.firstRange(of: Array("ustar".utf8)))
    expectThrows(AgeError.wrongPassphrase) { try open(bytes, with: "correct") }
    var changed = bytes
    changed[bytes.count - 40] ^= 1
    expectThrows(AgeError.damaged) { try open(changed, with: words) }
    expectThrows(AgeError.damaged) { try open(bytes.dropLast(100), with: words) }
  }

  @Test func `a folder takes a file, and one that is there stays`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    let folder = try diary.folder("place", ["mine.txt": "mine"])
    try await diary.export(.jrnl, to: folder, passphrase: passphrase)
    expectEqual(tree(folder), ["diary.tar.age", "mine.txt"])
    await expectThrows(DiaryError.export(path: folder + "/diary.tar.age", .fileExists)) {
      try await diary.export(.jrnl, to: folder, passphrase: passphrase)
    }
    expectEqual(tree(folder), ["diary.tar.age", "mine.txt"])
  }

  @Test func `one that is stopped leaves nothing`() async throws {
    let diary = try Diary()
    for number in 0..<40 { try await diary.add("entry \(number)") }
    let place = diary.folder.path + "/new/place/x.tar.age"
    let task = Task {
      try await diary.export(.json, to: place, passphrase: passphrase) { progress in
        if progress.done == 20 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await expectThrows(DiaryError.export(path: place, .cancelled)) { try await task.value }
    expectNotEqual(access(diary.folder.path + "/new", F_OK), 0)
  }
}
