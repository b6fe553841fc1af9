import DiaryCore
import DiaryStore
import TestSupport
import Testing

// What every repository must do with photos.
extension RepositoryContractTests {
  @Test(arguments: RepositoryKind.allCases)
  func `a photo is kept once and read back byte for byte`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let one = try diary.folder.write(bytes, to: "one.jpg")
    let two = try diary.folder.write(bytes, to: "two.jpg")
    let first = try await diary.service.addPhoto(at: one).photo
    let second = try await diary.service.addPhoto(at: two).photo
    expectEqual(first.asset, second.asset)
    expectEqual(second.name, "two.jpg")
    expectEqual(second.width, 4)
    expectEqual(diary.bytes(of: first.file), bytes)
    let entry = try await diary.service.add(try fields("", photos: [first, second]))
    expectEqual(entry.photos, [first])
    await expectEqual(diary.service.status().assets, 1)
    _ = try await diary.service.delete(entry.id)
    _ = try await diary.service.emptyTrash()
    await expectEqual(diary.service.status().assets, 0)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `a photo that is kept already is told of, and found in its entry`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let one = try diary.folder.write("one", to: "one.jpg")
    let two = try diary.folder.write("two", to: "two.jpg")
    let first = try await diary.service.addPhoto(at: one)
    expect(!first.wasThere)
    try await expect(diary.service.addPhoto(at: one).wasThere)
    let second = try await diary.service.addPhoto(at: two)
    expect(!second.wasThere)
    let entry = try await diary.service.add(try fields("with one", photos: [first.photo]))
    let other = try await diary.service.add(try fields("with none"))
    _ = try await diary.service.delete(other.id)
    func entries(with photo: Photo) async throws -> [ID<Entry>] {
      try await diary.service.entries(EntryQuery(.photo(photo.asset))).map(\.id)
    }
    try await expectEqual(entries(with: first.photo), [entry.id])
    try await expectEqual(entries(with: second.photo), [])
  }

  @Test(arguments: RepositoryKind.allCases)
  func `many photos are kept at the same time`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let paths = try (0..<40).map { try diary.folder.write("photo \($0 / 2)", to: "\($0).jpg") }
    let service = diary.service
    let added = await concurrentMap(paths, width: 8) { try? await service.addPhoto(at: $0) }
    let photos = added.compactMap { $0?.photo }
    expectEqual(photos.map(\.name), (0..<40).map { "\($0).jpg" })
    expectEqual(Set(photos.map(\.asset)).count, 20)
    _ = try await service.add(try fields("all", photos: photos))
    await expectEqual(service.status().assets, 20)
    for (photo, path) in zip(photos, paths) {
      expectEqual(diary.bytes(of: photo.file), (try diary.folder.read(path)))
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `photos that can't be read are refused by name`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let folder = diary.folder.path
    await expectThrows(DiaryError.photo(path: folder, .isFolder)) {
      try await diary.repository.storeAsset(from: folder, type: MediaType("image/jpeg"))
    }
    await expectThrows(DiaryError.photo(path: folder + "/none", .missing)) {
      try await diary.repository.storeAsset(from: folder + "/none", type: MediaType("image/jpeg"))
    }
    await expectThrows(DiaryError.photo(path: "/dev/null", .notAFile)) {
      try await diary.repository.storeAsset(from: "/dev/null", type: MediaType("image/jpeg"))
    }
    for (path, failure) in [
      (folder, PhotoError.isFolder), (folder + "/none", .missing), ("/dev/null", .notAFile),
    ] {
      await expectThrows(DiaryError.photo(path: path, failure)) {
        try await diary.repository.asset(ofFileAt: path)
      }
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `a file's asset is known without storing it`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let path = try diary.folder.write("a photo", to: "new.jpg")
    let asset = try await diary.repository.asset(ofFileAt: path)
    await expectEqual(diary.repository.status().assets ?? 0, 0)
    let stored = try await diary.repository.storeAsset(from: path, type: MediaType("image/jpeg"))
    expectEqual(stored.asset, asset)
    expect(!stored.wasThere)
  }
}
