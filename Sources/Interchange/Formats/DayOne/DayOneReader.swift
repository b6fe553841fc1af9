import Crypto
import DiaryCore

/// Reads Day One's JSON exports: a file for each journal, and folders with the media of its
/// entries.
struct DayOneReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private var zones = TimeZones()
  private var media: DayOneMedia
  private var files: [String]
  private var journal: JSONJournal?
  private var pending: [ReadItem] = []
  private var isDone = false

  var touchedFiles: Set<String>? { Set(Self.journals(in: tree)).union(media.all) }

  static func recognizes(_ tree: ImportTree) -> Bool { !journals(in: tree).isEmpty }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    media = DayOneMedia(tree)
    files = Self.journals(in: tree)
  }

  /// Returns the files that start like a Day One journal.
  private static func journals(in tree: ImportTree) -> [String] {
    tree.files().filter { file in
      guard file.lowercased().hasSuffix(".json") else { return false }
      let head = tree.head(of: file)
      guard head.first == UInt8(ascii: "{") else { return false }
      let rest = head.dropFirst().drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return ["\"metadata\"", "\"entries\""].contains { rest.starts(with: $0.utf8) }
    }
  }

  mutating func next() throws -> ReadItem? {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      guard let journal = try currentJournal() else {
        guard !isDone else { return nil }
        isDone = true
        pending = media.unused.map { .note(ImportNote(.file($0), .unnamedFile)) }
        continue
      }
      guard let row = try journal.next() else {
        self.journal = nil
        continue
      }
      read(row, of: journal)
    }
  }

  private mutating func currentJournal() throws -> JSONJournal? {
    if let journal { return journal }
    guard !files.isEmpty else { return nil }
    let file = files.removeFirst()
    journal = try JSONJournal(
      file, named: String(file.dropLast(".json".count)).printable, in: tree)
    return journal
  }

  private mutating func read(_ row: JSONRows.Row, of journal: JSONJournal) {
    var day: String?
    func place() -> ImportPosition { .entry(file: journal.file, number: journal.number, day: day) }
    do {
      let (json, isRepaired) = try row.foreignJSON
      let source = try DayOneEntry(json)
      let seconds = source.created.seconds
      var zones = self.zones
      defer { self.zones = zones }
      let offset = source.zone.flatMap { zones.offset(of: $0, at: seconds) }
      let date = EntryDate(
        instant: seconds,
        withinCalendar: offset
          ?? defaults.localOffset(seconds + Int64(defaults.localOffset(seconds))))
      day = date.day.description
      var notes: [ImportIssue] = isRepaired ? [.replacedCharacter] : []
      if offset == nil, let zone = source.zone { notes.append(.unknownZone(zone)) }
      let (read, problems) = source.read(
        at: place(), date: date,
        offset: { zone, time in
          [zone, source.zone].lazy.compactMap(\.self)
            .compactMap { zones.offset(of: $0, at: time) }.first ?? date.offset
        },
        journal: journal.name, author: defaults.author, files: &media)
      notes += problems
      guard !read.entry.fields.isEmpty || !read.photos.isEmpty || !read.attachments.isEmpty else {
        throw EntryFieldError.empty
      }
      pending = [.entry(read)]
      pending += notes.map { .note(ImportNote(place(), $0)) }
    } catch {
      pending = [.note(ImportNote(place(), .refusing(error)))]
    }
  }
}

// MARK: - DayOneEntry

/// An entry in a Day One export. Members that the diary has no field for are kept unchanged.
struct DayOneEntry {
  let created: Timestamp
  /// The name of the entry's time zone.
  let zone: String?
  private let json: JSONValue
  private let media: [DayOneMedium]
  private let attached: [(kind: DayOneMedia.Kind, media: [DayOneMedium])]
  private let text: String

  init(_ json: JSONValue) throws {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    guard let written = json["creationDate"], written != .null else { throw EntryFieldError.noDate }
    guard let created = written.string.flatMap({ Timestamp($0) }) else {
      throw EntryFieldError.invalidDate(written.string ?? "creationDate")
    }
    self.json = json
    self.created = created
    zone = json["timeZone"]?.string.flatMap { $0.isBlank ? nil : $0 }
    text = json["text"]?.string ?? Self.richText(json["richText"]?.string) ?? ""
    media = DayOneMedium.list(json["photos"])
    attached = DayOneMedia.Kind.attachments.map { kind in
      (kind, DayOneMedium.list(json[kind.member]))
    }
  }

