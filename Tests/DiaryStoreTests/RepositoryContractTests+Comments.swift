import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

extension RepositoryContractTests {
  @Test(arguments: RepositoryKind.allCases)
  func `keeps, changes, removes and rejects comments`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let entry = try await service.add(try fields("one"))
    let other = try await service.add(try fields("two"))
    try await expect(service.comments(on: entry.id).isEmpty)
    let first = try await service.addComment("  first\n둘째 줄 ", on: entry.id)
    try await service.addComment("second", on: entry.id)
    try await service.addComment("elsewhere", on: other.id)
    try await diary.everywhere { service in
      let comments = try await service.comments(on: entry.id)
      expectEqual(comments.map(\.text), ["first\n둘째 줄", "second"])
      expectEqual(comments.first, first)
      expectEqual(first.created, first.modified)
      try await expectEqual(service.commentedEntries(), [entry.id, other.id])
    }
    let changed = try await service.change(first, to: "first, changed")
    for id in [entry.id, other.id] {
      try await service.remove(try require(try await service.comments(on: id).last))
    }
    expectEqual(changed.id, first.id)
    expectGreater(changed.modified, first.modified)
    try await diary.everywhere { service in
      try await expectEqual(service.comments(on: entry.id), [changed])
      try await expectEqual(service.commentedEntries(), [entry.id])
    }
    // Comments don't change their entry.
    try await expectEqual(service.entry(entry.id), entry)
    try await expectEqual(service.history(of: entry.id).count, 1)
    try await expectEqual(service.count(), 2)
    await expectThrows(DiaryError.emptyComment) {
      try await service.addComment(" \n", on: entry.id)
    }
    await expectThrows(DiaryError.longComment) {
      try await service.addComment(
        String(repeating: "x", count: EntryComment.longest + 1), on: entry.id)
    }
    await expectThrows(DiaryError.self) { try await service.addComment("x", on: .random()) }
    try await service.remove(changed)
    await expectThrows(DiaryError.self) { try await service.change(changed, to: "y") }
    // Comments are deleted permanently with their entry, and not before.
    for text in ["one", "two"] { try await service.addComment(text, on: entry.id) }
    try await service.addComment("stays", on: other.id)
    _ = try await service.delete(entry.id)
    await expectThrows(DiaryError.inTrash(title: "one")) {
      try await service.addComment("x", on: entry.id)
    }
    try await expectEqual(diary.reopened().comments(on: entry.id).count, 2)
    try await expectEqual(service.emptyTrash(), 1)
    try await diary.everywhere { service in
      try await expect(service.comments(on: entry.id).isEmpty)
      try await expectEqual(service.comments(on: other.id).map(\.text), ["stays"])
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `reports, undoes and imports changes of comments`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let entry = try await service.add(try fields("one"))
    var changes = await service.changes().makeAsyncIterator()
    let comment = try await service.addComment("x", on: entry.id)
    await expectEqual(changes.next(), DiaryChange(.commented, entry, comment))
    let changed = try await service.change(comment, to: "y")
    await expectEqual(changes.next(), DiaryChange(.commentChanged, entry, changed))
    try await service.remove(changed)
    await expectEqual(changes.next()?.kind, .commentChanged)
    // Undo skips a comment that was changed again.
    let said = try await service.addComment("said", on: entry.id)
    let made = CommentChange(of: said, from: nil, to: "said")
    try await service.apply(made.inverse)
    try await expectEqual(service.comments(on: entry.id), [])
    await expectThrows(DiaryError.changedComment) { try await service.apply(made.inverse) }
    try await service.apply(made)
    for service in [service, diary.reopened()] {
      try await expectEqual(service.comments(on: entry.id).map(\.text), ["said"])
    }
    try await expectEqual(service.comments(on: entry.id).first?.created, said.created)
    // Imported comments are added once, with their entries, and not after removal.
    let (time, mina) = (Timestamp(milliseconds: 1_700_000_000_000), AuthorID("mina"))
    func elsewhere(_ text: String, _ author: AuthorID, on id: ID<Entry>) -> EntryComment {
      EntryComment(
        id: .random(), entry: id, author: author, created: time, modified: time, text: text)
    }
    let comments = [
      elsewhere("hers", mina, on: entry.id), elsewhere("mine", .unassigned, on: entry.id),
      elsewhere("of another entry", mina, on: .random()),
    ]
    try await expectEqual(service.missingComments(in: comments), comments)
    try await expectEqual(service.importComments(comments), 2)
    let writer = try await service.existingAuthor(for: try await service.entry(entry.id))?.id
    for service in [service, diary.reopened()] {
      let here = try await service.comments(on: entry.id)
      expectEqual(Set(here.map(\.text)), ["hers", "mine", "said"])
      expectEqual(here.first { $0.text == "hers" }, comments[0])
      expectEqual(here.first { $0.text == "mine" }?.author, writer)
    }
    try await expectEqual(service.importComments(comments), 0)
    try await service.remove(
      try require(try await service.comments(on: entry.id).first { $0.text == "mine" }))
    try await expectEqual(service.missingComments(in: comments), [comments[2]])
  }

