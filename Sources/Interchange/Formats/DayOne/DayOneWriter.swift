import Crypto
import DiaryCore
import System

/// Writes `dayone.zip`: a JSON file for each journal, and folders of photos and attachments, each
/// named by the MD5 of its bytes.
struct DayOneWriter: DiaryWriter, ~Copyable {
  static let packsFiles = true
  private static let name = "dayone.zip"
  private static let chunk = 1 << 20

  private let document: GrowingFile
  private let zip: ArchiveWriter
  /// The JSON of all entries in the order of their arrival. The zip needs each journal in one
  /// piece.
  private let entries: OpenFile
  private var size: Int64 = 0
  /// The positions of each journal's entries in that file.
  private var ranges: [String: [Range<Int64>]] = [:]
  private var files: [AssetFile: DayOnePackedFile] = [:]
  private var packed: Set<String> = []
  /// The time of the last modified entry in seconds since 1970. All files in the zip have this
  /// time, so that the same diary produces the same zip.
  private var newest: Int64 = 0

  init(_ context: ExportContext, _ tree: inout ExportTree) throws {
    let zip = try ArchiveWriter(.zip, for: Self.name)
    let entries = try tree.sink.scratch()
    document = try tree.sink.begin(ExportPath(name: Self.name))
    self.zip = zip
    self.entries = entries
  }

  // MARK: Files

  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) throws {
    var hash = Insecure.MD5()
    try bytes.forEachPiece(of: Self.chunk) { bytes in hash.update(data: bytes) }
    let md5 = hash.finalize().reduce(into: "") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let fileExtension = file.type.fileExtension
    let packed = DayOnePackedFile(
      kind: DayOnePackedFile.kind(of: file.type), md5: md5,
      type: fileExtension == "jpg" ? "jpeg" : fileExtension, size: Int64(bytes.size))
    files[file] = packed
    guard self.packed.insert(packed.path).inserted else { return }
    try begin(packed.path, size: packed.size, isStored: true)
    try bytes.forEachPiece(of: Self.chunk) { bytes in try add(bytes) }
  }

  // MARK: Entries

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) throws {
    let json = DayOneEntryJSON(entry) { file($0) == nil ? nil : files[$0] }.json
    let bytes = JSONWriter.bytes(json)
    try entries.write(bytes)
    ranges[entry.journal, default: []].append(size..<size + Int64(bytes.count))
    size += Int64(bytes.count)
    newest = max(newest, entry.modified.seconds)
  }

  mutating func finish(_ tree: inout ExportTree) throws {
    var names = UniqueNames()
    if ranges.isEmpty { ranges[EntryFields.defaultJournal] = [] }
    for journal in ranges.keys.sorted() {
      let stem = SafeFileName.make(from: journal)
      let name = names.path(
        in: "", stem: stem.isEmpty ? EntryFields.defaultJournal : stem, fileExtension: "json"
      ) { _ in false }.name
      try begin(name, size: nil, isStored: false)
      try add(Array("{\"metadata\":{\"version\":\"1.0\"},\"entries\":[\n".utf8))
      var isFirst = true
      for range in ranges[journal] ?? [] {
        if !isFirst { try add(Array(",\n".utf8)) }
        isFirst = false
        try add(try entries.bytes(range.count, at: Int(range.lowerBound)))
      }
      try add(Array("\n]}\n".utf8))
    }
    try zip.end()
    try drain()
    try tree.finish(document)
  }

  // MARK: Zip archive

  private mutating func begin(_ name: String, size: Int64?, isStored: Bool) throws {
    try zip.begin(name, size: size, time: newest, isStored: isStored)
    try drain()
  }

  private mutating func add(_ bytes: [UInt8]) throws {
    try zip.write(bytes)
    try drain()
  }

  private mutating func drain() throws { try document.write(zip.take()) }
}

// MARK: - DayOneEntryJSON

