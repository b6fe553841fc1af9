import DiaryCore
import DiaryStore
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Stored attachments") struct AttachmentTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func add(
    _ name: String, _ bytes: [UInt8], to title: String
  ) async throws -> (entry: Entry, attachment: DiaryCore.Attachment) {
    let path = try store.folder.write(bytes, to: name)
    let service = store.service()
    let attachment = try await service.addAttachment(at: path).attachment
    return (try await service.add(try fields(title, attachments: [attachment])), attachment)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `stores a file once, until its last entry is deleted`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let path = try diary.folder.write([1, 2, 3], to: "Film.MOV")
    let first = try await diary.service.addAttachment(at: path)
    expect(!first.existed)
    expectEqual(first.attachment.size, 3)
    expectEqual(first.attachment.name, "Film.MOV")
    expectEqual(first.attachment.type, MediaType("video/quicktime"))
    let again = try await diary.service.addAttachment(at: path)
    expect(again.existed)
    expectEqual(again.attachment, first.attachment)
    let twice = [first.attachment, first.attachment]
    let entry = try await diary.service.add(try fields("", attachments: twice))
    expectEqual(entry.attachments, [first.attachment])
    expectEqual(entry.displayTitle, DateText.long(entry.date.day))
    let other = try await diary.service.add(try fields("two", attachments: [first.attachment]))
    expectEqual(diary.bytes(of: first.attachment.file), [1, 2, 3])
    for (id, left) in [(entry.id, 1), (other.id, 0)] {
      _ = try await diary.service.delete(id)
      _ = try await diary.service.emptyTrash()
      await expectEqual(diary.service.status().assets, left)
    }
    let none = diary.folder.path("none")
    await expectThrows(DiaryError.attachment(path: none, .missing)) {
      try await diary.service.addAttachment(at: none)
    }
  }

  @Test func `keeps attachments while an entry, a revision or a draft uses them`() async throws {
    _ = try await store.service().add(try fields("plain"))
    let log = String(decoding: try store.folder.read(store.logPath()), as: UTF8.self)
    expectLacks(log, "attachments")
    // Verify reports a missing attachment.
    let (entry, attachment) = try await add("talk.pdf", Array(0..<90), to: "talk")
    let path = store.service().path(of: attachment.file)
    expectSuffix(path, "/\(attachment.asset).pdf")
    expectEqual(access(path, F_OK), 0)
    try expectEqual(store.findings(), [])
    expectEqual(unlink(path), 0)
    let found = try store.findings()
    expect(found.map(\.kind) == [.missingAsset] && found.first?.entry == entry.id)
    // A revert restores a removed attachment.
    let service = store.service()
    let (kept, text) = try await add("a.txt", [65], to: "kept")
    _ = try await service.update(kept.id, to: try fields("kept"))
    try await expectEqual(service.entry(kept.id).attachments, [])
    let first = try require(try await service.history(of: kept.id).last)
    let back = try await service.revert(kept.id, to: first.id)
    expectEqual(back.attachments, [text])
    try await expectEqual(store.service().entry(kept.id).attachments, [text])
    // Emptying the trash keeps only the attachment that a draft uses.
    let (one, drafted) = try await add("a.m4a", [1], to: "one")
    let (two, gone) = try await add("a.bin", [2], to: "two")
    try await store.keepDraft(attachments: [drafted])
    for id in [one.id, two.id] { _ = try await service.delete(id) }
    _ = try await service.emptyTrash()
    expectEqual(access(service.path(of: drafted.file), F_OK), 0)
    await expectThrows(DiaryError.attachment(path: "a.bin", .assetMissing)) {
      try await service.add(try fields("new", attachments: [gone]))
    }
    // Unknown members survive.
    let head =
      #"{"date":"2026-11-19T00:00:00Z","title":"","content":"","tags":[],"journal":"Diary","#
      + #""author":"a","photos":[],"created":"2026-11-19T00:00:00.000Z","#
      + #""modified":"2026-11-19T00:00:00.000Z","attachments":"#
    let asset = String(repeating: "ab", count: 32)
    let known =
      #"[{"asset":"\#(asset)","name":"a","type":"x/y","size":null,"pages":3,"by":{"z":1}}]"#
    for (text, count) in [(known, 1), ("[3]", 0), (#"{"a":1}"#, 0), ("[]", 0)] {
      let json = try JSONParser.parse(head + text + "}")
      let entry = try require(Entry(id: .random(), json: json, isKnown: { _ in false }))
      expectEqual(entry.attachments.count, count, "\(text)")
      let member = entry.contentMembers { _ in nil }.last
      expectEqual(member?.name, "attachments")
      expectEqual(member.map { JSONWriter.bytes($0.value) }, Array(text.utf8), "\(text)")
    }
  }

  private func assets() throws -> [String] {
    try store.files(in: store.root + "/assets").flatMap { folder -> [String] in
      folder.hasPrefix(".") ? [folder] : try store.files(in: store.root + "/assets/" + folder)
    }
  }

  private func type(_ name: String) -> MediaType { MediaType(ofFileNamed: name) }

  @Test func `keeps requested files and removes the others`() async throws {
    for count in [3, 40] {
      let service = store.service()
      let batch = try await service.assetBatch()
      var wanted: Set<AssetID> = []
      for number in 0..<count {
        let path = try store.folder.write("file \(number)", to: "in/\(number).txt")
        let isOwn = number.isMultiple(of: 2)
        let added = try await batch.add(from: path, type: type(path), isExclusive: isOwn)
        expect(!added.existed)
        expectGreater(added.size, 5)
        if number > 0 { wanted.insert(added.asset) }
        try await expect(batch.add(from: path, type: type(path), isExclusive: false).existed)
      }
      try await batch.commit(wanted)
      try expectEqual(Set(assets()), Set(wanted.map { "\($0).txt" }))
      let other = try await service.assetBatch()
      let path = try store.folder.write("file 1", to: "again.txt")
      try await expect(other.add(from: path, type: type(path), isExclusive: false).existed)
      await batch.discard()
      try expectEqual(assets(), [])
    }
    // An unused batch and an unreadable file leave nothing behind.
    let service = store.service()
    do {
      let batch = try await service.assetBatch()
      let path = try store.folder.write("bytes", to: "a.txt")
      _ = try await batch.add(from: path, type: type(path), isExclusive: true)
      for (path, failure) in [
        (store.folder.path("none"), PhotoError.missing), (store.root, .isFolder),
      ] {
        await expectThrows(DiaryError.photo(path: path, failure)) {
          try await batch.add(from: path, type: type("a.txt"), isExclusive: false)
        }
        await expectThrows(DiaryError.self) {
          try await batch.add(from: path, type: type("a.txt"), isExclusive: true)
        }
      }
      try expectEqual(assets().count, 1)
    }
    try expectEqual(assets(), [])
    // Discarding a batch keeps a file that another program added since.
    let path = try store.folder.write("both", to: "a.txt")
    let batch = try await service.assetBatch()
    let asset = try await batch.add(from: path, type: type(path), isExclusive: false).asset
    try await batch.commit([asset])
    try await expect(store.service(on: "other").addAttachment(at: path).existed)
    await batch.discard()
    try expectEqual(assets(), ["\(asset).txt"])
  }
}