  /// Returns the entry with its available photos and attachments, and issues for the missing ones.
  /// `offset` returns the UTC offset in seconds of a time zone at a time in seconds since 1970, and
  /// that of the entry for a zone that is `nil` or unknown.
  func read(
    at place: ImportPosition, date: EntryDate, offset: (String?, Int64) -> Int, journal: String,
    author: AuthorID, files: inout DayOneMedia
  ) -> (entry: ReadEntry, problems: [ImportIssue]) {
    var drafts: [String: PhotoDraft] = [:]
    var missing: [String] = []
    for medium in media where drafts[medium.key] == nil {
      if let path = files.path(of: medium.names, .photos) {
        drafts[medium.key] = medium.draft(path: path, offset: offset)
      } else {
        missing.append(medium.fileName)
      }
    }
    var attachments: [AttachmentDraft] = []
    var problems: [ImportIssue] = []
    let extras = DayOneExtras(of: json)
    for attachment in extras?.attachments ?? [] {
      if let path = files.path(of: [attachment.md5], attachment.kind) {
        attachments.append(
          AttachmentDraft(
            path: path, name: attachment.name, type: attachment.type,
            unknownMembers: attachment.unknownMembers))
      } else {
        problems.append(.missingAttachment(attachment.name))
      }
    }
    for (kind, media) in extras == nil ? attached : [] {
      for medium in media {
        if let path = files.path(of: medium.names, kind) {
          attachments.append(AttachmentDraft(path: path, name: medium.name ?? path))
        } else {
          problems.append(.missingAttachment(medium.fileName))
        }
      }
    }
    var placed: [String] = []
    var written = DayOneText.read(text) { kind, identifier, caption in
      guard kind == .photo else { return nil }
      let key = identifier.lowercased()
      guard let draft = drafts[key] else {
        // In an export by this program, such a reference is text that the user typed.
        if extras == nil, !media.contains(where: { $0.key == key }) { missing.append(identifier) }
        return nil
      }
      if !placed.contains(key) { placed.append(key) }
      let words = caption.isBlank ? draft.caption ?? "" : caption
      return draft.asset.map { "![\(words)](photo:\($0))" }
    }
    if let extras {
      written = DayOneText(
        title: extras.title ?? written.title,
        content: extras.content.map { Self.referring($0, to: media, drafts) } ?? written.content)
      // Keep the order of the list, which is that of the diary.
      placed = []
    }
    var links = LinkedEntries()
    if extras == nil {
      written = DayOneText(
        title: written.title, content: links.replaced(in: written.content, by: Self.target))
    }
    let others = media.map(\.key).filter { drafts[$0] != nil && !placed.contains($0) }
    var seen: Set<String> = []
    let order = (placed + others).filter { seen.insert($0).inserted }
    var details = self.details
    details.mood = extras?.mood
    let fields = EntryFields(
      date: extras?.date ?? date, title: written.title, content: written.content,
      tags: json["tags"]?.array?.compactMap(\.string) ?? [], journal: extras?.journal ?? journal,
      details: details
    ).normalized
    let entry = Entry(
      id: id, fields: fields, author: author, created: extras?.created ?? created,
      modified: extras?.modified ?? modified,
      unknownMembers: extras?.unknownMembers ?? [JSONMember("dayone", .object(carried))])
    let read = ReadEntry(
      place: place, entry: entry, photos: order.compactMap { drafts[$0] },
      attachments: attachments, links: links.targets)
    return (read, problems + missing.map { .missingPhoto($0) })
  }

  /// Parses a link to an entry: `dayone://view?entryId=UUID`, or with the scheme `dayone2`.
  private static func target(of link: MarkdownImages.Image) -> LinkTarget? {
    guard case .address(let address) = link.target,
      address.hasPrefix("dayone://") || address.hasPrefix("dayone2://"),
      let mark = address.lowercased().firstRange(of: "entryid=")
    else { return nil }
    let id = address.lowercased()[mark.upperBound...].prefix { $0.isHexDigit || $0 == "-" }
    return ID<Entry>(String(id)).map(LinkTarget.entry) ?? .missing
  }