/// An entry in Day One's JSON format.
struct DayOneEntryJSON {
  private let entry: Entry
  private let photos: [(photo: Photo, packed: DayOnePackedFile, identifier: String)]
  private let attachments: [(attachment: Attachment, packed: DayOnePackedFile)]
  private let carried: JSONValue?

  /// Creates the JSON of an entry. `packed` returns the file in the zip for a photo or an
  /// attachment, or `nil` if it isn't in the zip.
  init(_ entry: Entry, packed: (AssetFile) -> DayOnePackedFile?) {
    self.entry = entry
    photos = entry.photos.compactMap { photo in
      packed(photo.file).map { (photo, $0, Self.identifier(of: photo.asset, in: entry)) }
    }
    attachments = entry.attachments.compactMap { attachment in
      packed(attachment.file).map { (attachment, $0) }
    }
    carried = entry.unknownMembers.last { $0.name == "dayone" }?.value
  }

  var json: JSONValue {
    let text = self.text
    var json: JSONValue = [
      "uuid": .string(entry.id.description.uppercased()),
      "creationDate": .string(Self.time(entry.date.instant)),
      "modifiedDate": .string(Self.time(entry.modified.seconds)),
      "timeZone": .string(zone),
      "starred": .bool(entry.details.isStarred),
      "isPinned": .bool(entry.details.isPinned),
      "tags": .array(entry.tags.map(JSONValue.string)),
      "text": .string(text),
    ]
    if let place = entry.details.place {
      let location = carried?["location"]
      let same = location.flatMap(DayOneEntry.place) == place ? location : nil
      json["location"] = same ?? ["placeName": .string(place)]
    }
    if let weather = entry.details.weather {
      let known = carried?["weather"]
      let same = known.flatMap(DayOneEntry.weather) == weather ? known : nil
      json["weather"] = same ?? ["conditionsDescription": .string(weather)]
    }
    if !photos.isEmpty {
      json["photos"] = .array(photos.indices.map { photoJSON(photos[$0], order: $0) })
    }
    for kind in DayOneMedia.Kind.attachments {
      let list = attachments.filter { $0.packed.kind == kind }
      guard !list.isEmpty else { continue }
      json[kind.member] = .array(list.indices.map { attachmentJSON(list[$0], order: $0) })
    }
    json[DayOneExtras.name] = extras(text)
    // Write back members imported from Day One, unless the entry replaces them.
    let members = json.members ?? []
    let written = Set(members.map(\.name)).union(
      ["richText", "videos", "audios", "pdfAttachments", "photos", "location", "weather"])
    return .object(members + (carried?.members ?? []).filter { !written.contains($0.name) })
  }

  // MARK: Text

  /// The content in Markdown, with the title as a heading and moments for photos.
  private var text: String {
    var written = PhotoReference.replaced(in: entry.content) { asset, caption in
      photos.first { $0.photo.asset == asset }.map { Self.moment($0.identifier, caption) }
    }
    let title = entry.title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    if !title.isEmpty {
      written = "# \(Self.escaped(String(title)))" + (written.isEmpty ? "" : "\n\n\(written)")
    }
    let named = PhotoReference.assets(in: entry.content)
    for (photo, _, identifier) in photos where !named.contains(photo.asset) {
      written += (written.isEmpty ? "" : "\n\n") + Self.moment(identifier, "")
    }
    // Day One shows videos and PDFs only where the text has a moment.
    var shown: Set<AssetID> = []
    for (attachment, packed) in attachments where shown.insert(attachment.asset).inserted {
      guard let kind = packed.kind.moment else { continue }
      let identifier = Self.identifier(of: attachment.asset, in: entry)
      written += (written.isEmpty ? "" : "\n\n") + "![](dayone-moment:/\(kind)/\(identifier))"
    }
    return written
  }

  private static func moment(_ identifier: String, _ caption: String) -> String {
    "![\(caption)](dayone-moment://\(identifier))"
  }

