import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Files that come together")
struct AssetBatchTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func assets() throws -> [String] {
    try store.files(in: store.root + "/assets").flatMap { folder -> [String] in
      folder.hasPrefix(".") ? [folder] : try store.files(in: store.root + "/assets/" + folder)
    }
  }

  private func type(_ name: String) -> MediaType { MediaType(ofFileNamed: name) }

  @Test(arguments: [3, 40])
  func `those that are wanted are kept, and the others leave nothing`(_ count: Int) async throws {
    let service = store.service()
    let batch = try await service.assetBatch()
    var wanted: Set<AssetID> = []
    for number in 0..<count {
      let path = try store.folder.write("file \(number)", to: "in/\(number).txt")
      let isOwn = number.isMultiple(of: 2)
      let added = try await batch.add(from: path, type: type(path), isOwn: isOwn)
      expect(!added.wasThere)
      expectGreater(added.size, 5)
      if number > 0 { wanted.insert(added.asset) }
      // The same bytes once more.
      try await expect(batch.add(from: path, type: type(path), isOwn: false).wasThere)
    }
    try await batch.keep(wanted)
    try expectEqual(Set(assets()), Set(wanted.map { "\($0).txt" }))
    let other = try await service.assetBatch()
    let path = try store.folder.write("file 1", to: "again.txt")
    try await expect(other.add(from: path, type: type(path), isOwn: false).wasThere)
    await batch.discard()
    try expectEqual(assets(), [])
  }

  @Test func `what someone else added since stays when a batch is taken back`() async throws {
    let service = store.service()
    let path = try store.folder.write("both", to: "a.txt")
    let batch = try await service.assetBatch()
    let asset = try await batch.add(from: path, type: type(path), isOwn: false).asset
    try await batch.keep([asset])
    try await expect(store.service(on: "other").addAttachment(at: path).wasThere)
    await batch.discard()
    try expectEqual(assets(), ["\(asset).txt"])
  }

  @Test func `one that nobody keeps leaves nothing, and neither does a file that can't be read`()
    async throws
  {
    let service = store.service()
    do {
      let batch = try await service.assetBatch()
      let path = try store.folder.write("bytes", to: "a.txt")
      _ = try await batch.add(from: path, type: type(path), isOwn: true)
      for (path, failure) in [(path + ".none", PhotoError.missing), (store.root, .isFolder)] {
        await expectThrows(DiaryError.photo(path: path, failure)) {
          try await batch.add(from: path, type: type("a.txt"), isOwn: false)
        }
        await expectThrows(DiaryError.self) {
          try await batch.add(from: path, type: type("a.txt"), isOwn: true)
        }
      }
      try expectEqual(assets().count, 1)
    }
    try expectEqual(assets(), [])
  }
}
