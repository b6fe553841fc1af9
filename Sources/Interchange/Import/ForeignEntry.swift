import Crypto
import DiaryCore

/// What a file of another program says of an entry.
struct ForeignEntry {
  /// Without photos and attachments.
  let entry: Entry
  let placing: PhotoPlacing
  /// What is said under it.
  var comments: [EntryComment] = []

  /// The entry, and a note of each problem, of those first that reading the file has brought.
  func items(
    at place: ImportPosition, after problems: [ImportIssue] = [], isOwn: Bool = false
  ) throws(EntryFieldError) -> [ReadItem] {
    guard !entry.fields.isEmpty || !placing.isEmpty else { throw .empty }
    let read = ReadEntry(
      place: place, entry: entry, photos: placing.drafts, attachments: placing.attachments,
      comments: comments, links: placing.links.targets, isOwn: isOwn)
    return [.entry(read)] + (problems + placing.problems).map { .note(ImportNote(place, $0)) }
  }
}

extension Entry {
  /// An entry of another program.
  ///
  /// - Parameters:
  ///   - words: They tell it from all others of that program, and are the same in each import.
  ///   - others: What has no place here, to be carried along under the format's name.
  init(
    _ format: ImportFormat, _ words: [JSONValue], _ fields: EntryFields, author: AuthorID,
    created: Timestamp, modified: Timestamp? = nil, carrying others: [JSONMember] = []
  ) {
    self.init(
      id: ID(of: format, words), fields: fields.tidied, author: author, created: created,
      modified: modified ?? created,
      unknownMembers: others.isEmpty ? [] : [JSONMember(format.rawValue, .object(others))])
  }
}

extension ID<Entry> {
  /// An id that is the same for the same words, so that an import can be repeated.
  init(naming words: [JSONValue]) {
    self = SHA256.hash(data: JSONWriter.bytes(.array(words))).withUnsafeBytes(ID.init(digest:))
  }

  init(of format: ImportFormat, _ words: [JSONValue]) {
    self.init(naming: [.string(format.rawValue)] + words)
  }
}

/// Tells entries apart that have the same words where a format has no ids: the second one of them, the third.
struct SeenWords {
  private var counts: [String: Int] = [:]

  /// How many came before with these.
  mutating func add(_ words: String) -> Int {
    defer { counts[words, default: 0] += 1 }
    return counts[words, default: 0]
  }

  /// The words that tell one from all others.
  static func words(_ words: JSONValue..., count: Int) -> [JSONValue] {
    words + (count > 0 ? [.integer(count)] : [])
  }
}

extension [JSONMember] {
  /// The members with a number behind names that came before, `photo 2`, also of the objects in them: of
  /// two members of one name readers keep but one.
  var withDistinctNames: [JSONMember] {
    var names: Set<String> = []
    return map { member in
      var name = member.name
      var number = 1
      while !names.insert(name).inserted {
        number += 1
        name = "\(member.name) \(number)"
      }
      return JSONMember(name, member.value.withDistinctNames)
    }
  }
}

extension JSONValue {
  fileprivate var withDistinctNames: JSONValue {
    switch self {
    case .object(let members): .object(members.withDistinctNames)
    case .array(let values): .array(values.map(\.withDistinctNames))
    default: self
    }
  }
}