  @Test(arguments: RepositoryKind.allCases)
  func `finds entries by their comments`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    var entries: [Entry] = []
    for number in 0..<12 {
      entries.append(try await diary.service.add(try fields("entry \(number)")))
    }
    let (lake, snow) = (entries[3], entries[7])
    let comment = try await diary.service.addComment("호숫가가 Cold", on: lake.id)
    try await diary.service.addComment("cold too", on: snow.id)
    func found(_ text: String, in service: DiaryService) async throws -> Set<String> {
      let query = EntryQuery(SearchQuery(text, today: lake.date.day).predicate)
      let entries = try await service.entries(query).map(\.title)
      try await expectEqual(service.count(query.predicate), entries.count)
      return Set(entries)
    }
    try await diary.everywhere { service in
      try await expectEqual(found("cold", in: service), ["entry 3", "entry 7"])
      try await expectEqual(found("호숫가 COLD", in: service), ["entry 3"])
      // Matches partly in the entry, partly in a comment.
      try await expectEqual(found("too entry", in: service), ["entry 7"])
      try await expectEqual(found("too 호숫가", in: service), [])
      try await expectEqual(found("-cold", in: service).count, 10)
    }
    try await diary.service.change(comment, to: "warm")
    _ = try await diary.service.delete(snow.id)
    for service in [diary.service, diary.reopened()] {
      try await expectEqual(found("cold", in: service), [])
      try await expectEqual(found("warm", in: service), ["entry 3"])
    }
  }
}