  /// Escapes a title, which is plain text, for Markdown.
  private static func escaped(_ title: String) -> String {
    var result = ""
    for character in title {
      if "\\`*_[]<>#~".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  // MARK: Values without a field in Day One

  private func extras(_ text: String) -> JSONValue {
    // The offset of a time zone may change later, so the date is also written in full.
    var extras: JSONValue = ["date": .string(entry.date.description)]
    if entry.created.milliseconds != entry.date.instant * 1000 {
      extras["created"] = .string(entry.created.description)
    }
    if entry.modified.milliseconds % 1000 != 0 {
      extras["modified"] = .string(entry.modified.description)
    }
    extras["journal"] = .string(entry.journal)
    extras["mood"] = entry.details.mood.map(JSONValue.string)
    // If importing the text would give another title or content, the originals are written as well.
    let read = DayOneText.read(text) { _, identifier, caption in
      photos.first { $0.identifier.lowercased() == identifier.lowercased() }.map { found in
        "![\(caption.isBlank ? found.photo.caption : caption)](photo:\(found.photo.asset))"
      }
    }
    if !read.title.isExactly(entry.title) { extras["title"] = .string(entry.title) }
    if !read.content.isExactly(entry.content) { extras["content"] = .string(entry.content) }
    if !attachments.isEmpty {
      extras["attachments"] = .array(
        attachments.map { DayOneAttachmentExtras.json($0.attachment, $0.packed) })
    }
    let others = entry.unknownMembers.filter { $0.name != ImportMark.name }
    if !others.isEmpty { extras["members"] = .object(others) }
    return extras
  }

  // MARK: Times and photos

  /// Returns a time as Day One writes it: UTC, to the second.
  private static func time(_ seconds: Int64) -> String {
    let text = Timestamp(milliseconds: seconds * 1000).description
    return text.dropLast("000Z".count + 1) + "Z"
  }

  /// The name of the time zone imported from Day One, if it still has the entry's offset, or else
  /// the offset.
  private var zone: String {
    if let name = carried?["timeZone"]?.string {
      var zones = TimeZones()
      if zones.offset(of: name, at: entry.date.instant) == entry.date.offset { return name }
    }
    let minutes = abs(entry.date.offset) / 60
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let sign = entry.date.offset < 0 ? "-" : "+"
    return minutes == 0 ? "GMT" : "GMT\(sign)\(twoDigits(minutes / 60))\(twoDigits(minutes % 60))"
  }

  private func photoJSON(
    _ photo: (photo: Photo, packed: DayOnePackedFile, identifier: String), order: Int
  ) -> JSONValue {
    var json: JSONValue = [
      "identifier": .string(photo.identifier),
      "md5": .string(photo.packed.md5),
      "type": .string(photo.packed.type),
      "orderInEntry": .integer(order),
      "filename": .string(photo.photo.name),
      "fileSize": .number("\(photo.packed.size)"),
    ]
    if let width = photo.photo.width, let height = photo.photo.height {
      json["width"] = .integer(width)
      json["height"] = .integer(height)
    }
    let offset = entry.date.offset
    if let taken = photo.photo.taken.flatMap({ EntryDate($0, localOffset: { _ in offset }) }) {
      json["date"] = .string(Self.time(taken.instant))
    }
    if !photo.photo.caption.isEmpty { json["caption"] = .string(photo.photo.caption) }
    json[DayOneExtras.name] = DayOnePhotoExtras.json(of: photo.photo)
    return json
  }

  private func attachmentJSON(
    _ file: (attachment: Attachment, packed: DayOnePackedFile), order: Int
  ) -> JSONValue {
    [
      "identifier": .string(Self.identifier(of: file.attachment.asset, in: entry)),
      "md5": .string(file.packed.md5),
      file.packed.kind == .audios ? "format" : "type": .string(file.packed.type),
      file.packed.kind == .documents ? "pdfName" : "filename": .string(file.attachment.name),
      "orderInEntry": .integer(photos.count + order),
      "fileSize": .number("\(file.packed.size)"),
    ]
  }

  /// Returns an identifier that is the same in every export but differs between entries with the
  /// same file.
  private static func identifier(of asset: AssetID, in entry: Entry) -> String {
    let words = "\(entry.id) \(asset)"
    return SHA256.hash(data: Array(words.utf8)).withUnsafeBytes(ID<Photo>.init(digest:))
      .description.uppercased()
  }
}

// MARK: - DayOnePackedFile

/// A photo or an attachment in the zip.
struct DayOnePackedFile {
  let kind: DayOneMedia.Kind
  /// The MD5 of its bytes as 32 lowercase hexadecimal digits.
  let md5: String
  /// Day One's name for the type: `jpeg`, `png`, `mov`.
  let type: String
  let size: Int64

  var path: String { "\(kind.rawValue)/\(md5).\(type)" }

  /// Returns the kind of media, and with it the folder, for a file type.
  static func kind(of type: MediaType) -> DayOneMedia.Kind {
    if type.isPhoto { return .photos }
    if type.description.hasPrefix("video/") { return .videos }
    if type.description.hasPrefix("audio/") { return .audios }
    return type.description == "application/pdf" ? .documents : .others
  }
}

// MARK: - DayOneExtras

/// Values of an entry that Day One has no field for. They are written as an additional member, so
/// that importing an export restores the same entry.
struct DayOneExtras {
  static let name = "photodiary"

  private let json: JSONValue

  /// Returns `nil` for an entry that wasn't exported by this program.
  init?(of entry: JSONValue) {
    guard let json = entry[Self.name], json.members != nil else { return nil }
    self.json = json
  }

  var date: EntryDate? { json["date"]?.string.flatMap { EntryDate($0) } }
  var created: Timestamp? { json["created"]?.string.flatMap { Timestamp($0) } }
  var modified: Timestamp? { json["modified"]?.string.flatMap { Timestamp($0) } }
  var title: String? { json["title"]?.string }
  /// The content, which refers to photos by their assets at the time of the export.
  var content: String? { json["content"]?.string }
  var journal: String? { json["journal"]?.string }
  var mood: String? { json["mood"]?.string }
  /// All attachments of the entry, in order. Day One supports only some kinds of files.
  var attachments: [DayOneAttachmentExtras] {
    (json["attachments"]?.array ?? []).compactMap(DayOneAttachmentExtras.init)
  }
  var unknownMembers: [JSONMember] { json["members"]?.members ?? [] }
}

/// Values of an attachment that Day One has no field for.
struct DayOneAttachmentExtras {
  let kind: DayOneMedia.Kind
  let md5: String
  let name: String
  let type: MediaType
  let unknownMembers: [JSONMember]

  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(DayOneMedia.Kind.init),
      let md5 = json["md5"]?.string, let name = json["name"]?.string,
      let type = json["type"]?.string
    else { return nil }
    self.kind = kind
    self.md5 = md5
    self.name = name
    self.type = MediaType(type)
    unknownMembers = json["members"]?.members ?? []
  }

  static func json(_ attachment: Attachment, _ packed: DayOnePackedFile) -> JSONValue {
    [
      "kind": .string(packed.kind.rawValue), "md5": .string(packed.md5),
      "name": .string(attachment.name), "type": .string(attachment.type.description),
      "members": .object(attachment.unknownMembers),
    ]
  }
}

/// Values of a photo that Day One has no field for.
struct DayOnePhotoExtras {
  /// The photo's asset in the diary at the time of the export. The file may have changed since.
  let asset: AssetID
  let taken: String?

  init?(of photo: JSONValue) {
    guard let json = photo[DayOneExtras.name],
      let asset = json["asset"]?.string.flatMap({ AssetID($0) })
    else { return nil }
    self.asset = asset
    taken = json["taken"]?.string
  }

  static func json(of photo: Photo) -> JSONValue {
    ["asset": .string(photo.asset.description), "taken": .optional(photo.taken)]
  }
}
