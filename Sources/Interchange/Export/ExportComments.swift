import DiaryCore

/// The comments of a diary that is exported.
struct ExportComments: Sendable {
  private let service: DiaryService
  /// The entries that have some, so that no others are asked for.
  private let entries: Set<ID<Entry>>
  private let names: [AuthorID: String]

  init(of service: DiaryService) async throws(DiaryError) {
    self.service = service
    entries = try await service.commentedEntries()
    names =
      entries.isEmpty
      ? [:]
      : Dictionary(try await service.authors().map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// What is said under an entry, in the order in which it was said.
  func comments(on entry: ID<Entry>) async throws(DiaryError) -> [NamedComment] {
    guard entries.contains(entry) else { return [] }
    return try await service.comments(on: entry).map {
      NamedComment(comment: $0, author: names[$0.author])
    }
  }

  /// As a member of the entry's object; none where nobody has said anything.
  func members(of entry: ID<Entry>) async throws(DiaryError) -> [JSONMember] {
    let comments = try await comments(on: entry)
    return comments.isEmpty ? [] : [JSONMember(Self.memberName, .array(comments.map(\.json)))]
  }

  static let memberName = "comments"
}

/// A comment, and who made it.
struct NamedComment: Hashable, Sendable {
  let comment: EntryComment
  /// The name of its author; `nil` where nobody knows it.
  let author: String?

  /// With the name beside the id, for whoever reads it without this program.
  var json: JSONValue {
    var members: [JSONMember] = []
    for member in comment.json.members ?? [] {
      members.append(member)
      if member.name == "author" { members.append(JSONMember("name", .optional(author))) }
    }
    return .object(members)
  }
}
