import DiaryCore
import TestSupport
import Testing

extension RepositoryContractTests {
  @Test(arguments: RepositoryKind.allCases)
  func `finds entries by the words in their photos`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    var photos: [Photo] = []
    for number in 0..<3 {
      let path = try diary.folder.write("photo \(number)", to: "\(number).jpg")
      photos.append(try await service.addPhoto(at: path).photo)
    }
    for (title, indexes) in [("plum", [0]), ("both", [1, 0]), ("other", [2]), ("plain", [])] {
      var fields = try fields(title)
      fields.photos = indexes.map { photos[$0] }
      _ = try await service.add(fields)
    }
    let found = Set([photos[0].asset])
    let (plum, none) = (SearchPhrase("plum"), SearchPhrase("zzz"))
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.flush() }
      func titles(_ predicate: EntryPredicate) async throws -> [String] {
        let batches = try await diary.repository.batches(EntryQuery(predicate))
        return await batches.all().map(\.title).sorted()
      }
      try await expectEqual(titles(.photoText(none, inPhotos: found)), ["both", "plum"])
      try await expectEqual(titles(.photoText(none)), [])
      try await expectEqual(titles(.text(none, inPhotos: found)), ["both", "plum"])
      try await expectEqual(titles(.text(plum, inPhotos: [photos[2].asset])), ["other", "plum"])
      try await expectEqual(
        titles(.not(.photoText(none, inPhotos: found))), ["other", "plain"])
      try await expectEqual(
        titles(.and([.text(plum), .photoText(none, inPhotos: found)])), ["plum"])
      try await expectEqual(
        titles(.and([.text(SearchPhrase("both")), .text(none, inPhotos: found)])), ["both"])
      try await expectEqual(
        titles(.or([.text(SearchPhrase("plain")), .photoText(none, inPhotos: found)])),
        ["both", "plain", "plum"])
      try await expectEqual(
        titles(.or([.text(SearchPhrase("plain")), .text(none, inPhotos: found)])),
        ["both", "plain", "plum"])
    }
  }
}