  /// Replaces the photo references in content exported by this program with those of the photos to
  /// be imported.
  private static func referring(
    _ text: String, to media: [DayOneMedium], _ drafts: [String: PhotoDraft]
  ) -> String {
    PhotoReference.replaced(in: text) { asset, caption in
      media.first { $0.extras?.asset == asset }.flatMap { drafts[$0.key]?.asset }
        .map { "![\(caption)](photo:\($0))" }
    }
  }

  private var modified: Timestamp {
    json["modifiedDate"]?.string.flatMap { Timestamp($0) } ?? created
  }

  /// The entry's UUID in Day One, which is a valid ID here, or else a hash of its creation date and
  /// its UUID or text.
  private var id: ID<Entry> {
    let uuid = json["uuid"]?.string
    if let id = uuid.flatMap({ ID<Entry>($0) }) { return id }
    return ID(of: .dayone, [json["creationDate"] ?? .null, .string(uuid ?? text)])
  }

  private var details: EntryDetails {
    EntryDetails(
      isStarred: json["starred"]?.bool ?? json["isStarred"]?.bool ?? false,
      place: json["location"].flatMap(Self.place), weather: json["weather"].flatMap(Self.weather),
      isPinned: json["isPinned"]?.bool ?? json["pinned"]?.bool ?? false)
  }

