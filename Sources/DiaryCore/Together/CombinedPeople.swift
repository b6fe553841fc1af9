/// Whose the entries of several diaries are.
struct CombinedPeople: Sendable {
  private let names: [AuthorID: String]
  /// Those by which the person is known, another one in each diary.
  private let own: Set<AuthorID>
  /// Why nothing can be written in some of them.
  private let obstacles: [DiaryName: AccountError]
  /// Whether it is known of every diary whose it is.
  let isComplete: Bool

  init(of parts: [CombinedRepository.Part]) async throws(DiaryError) {
    var names: [AuthorID: String] = [:]
    var own: Set<AuthorID> = []
    var obstacles: [DiaryName: AccountError] = [:]
    for part in parts {
      obstacles[part.name] = try await part.repository.writingObstacle()
      for author in try await part.repository.authors() { names[author.id] = author.name }
      if let owner = try await part.repository.existingOwner() {
        names[owner.id] = owner.name
        own.insert(owner.id)
      }
    }
    (self.names, self.own, self.obstacles) = (names, own, obstacles)
    isComplete = own.count == parts.count
  }

  /// An entry with what is told of where it is.
  func told(_ entry: Entry, in diary: DiaryName) -> Entry {
    var entry = entry
    entry.origin = EntryOrigin(
      diary: diary, author: names[entry.author], isOwn: own.contains(entry.author),
      obstacle: obstacles[diary])
    return entry
  }

  func told(_ revision: Revision, in diary: DiaryName) -> Revision {
    var revision = revision
    revision.entry = told(revision.entry, in: diary)
    return revision
  }
}

extension Entry {
  /// As its own diary knows it.
  var untold: Entry {
    var entry = self
    entry.origin = nil
    return entry
  }
}

/// A diary's timeline, whose entries tell where they are.
struct ToldTimeline: EntryTimeline {
  let timeline: any EntryTimeline
  let diary: DiaryName
  let people: CombinedPeople

  var count: Int { timeline.count }
  func order(at rank: Int) -> EntrySortKey? { timeline.order(at: rank) }
  func rank(of order: EntrySortKey, near guess: Int?) -> Int {
    timeline.rank(of: order, near: guess)
  }

  func entries(in ranks: Range<Int>) -> [Entry] {
    timeline.entries(in: ranks).map { people.told($0, in: diary) }
  }
}
