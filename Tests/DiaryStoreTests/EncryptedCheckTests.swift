import DiaryCore
import DiaryKeys
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Checking and repairing an encrypted store")
struct EncryptedCheckTests {
  private let diary: EncryptedStoreOnDisk
  private var folder: TemporaryFolder { diary.folder }

  init() throws { diary = try EncryptedStoreOnDisk() }

  private func faults() throws -> [StoreIssue] {
    try diary.findings().filter { $0.severity == .fault }
  }

  private func titles() async throws -> [String] {
    try await diary.service().entries().map(\.title).sorted()
  }

  private func fill() async throws {
    for title in ["one", "two", "three"] { _ = try await diary.service().add(try fields(title)) }
    let service = diary.service()
    _ = try await service.entries()
    try await service.settle()
    await service.finish()
  }

  @Test func `what belongs to it is no finding`() async throws {
    _ = try await diary.addPhotoEntry("one", [1, 2, 3])
    try await fill()
    try expectContains(diary.files("keys"), "recipient")
    try expectEqual(diary.findings(), [])
    try expectEqual(diary.repair(), [])
  }

  @Test func `without a file for the passphrase or the words it is told`() async throws {
    try await fill()
    try DiaryStore.FileSystem.remove(folder.path("store/keys/1.recovery.age"))
    let found = try faults()
    expectEqual(found.map(\.kind), [.missingKeys])
    expectEqual(found.map(\.file), ["keys"])
    try folder.write("x", to: "store/keys/1.passphrase.age")
    try expectEqual(faults(), [])
  }

  @Test func `a damaged piece is named, and a repair keeps it as it is`() async throws {
    try await fill()
    let piece = try diary.pieces().at(1)
    try diary.damage("store/" + piece)
    let damaged = try folder.read("store/" + piece)
    let found = try faults()
    expect(found.contains { $0.kind == .damagedPiece && $0.file == piece })
    expect(found.contains { $0.kind == .damagedLine })

    let actions = try diary.repair()
    expectContains(actions, .indexRebuilt("index.age"))
    let kept = "set-aside/" + piece.dropFirst("log/".count)
    expect(
      actions.contains { action in
        if case .linesSetAside(_, 1, to: kept) = action { true } else { false }
      })
    try expectEqual(folder.read("store/" + kept), damaged)
    expect(!DiaryStore.FileSystem.exists(folder.path("store/" + piece)))
    expect(DiaryStore.FileSystem.exists(folder.path("store/set-aside/index.age")))
    try await expectEqual(titles(), ["one", "three"])
    _ = try await diary.service().add(try fields("later"))
    try await expectEqual(titles(), ["later", "one", "three"])
    try expect(faults().allSatisfy { $0.kind == .lostText })
  }

  @Test func `a missing piece is named, and takes no line of the next one with it`() async throws {
    try await fill()
    try DiaryStore.FileSystem.remove(folder.path("store/" + (try diary.pieces().at(1))))
    try DiaryStore.FileSystem.remove(folder.path("store/index.age"))
    try expect(faults().contains { $0.kind == .missingPiece })
    try await expectEqual(titles(), ["one", "three"])
    _ = try diary.repair()
    try expectEqual(faults(), [])
    try await expectEqual(titles(), ["one", "three"])
  }

  @Test func `lines that can be opened and aren't sound are set aside sealed`() async throws {
    try await fill()
    let device = Path.parent(try diary.pieces().at(0).dropFirst("log/".count).description)
    let name = try LogPiece(Path.name(diary.pieces().at(0))).map { "\(device)/\($0.log)" }
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    var output = try LogOutput(layout.log(try require(name)))
    try output.write(Array("secret-line-66de\n".utf8))
    try output.commit()
    try expectEqual(faults().map(\.kind), [.damagedLine])
    _ = try diary.repair()
    let kept = "store/set-aside/\(try require(name)).age"
    try expectEqual(layout.clearBytes(of: folder.path(kept)), Array("secret-line-66de\n".utf8))
    for file in try diary.files("") {
      let bytes = try folder.read("store/" + file)
      expectNil(bytes.withUnsafeBytes { $0.range(of: Array("line-66de".utf8), from: 0) })
    }
    try expectEqual(faults().filter { $0.kind != .lostText }, [])
    try await expectEqual(titles(), ["one", "three", "two"])
  }

  @Test func `index, owner and photo that are damaged are mended or set aside`() async throws {
    let photo = try await diary.addPhotoEntry("one", [1, 2, 3])
    for name in ["index.age", "owner.age", photo] { try diary.damage("store/" + name) }
    try expectEqual(Set(faults().map(\.file)), ["index.age", "owner.age", photo])
    let actions = try diary.repair()
    for name in ["index.age", "owner.age", photo] {
      expectContains(actions, .fileSetAside(name, to: "set-aside/" + name))
    }
    expectContains(actions, .indexRebuilt("index.age"))
    try expectEqual(faults().map(\.kind), [.missingAsset])
    try await expectEqual(diary.service().identity().name, "Author-7f41")
    // The next one of that name keeps its ending.
    try diary.damage("store/index.age")
    try expectContains(diary.repair(), .fileSetAside("index.age", to: "set-aside/index.2.age"))
  }

  @Test func `a photo that something which can't be read may name isn't removed`() async throws {
    try await fill()
    let names = ["sealed", "piece"]
    var photos: [Photo] = []
    for (number, name) in names.enumerated() {
      let path = try folder.write([UInt8(number), 9], to: name + ".jpg")
      photos.append(try await diary.service().addPhoto(at: path).photo)
    }
    let layout = StoreLayout(root: diary.root, cipher: diary.cipher)
    try DiaryStore.FileSystem.makeFolders(layout.quarantine)
    try layout.write(
      Array("a line with \(photos[0].asset)".utf8), to: layout.quarantine + "/old.jsonl.age")
    var references = AssetReferences(layout: layout, orphans: Set(photos.map(\.asset)))
    try references.update()
    expect(references.mayName(photos[0].asset) && !references.mayName(photos[1].asset))
    try diary.damage("store/" + (try diary.pieces().at(1)))
    references = AssetReferences(layout: layout, orphans: Set(photos.map(\.asset)))
    try references.update()
    expect(references.mayName(photos[1].asset))
    _ = try diary.repair()
    references = AssetReferences(layout: layout, orphans: Set(photos.map(\.asset)))
    try references.update()
    expect(references.mayName(photos[1].asset))
  }
}