@Suite("Stored drafts") struct DraftFolderTests {
  /// A clock set by hand.
  private final class Clock: Sendable {
    let days = Atomic<Int64>(0)
    var now: @Sendable () -> Timestamp {
      { Timestamp(milliseconds: self.days.load(ordering: .relaxed) * 86_400_000) }
    }
  }

  private func draft(_ title: String) -> Draft {
    Draft(
      id: .random(), entry: nil, base: [],
      fields: EntryFields(date: EntryDate(instant: 0, offset: 0), title: title, content: "한글"),
      dateText: "1970-01-01 00:00 +00:00")
  }

  @Test func `keeps discarded drafts for thirty days, and others forever`() async throws {
    let folder = try TemporaryFolder()
    let clock = Clock()
    func program() -> DraftFolder { DraftFolder(folder: folder.path + "/drafts", now: clock.now) }
    let writer = program()
    let (draft, thrownAway, left) = (draft("An evening"), draft("Thrown away"), draft("Left"))
    try await writer.save(draft)
    clock.days.store(2, ordering: .relaxed)
    try await writer.discard(draft)
    for drafts in [writer, program()] {
      await expect(drafts.remaining().isEmpty)
      let kept = DiscardedDraft(draft, at: Timestamp(milliseconds: 2 * 86_400_000))
      await expectEqual(drafts.discarded(), [kept])
    }
    // A discarded draft that is edited becomes a draft again.
    let next = program()
    try await next.save(draft)
    await next.remove(draft.id)
    await expect(writer.discarded().isEmpty)
    // After thirty days it is deleted permanently.
    clock.days.store(0, ordering: .relaxed)
    // Written by a program that has exited since.
    try await program().save(left)
    try await writer.discard(thrownAway)
    for (day, isKept) in [(Int64(30), true), (31, false), (29, false)] {
      clock.days.store(day, ordering: .relaxed)
      let next = program()
      _ = await next.remaining()
      await expectEqual(next.discarded().count, (isKept ? 1 : 0), "day \(day)")
    }
    clock.days.store(4000, ordering: .relaxed)
    await expectEqual(writer.remaining(), [left])
  }

  @Test func `keeps both texts if two programs continue the same draft`() async throws {
    let folder = try TemporaryFolder()
    func program() -> DraftFolder { DraftFolder(folder: folder.path, now: Clock().now) }
    func titles() async -> [String] { await program().remaining().map(\.fields.title).sorted() }
    let draft = draft("Both")
    var mine = draft
    mine.fields.title = "Mine"
    var yours = draft
    yours.fields.title = "Yours"
    try await program().save(draft)
    var (first, second): (DraftFolder, DraftFolder?) = (program(), program())
    await expect(first.claim(draft))
    await expect(first.remaining().isEmpty)
    // The second one asked before, or not at all.
    for claims in [true, false] {
      let other = program()
      if claims { await expectEqual(other.claim(draft), false) }
      try await other.save(yours)
      try await first.save(mine)
      await other.remove(draft.id)
      await expect(titles().isEmpty)
    }
    try await second?.save(yours)
    let discarded = try await second?.discard(yours)
    await expectEqual(first.discarded().map(\.draft.fields.title), ["Yours"])
    // So that it can be restored.
    await expectEqual(first.discarded().first?.draft.id, discarded)
    try await second?.save(yours)
    second = nil
    first = program()
    await expectEqual(titles(), ["Mine", "Yours"])
    // Neither does one that has an earlier text replace the later one.
    await expectEqual(first.claim(draft), false)
    try await first.discard(draft)
    await expectEqual(titles(), ["Mine", "Yours"])
    // Nor a text that it can't read, as one that was sealed since.
    try folder.write("sealed", to: "\(draft.id).json")
    second = program()
    await expectEqual(second?.claim(draft), false)
    try await second?.save(yours)
    try expectEqual(folder.text("\(draft.id).json"), "sealed")
  }
}