extension RepositoryContractTests {
  @Test(arguments: RepositoryKind.allCases)
  func `keeps a photo once, and adds many in parallel`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let service = diary.service
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let one = try diary.folder.write(bytes, to: "one.jpg")
    let two = try diary.folder.write(bytes, to: "two.jpg")
    let first = try await service.addPhoto(at: one).photo
    let second = try await service.addPhoto(at: two)
    expect(second.existed)
    expectEqual(first.asset, second.photo.asset)
    expectEqual(second.photo.name, "two.jpg")
    expectEqual(second.photo.width, 4)
    expectEqual(diary.bytes(of: first.file), bytes)
    let entry = try await service.add(try fields("", photos: [first, second.photo]))
    expectEqual(entry.photos, [first])
    await expectEqual(service.status().assets, 1)
    let other = try await service.addPhoto(at: try diary.folder.write("two", to: "three.jpg"))
    expect(!other.existed)
    for (photo, found) in [(first, [entry.id]), (other.photo, [])] {
      try await expectEqual(service.ids(EntryQuery(.photo(photo.asset))), found)
    }
    // Forty files with twenty photos.
    let paths = try (0..<40).map { try diary.folder.write("photo \($0 / 2)", to: "\($0).jpg") }
    let added = await concurrentMap(paths, width: 8) { try? await service.addPhoto(at: $0) }
    let photos = added.compactMap { $0?.photo }
    expectEqual(photos.map(\.name), (0..<40).map { "\($0).jpg" })
    expectEqual(Set(photos.map(\.asset)).count, 20)
    let all = try await service.add(try fields("all", photos: photos))
    await expectEqual(service.status().assets, 22)
    for (photo, path) in zip(photos, paths) {
      expectEqual(diary.bytes(of: photo.file), (try diary.folder.read(path)))
    }
    _ = try await service.delete(all.id)
    _ = try await service.emptyTrash()
    await expectEqual(service.status().assets, 2)
  }

  @Test(arguments: RepositoryKind.allCases)
  func `rejects invalid photos, and hashes without storing`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let folder = diary.folder.path
    let type = MediaType("image/jpeg")
    for (path, failure) in [
      (folder, PhotoError.isFolder), (folder + "/none", .missing), ("/dev/null", .notAFile),
    ] {
      await expectThrows(DiaryError.photo(path: path, failure)) {
        try await diary.repository.storeAsset(from: path, type: type)
      }
      await expectThrows(DiaryError.photo(path: path, failure)) {
        try await diary.repository.asset(ofFileAt: path)
      }
    }
    let path = try diary.folder.write("a photo", to: "new.jpg")
    let asset = try await diary.repository.asset(ofFileAt: path)
    await expectEqual(diary.repository.status().assets ?? 0, 0)
    let stored = try await diary.repository.storeAsset(from: path, type: type)
    expectEqual(stored.asset, asset)
    expect(!stored.existed)
  }
}

extension RepositoryContractTests {
  /// A diary with an entry that was edited and deleted independently, in either order.
  private func editedBesideDeletion(
    _ kind: RepositoryKind, deletedFirst: Bool
  ) async throws -> (RepositoryUnderTest, Entry) {
    let diary = try RepositoryUnderTest(kind)
    _ = try await diary.service.add(try fields("another"))
    let base = try await diary.service.add(try fields("base"))
    var gone = base
    gone.isTrashed = true
    var edited = base
    edited.title = "edited"
    for state in deletedFirst ? [gone, edited] : [edited, gone] {
      _ = try await diary.repository.save([state])
    }
    return (diary, base)
  }

