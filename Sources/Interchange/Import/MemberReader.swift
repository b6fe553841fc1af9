import DiaryCore

/// Takes members out of a JSON object; a missing one is as good as null.
struct MemberReader {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  func text(_ name: String, or failure: EntryFieldError? = nil) throws(EntryFieldError) -> String? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.string else { throw failure ?? .invalidMember(name) }
    return text
  }

  func values(_ name: String) throws(EntryFieldError) -> [JSONValue] {
    guard let value = json[name], value != .null else { return [] }
    guard let values = value.array else { throw .invalidMember(name) }
    return values
  }

  func texts(_ name: String) throws(EntryFieldError) -> [String] {
    try values(name).map { value throws(EntryFieldError) in
      guard let text = value.string else { throw .invalidMember(name) }
      return text
    }
  }

  /// What isn't of an entry's own members, carried along for programs that know it.
  var unknownMembers: [JSONMember] {
    (json.members ?? []).filter {
      !Self.entryNames.contains($0.name) && !EntryDetails.reads($0) && !Self.listsAttachments($0)
        && !Self.listsComments($0)
    }
  }

  /// The objects and paths of `attachments`. Another program's member of that name, which holds
  /// something else, is carried along.
  func attachments() -> [JSONValue] {
    json.members?.last(where: Self.listsAttachments)?.value.array ?? []
  }

  private static func listsAttachments(_ member: JSONMember) -> Bool {
    member.name == "attachments" && (member.value.array != nil || member.value == .null)
  }

  /// What is said under an entry of that id. Another program's member of that name, which holds something
  /// else, is carried along.
  func comments(on entry: ID<Entry>) throws(EntryFieldError) -> [EntryComment] {
    guard let member = json.members?.last(where: Self.listsComments) else { return [] }
    return try (member.value.array ?? []).map { value throws(EntryFieldError) in
      guard let comment = EntryComment(value, on: entry) else { throw .invalidMember(member.name) }
      return comment
    }
  }

  private static func listsComments(_ member: JSONMember) -> Bool {
    member.name == ExportComments.memberName
      && member.value.array?.allSatisfy { $0["author"] != nil && $0["text"] != nil } == true
  }

  private static let entryNames: Set = [
    "id", "date", "title", "content", "tags", "journal", "author", "photos", "created", "modified",
    "file",
  ]
}
