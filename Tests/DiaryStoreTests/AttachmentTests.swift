import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Attachments in the store")
struct AttachmentTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func add(
    _ name: String, _ bytes: [UInt8], to title: String
  ) async throws -> (entry: Entry, attachment: DiaryCore.Attachment) {
    let path = try store.folder.write(bytes, to: name)
    let service = store.service()
    let attachment = try await service.addAttachment(at: path).attachment
    var new = try fields(title)
    new.attachments = [attachment]
    return (try await service.add(new), attachment)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `one is kept once, byte for byte, and goes with its last entry`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let path = try diary.folder.write([1, 2, 3], to: "Film.MOV")
    let first = try await diary.service.addAttachment(at: path)
    expect(!first.wasThere)
    expectEqual(first.attachment.size, 3)
    expectEqual(first.attachment.name, "Film.MOV")
    expectEqual(first.attachment.type, MediaType("video/quicktime"))
    let again = try await diary.service.addAttachment(at: path)
    expect(again.wasThere)
    expectEqual(again.attachment, first.attachment)
    var one = try fields("")
    one.attachments = [first.attachment, first.attachment]
    let entry = try await diary.service.add(one)
    expectEqual(entry.attachments, [first.attachment])
    expectEqual(entry.displayTitle, "Film.MOV")
    var two = try fields("two")
    two.attachments = [first.attachment]
    let other = try await diary.service.add(two)
    expectEqual(diary.bytes(of: first.attachment.file), [1, 2, 3])
    for (id, left) in [(entry.id, 1), (other.id, 0)] {
      _ = try await diary.service.delete(id)
      _ = try await diary.service.emptyTrash()
      await expectEqual(diary.service.status().assets, left)
    }
    let none = try TemporaryFolder().path("none")
    await expectThrows(DiaryError.attachment(path: none, .missing)) {
      try await diary.service.addAttachment(at: none)
    }
  }

  @Test func `verify knows them, and tells of one that is gone`() async throws {
    let (entry, attachment) = try await add("talk.pdf", Array(0..<90), to: "talk")
    let path = store.service().path(of: attachment.file)
    expectSuffix(path, "/\(attachment.asset).pdf")
    expectEqual(access(path, F_OK), 0)
    try expectEqual(store.findings(), [])
    expectEqual(unlink(path), 0)
    let found = try store.findings()
    expect(found.map(\.kind) == [.missingAsset] && found.first?.entry == entry.id)
  }

  @Test func `history gives one back that was taken out`() async throws {
    let service = store.service()
    let (entry, attachment) = try await add("a.txt", [65], to: "kept")
    _ = try await service.update(entry.id, to: try fields("kept"))
    try await expectEqual(service.entry(entry.id).attachments, [])
    let first = try require(try await service.history(of: entry.id).last)
    let back = try await service.revert(entry.id, to: first.id)
    expectEqual(back.attachments, [attachment])
    try await expectEqual(store.service().entry(entry.id).attachments, [attachment])
  }

  @Test func `one that a draft has isn't removed with the trash`() async throws {
    let service = store.service()
    let (entry, attachment) = try await add("a.m4a", [1], to: "one")
    var draft = try fields("draft")
    draft.attachments = [attachment]
    let drafts = DraftFolder(
      folder: store.draftsFolder + "/some-store", now: { Timestamp(milliseconds: 0) })
    try await drafts.keep(
      Draft(id: .random(), entry: nil, base: [], fields: draft, dateText: ""))
    _ = try await service.delete(entry.id)
    _ = try await service.emptyTrash()
    expectEqual(access(service.path(of: attachment.file), F_OK), 0)
  }

  @Test func `one that is gone with the trash can't be saved`() async throws {
    let (entry, attachment) = try await add("a.bin", [1], to: "one")
    let service = store.service()
    _ = try await service.delete(entry.id)
    _ = try await service.emptyTrash()
    var new = try fields("two")
    new.attachments = [attachment]
    await expectThrows(DiaryError.attachment(path: "a.bin", .gone)) {
      try await service.add(new)
    }
  }

  @Test func `an entry without any is written as it always was`() async throws {
    _ = try await store.service().add(try fields("plain"))
    let log = String(decoding: try store.folder.read(store.logPath()), as: UTF8.self)
    expectLacks(log, "attachments")
  }

  @Test func `what is unknown of one, and a member that holds something else, stay`() throws {
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
}
