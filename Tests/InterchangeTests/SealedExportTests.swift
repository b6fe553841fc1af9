import Crypto
import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Encrypted export") struct SealedExportTests {
  private let words = "correct 말 battery staple"
  private var passphrase: Passphrase? { Passphrase(words.utf8) }

  private func open(_ bytes: [UInt8], with words: String) throws -> [UInt8] {
    try AgeReader.open(bytes, with: .passphrase(require(AgePassphrase(words.utf8))))
  }

  @Test(arguments: [ExportFormat.json, .html, .dayone])
  func `contains the same files as a folder`(format: ExportFormat) async throws {
    let diary = try Diary()
    try await diary.fill(20, seed: 50)
    // Longer than a piece of the encryption.
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

    let bytes = try open(diary.folder.read("deep/er/sealed.tar.age"), with: words)
    let tar = try diary.folder.write(bytes, to: "in/opened.tar")
    let below = diary.folder.path + "/u"
    let input = try require(
      try await UnpackedArchive(tar, below: below, limits: ArchiveLimits()) { _ in })
    expectEqual(
      tree(input.path).filter { !$0.hasSuffix("/") }, files(diary.target).map { "sealed/" + $0 })
    // libarchive normalizes names, so only ASCII names are compared.
    for name in files(diary.target) where name.utf8.allSatisfy({ $0 < 0x80 }) {
      let (one, other) = ("\(input.path)/sealed/\(name)", "\(diary.target)/\(name)")
      try expectEqual(TextInspector.text(one), TextInspector.text(other), "\(name)")
    }
  }

  @Test func `contains no plain text, and opens with no other passphrase`() async throws {
    let diary = try Diary()
    try await diary.add(
      "a secret title", content: "secret words",
      photos: [try await diary.photo("photo", name: "p.jpg")])
    try await diary.export(.json, to: diary.folder.path + "/x", passphrase: passphrase)
    let bytes = try diary.folder.read("x.tar.age")
    expect(bytes.starts(with: "age-encryption.org/v1\n-> scrypt ".utf8))
    // The cost of a guess.
    expect(bytes.prefix(100).firstRange(of: Array(" 17\n".utf8)) != nil)
    expectNil(bytes.firstRange(of: Array("secret".utf8)))
    expectNil(bytes.firstRange(of: Array("ustar".utf8)))
    expectThrows(AgeError.wrongPassphrase) { try open(bytes, with: "correct") }
  }

  @Test func `replaces no file, and leaves nothing when canceled`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    let folder = try diary.folder("place", ["mine.txt": "mine"])
    try await diary.export(.jrnl, to: folder, passphrase: passphrase)
    expectEqual(tree(folder), ["diary.tar.age", "mine.txt"])
    await expectThrows(DiaryError.export(path: folder + "/diary.tar.age", .fileExists)) {
      try await diary.export(.jrnl, to: folder, passphrase: passphrase)
    }
    expectEqual(tree(folder), ["diary.tar.age", "mine.txt"])
    for number in 0..<40 { try await diary.add("entry \(number)") }
    await diary.expectCancelled(
      at: 20, exportTo: diary.folder.path + "/new/x.tar.age", .json, passphrase: passphrase)
  }
}

@Suite("Drafts of an import") struct DraftSpoolTests {
  @Test func `keeps a large diary encrypted, in order`() throws {
    let folder = try TemporaryFolder()
    let spool = DraftSpool(below: folder.path)
    let canary = "\(ID<Entry>.random())"
    let text = canary + String(repeating: "long ", count: 200_000)
    let date = try require(EntryDate("2026-11-20T10:00:00+09:00"))
    let time = Timestamp(milliseconds: 0)
    for number in 0..<40 {
      let entry = Entry(
        id: .random(), fields: EntryFields(date: date, title: "\(number)", content: text),
        author: .unassigned, created: time, modified: time)
      try spool.add(ReadEntry(place: .file("diary"), entry: entry, photos: []))
    }
    // The open file was deleted, and is found by its descriptor.
    let list = try ProgramResult.run(
      "/usr/bin/find", ["/proc/\(getpid())/fd", "-lname", folder.path + "/.spool-*"])
    let path = try require(list.text.split(separator: "\n").first.map(String.init))
    for words in [canary, "long long"] {
      try expectEqual(ProgramResult.run("/bin/grep", ["-caF", words, path]).text, "0\n")
    }
    for _ in 0..<2 {
      var reader = spool.reader()
      var titles: [String] = []
      while let draft = reader.next() {
        expectEqual(draft.read.entry.content, text)
        titles.append(draft.read.entry.title)
      }
      expectEqual(titles, (0..<40).map(String.init))
    }
  }
}
