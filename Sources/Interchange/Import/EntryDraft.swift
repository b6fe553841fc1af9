import DiaryCore

/// An entry as an import names it, before its photos and attachments are in the diary.
struct EntryDraft {
  /// Without photos and attachments.
  var entry: Entry
  let photos: [PhotoDraft]
  let attachments: [AttachmentDraft]
  /// What is said under it.
  let comments: [EntryComment]

  /// What an entry has where the import says nothing.
  struct Defaults {
    let author: AuthorID
    let localOffset: @Sendable (Int64) -> Int
  }

  /// Reads the members that DESIGN calls the JSON of an entry, any of which but the date may be
  /// missing or null. Others are kept as they are.
  init(_ json: JSONValue, defaults: Defaults) throws(EntryFieldError) {
    guard json.members != nil else { throw .notAnObject }
    let reader = MemberReader(json)
    guard let writtenDate = try reader.text("date", or: .invalidDate("date")) else {
      throw .noDate
    }
    guard let date = EntryDate(writtenDate, localOffset: defaults.localOffset) else {
      throw .invalidDate(writtenDate)
    }
    func time(_ name: String) throws(EntryFieldError) -> Timestamp? {
      guard let text = try reader.text(name) else { return nil }
      if let time = Timestamp(text) { return time }
      guard let date = EntryDate(text, localOffset: defaults.localOffset) else {
        throw .invalidMember(name)
      }
      return Timestamp(milliseconds: date.instant * 1000)
    }

    let fields = EntryFields(
      date: date, title: try reader.text("title") ?? "",
      content: try reader.text("content") ?? "", tags: try reader.texts("tags"),
      journal: try reader.text("journal") ?? "", details: EntryDetails(json)
    ).tidied
    var photos: [PhotoDraft] = []
    for photo in try reader.values("photos") { photos.append(try PhotoDraft(photo)) }
    var attachments: [AttachmentDraft] = []
    for file in reader.attachments() { attachments.append(try AttachmentDraft(file)) }
    guard !fields.isEmpty || !photos.isEmpty || !attachments.isEmpty else { throw .empty }

    let id: ID<Entry>
    if let text = try reader.text("id") {
      guard let known = ID<Entry>(text) else { throw .invalidMember("id") }
      id = known
    } else {
      id = Self.id(writtenDate, fields, photos.map(\.name) + attachments.map(\.name))
    }
    let created =
      try time("created") ?? Timestamp(milliseconds: date.instant * 1000)
    comments = try reader.comments(on: id)
    self.photos = photos
    self.attachments = attachments
    entry = Entry(
      id: id, fields: fields,
      author: try reader.text("author").map { AuthorID($0) } ?? defaults.author, created: created,
      modified: try time("modified") ?? created, unknownMembers: reader.unknownMembers)
  }

  /// An id that is the same for the same words, so that an import can be repeated. The date goes in
  /// as it is written: one without an offset means another time elsewhere.
  private static func id(
    _ date: String, _ fields: EntryFields, _ files: [String]
  ) -> ID<Entry> {
    ID(naming: [
      .string(date), .string(fields.title), .string(fields.content),
      .array(fields.tags.map(JSONValue.string)), .array(files.map(JSONValue.string)),
    ])
  }
}