  /// Returns the names of a location from the most specific to the most general, without
  /// duplicates.
  static func place(_ location: JSONValue) -> String? {
    var names: [String] = []
    for key in ["placeName", "localityName", "administrativeArea", "country"] {
      guard let name = location[key]?.string?.trimmed, !name.isEmpty,
        !names.contains(String(name))
      else { continue }
      names.append(String(name))
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  static func weather(_ weather: JSONValue) -> String? {
    var words: [String] = []
    if let conditions = weather["conditionsDescription"]?.string, !conditions.isBlank {
      words.append(conditions)
    }
    if let degrees = weather["temperatureCelsius"]?.double, abs(degrees) < 1000 {
      words.append("\(Int(degrees.rounded()))°C")
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Returns the plain text of a rich text, a JSON string, for entries without plain text.
  private static func richText(_ text: String?) -> String? {
    guard let text, let json = try? JSONParser.parse(text), let parts = json["contents"]?.array
    else { return nil }
    return parts.compactMap { $0["text"]?.string }.joined()
  }

  /// The members to keep unchanged: all but those that the entry represents exactly. A rich text is
  /// dropped if there is a plain one.
  private var carried: [JSONMember] {
    let represented: Set = ["text", "tags", "starred", "isPinned", "creationDate"]
    return (json.members ?? []).filter { member in
      !represented.contains(member.name)
        && !(member.name == "richText" && json["text"]?.string != nil)
    }
  }
}

// MARK: - DayOneMedia

/// The media files of an export, which are found by the names that entries give them. Day One names
/// a file by the MD5 of its bytes, but an entry may not contain it, or contain the MD5 of the bytes
/// before Day One converted them.
struct DayOneMedia {
  /// A kind of media. Each has its folder.
  enum Kind: String, CaseIterable {
    case photos, videos, audios
    case documents = "pdfs"
    /// Kinds of files that Day One doesn't support, in exports by this program.
    case others = "attachments"

    static let attachments: [Kind] = [.videos, .audios, .documents]

    /// The member of an entry that lists this kind.
    var member: String { self == .documents ? "pdfAttachments" : rawValue }

    /// The name of this kind in a moment, the Markdown for a file in the text. `nil` for photos,
    /// which need none, and for files that Day One doesn't show.
    var moment: String? {
      switch self {
      case .videos: "video"
      case .audios: "audio"
      case .documents: "pdfAttachment"
      case .photos, .others: nil
      }
    }
  }

  private struct Files {
    let folder: String
    /// The names of the files by lowercase name without the extension.
    var byStem: [String: String] = [:]
  }

  private let root: String
  private var files: [Kind: Files] = [:]
  /// The paths in the export of files that entries refer to.
  private var used: Set<String> = []

  init(_ tree: ImportTree) {
    root = tree.root
    let folders = tree.folders()
    for kind in Kind.allCases {
      let names = [kind.rawValue, kind.member.lowercased()]
      guard let folder = folders.first(where: { names.contains($0.lowercased()) }) else { continue }
      var found = Files(folder: folder)
      for file in tree.files(in: folder) { found.byStem[Self.stem(file)] = file }
      files[kind] = found
    }
  }

  /// Returns the absolute path of the first of the possible `names` that exists, and marks the file
  /// as used.
  mutating func path(of names: [String], _ kind: Kind) -> String? {
    guard let found = files[kind] else { return nil }
    for name in names {
      guard let file = found.byStem[name.lowercased()] ?? found.byStem[Self.stem(name)] else {
        continue
      }
      let path = "\(found.folder)/\(file)"
      used.insert(path)
      return "\(root)/\(path)"
    }
    return nil
  }

  /// The paths in the export of all media files.
  var all: [String] {
    files.values.flatMap { found in found.byStem.values.map { "\(found.folder)/\($0)" } }
  }

  /// The paths in the export of media files that no entry refers to.
  var unused: [String] {
    Kind.allCases.flatMap { kind in
      guard let found = files[kind] else { return [String]() }
      return found.byStem.values.map { "\(found.folder)/\($0)" }
        .filter { !used.contains($0) }.sorted()
    }
  }

  private static func stem(_ name: String) -> String {
    let name = name.lowercased()
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

// MARK: - DayOneMedium

/// A photo, video, recording or PDF in an entry's lists.
struct DayOneMedium {
  let identifier: String?
  private let md5: String?
  let name: String?
  private let type: String?
  private let caption: String?
  private let date: Timestamp?
  /// The name of the time zone of the place where it was made.
  private let zone: String?
  private let order: Int
  let extras: DayOnePhotoExtras?
  /// The lowercase identifier by which the entry's text refers to it.
  let key: String

  private init(_ json: JSONValue, index: Int) {
    func text(_ name: String) -> String? {
      json[name]?.string.flatMap { $0.isBlank ? nil : $0 }
    }
    identifier = text("identifier")
    md5 = text("md5")
    name = text("filename") ?? text("fileName") ?? text("pdfName")
    zone = json["location"]?["timeZoneName"]?.string ?? text("timeZoneName")
    type = text("type") ?? text("format")
    caption = text("caption")
    date = text("date").flatMap { Timestamp($0) }
    order = json["orderInEntry"]?.integer ?? index
    extras = DayOnePhotoExtras(of: json)
    key = (identifier ?? md5 ?? "\(index)").lowercased()
  }

  /// Returns the media of a list, in the order given by `orderInEntry`.
  static func list(_ json: JSONValue?) -> [DayOneMedium] {
    let media = (json?.array ?? []).enumerated().filter { $1.members != nil }
      .map { DayOneMedium($1, index: $0) }
    return media.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }
    .map(\.element)
  }

  /// The possible names of its file, the most reliable first.
  var names: [String] { [md5, identifier, name].compactMap(\.self) }

  /// The name to show to the user.
  var fileName: String {
    name ?? (md5 ?? identifier).map { stem in type.map { "\(stem).\($0)" } ?? stem }
      ?? "?"
  }

  /// Returns the photo to import. `offset` is as in `DayOneEntry.read`.
  func draft(path: String, offset: (String?, Int64) -> Int) -> PhotoDraft {
    PhotoDraft(
      path: path, asset: AssetID(standingFor: key), name: name ?? path, caption: caption,
      taken: extras.map(\.taken)
        ?? date.map {
          EntryDate(instant: $0.seconds, withinCalendar: offset(zone, $0.seconds)).description
        })
  }
}

extension AssetID {
  /// Creates a placeholder that refers to a photo in a text until the photo is imported and its
  /// hash is known.
  init(standingFor key: String) { self.init(digest: SHA256.hash(data: Array(key.utf8))) }
}