  @Test(arguments: RepositoryKind.allCases, [true, false])
  func `keeps edits beside a deletion`(_ kind: RepositoryKind, _ deletedFirst: Bool) async throws {
    let (diary, base) = try await editedBesideDeletion(kind, deletedFirst: deletedFirst)
    try await diary.everywhere { service in
      let entry = try await service.entry(base.id)
      expectEqual(entry.title, "edited")
      expect(!entry.isTrashed)
      expectEqual(entry.heads.count, 2)
      expectEqual(Set(try await service.entries().map(\.title)), ["edited", "another"])
      try await expect(service.trash().isEmpty)
      try await expectEqual(service.count(), 2)
      let versions = try await service.versions(of: base.id)
      expectEqual(versions.map(\.entry.isTrashed), [false, true])
      expectEqual(versions.map(\.id), entry.heads)
    }
    try await expectEqual(diary.service.emptyTrash(), 0)
    let edited = try await diary.service.update(base.id, to: try fields("edited again"))
    expectEqual(edited.heads.count, 2)
    expect(!edited.isTrashed)
    _ = try await diary.service.delete(base.id)
    try await expectEqual(diary.reopened().trash().map(\.heads.count), [1])
    let restored = try await diary.reopened().restore(base.id)
    expectEqual(restored.title, "edited again")
    expectEqual(restored.heads.count, 1)
    // Either version can be kept.
    let (second, other) = try await editedBesideDeletion(kind, deletedFirst: deletedFirst)
    let heads = try await second.service.entry(other.id).heads
    let kept = try await second.service.update(other.id, to: try fields("edited"), basedOn: heads)
    expectEqual(kept.heads.count, 1)
    expect(!kept.isTrashed)
    let versions = try await second.service.history(of: other.id).filter { heads.contains($0.id) }
      .sorted { !$0.entry.isTrashed && $1.entry.isTrashed }
    let (both, revisions) = try await second.service.restoreVersions(
      versions.map { EntryVersion($0) }, of: other.id, replacing: kept.heads)
    expectEqual(both.title, "edited")
    expect(!both.isTrashed)
    expectEqual(both.heads, revisions)
    for service in [second.service, second.reopened()] {
      let found = try await service.versions(of: other.id)
      expectEqual(found.map(\.entry.isTrashed), [false, true])
      expectEqual(found.map(\.id), revisions)
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `restores both versions of an entry deleted twice`(_ kind: RepositoryKind) async throws {
    let diary = try RepositoryUnderTest(kind)
    let base = try await diary.service.add(try fields("base"))
    for title in ["one", "two"] {
      var state = base
      state.title = title
      let edited = try require(try await diary.repository.save([state]).first)
      var gone = edited
      gone.heads = Array(edited.heads.prefix(1))
      gone.isTrashed = true
      _ = try await diary.repository.save([gone])
    }
    try await diary.everywhere { service in
      let trash = try await service.trash()
      expectEqual(trash.map(\.heads.count), [2])
      let prefix = String(base.id.description.prefix(14))
      try await expectEqual(service.entry(withPrefix: prefix), trash.first)
    }
    let restored = try await diary.reopened().restore(base.id)
    expectEqual(restored.title, "two")
    expect(!restored.isTrashed)
    let versions = try await diary.reopened().versions(of: base.id)
    expectEqual(versions.map(\.entry.title), ["two", "one"])
    expect(versions.allSatisfy { !$0.entry.isTrashed })
  }

  /// Revisions with any known ones as parents, identified by title.
  @Test(arguments: RandomRounds.seeds(usually: 2))
  func `any history shows the same in every repository`(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let memory = try RepositoryUnderTest(.memory)
    let disk = try RepositoryUnderTest(.disk)
    let first = try await memory.service.add(try fields("0"))
    let copy = Entry(
      id: first.id, fields: try fields("0"), author: try await disk.service.author().id,
      created: first.created, modified: first.modified)
    var revisions: [(memory: ID<Revision>, disk: ID<Revision>)] = []
    func record(_ title: String) async throws {
      func id(in diary: RepositoryUnderTest) async throws -> ID<Revision> {
        try require(
          try await diary.service.history(of: first.id).first { $0.entry.title == title }?.id)
      }
      revisions.append((try await id(in: memory), try await id(in: disk)))
    }
    _ = try await disk.repository.save([copy])
    try await record("0")
    for number in 1..<40 {
      let places = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        // Mostly recent ones.
        max(0, revisions.count - 1 - Int.random(in: 0...5, using: &random))
      }
      let isTrashed = Int.random(in: 0..<5, using: &random) < 2
      func state(_ entry: Entry, _ id: (Int) -> ID<Revision>) -> Entry {
        var state = entry
        state.title = "\(number)"
        state.isTrashed = isTrashed
        state.heads = Set(places).sorted().map(id)
        return state
      }
      _ = try await memory.repository.save([state(first) { revisions[$0].memory }])
      _ = try await disk.repository.save([state(copy) { revisions[$0].disk }])
      try await record("\(number)")
      if number % 9 == 0 { try await disk.repository.flush() }
      let wanted = try await memory.service.entry(first.id)
      let versions = try await memory.service.versions(of: first.id).map(\.entry.title)
      for service in [disk.service, disk.reopened()] {
        let found = try await service.entry(first.id)
        expectEqual(found.title, wanted.title)
        expectEqual(found.isTrashed, wanted.isTrashed)
        try await expectEqual(service.versions(of: first.id).map(\.entry.title), versions)
      }
      if number % 7 == 0 { unlink(disk.folder.path + "/store/index.json") }
    }
    try await disk.repository.flush()
    var faults = 0
    _ = try StoreVerifier(root: disk.folder.path + "/store").run { finding in
      if finding.severity == .fault { faults += 1 }
    }
    expectEqual(faults, 0)
  }
}
