import DiaryCore
import System

/// Imports the posts and albums of a Facebook account from Facebook's JSON download.
struct FacebookReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().contains { file in
      guard isPosts(file) else { return false }
      let head = String(decoding: tree.head(of: file, 1 << 16), as: UTF8.self)
      return head.contains("\"timestamp\"")
        && ["\"data\"", "\"attachments\""].contains { head.contains($0) }
    }
  }

  /// Matches `your_posts_1.json` and `your_posts__check_ins__photos_and_videos_1.json`.
  private static func isPosts(_ file: String) -> Bool {
    EntryFiles.isObject(file) && Path.split(file).name.hasPrefix("your_posts")
  }

  /// Matches `album/0.json`.
  private static func isAlbum(_ file: String) -> Bool {
    EntryFiles.isObject(file) && Path.split(Path.split(file).folder).name == "album"
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults) { Self.isPosts($0) || Self.isAlbum($0) }
    // Albums are read last, because they repeat the photos of posts.
    let files = entryFiles.files
    entryFiles.files = (files.filter(Self.isPosts) + files.filter(Self.isAlbum))[...]
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    let notes = problems.map { ReadItem.note(ImportNote(place, $0)) }
    guard Self.isPosts(file) else {
      let days = FacebookAlbum(json, unused: entryFiles.lookup, entryFiles.defaults).days
      return items(days.count, in: file) { index, files in
        days[index].read(in: &files)
      } + notes
    }
    // A single post isn't in an array.
    let values = json.array ?? [json]
    return items(values.count, in: file) { index, files in
      try FacebookPost(values[index]).read(in: &files)
    } + notes
  }
}

/// A Facebook post.
struct FacebookPost {
  private let json: JSONValue
  /// The attachments of all kinds.
  private let attached: [JSONValue]

  init(_ json: JSONValue) throws {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    self.json = json
    attached = (json["attachments"]?.array ?? []).flatMap { $0["data"]?.array ?? [] }
  }

  /// Returns the first value called `name` in the post's data.
  private func datum(_ name: String) -> JSONValue? {
    (json["data"]?.array ?? []).lazy.compactMap { $0[name] }.first
  }

  private func instant(_ value: JSONValue?) -> ForeignInstant? {
    value.flatMap { ForeignInstant($0, unitsPerSecond: 1) }
      .flatMap { $0.timestamp.milliseconds > 0 ? $0 : nil }
  }

  func read(in files: inout EntryFiles) throws -> ForeignEntry {
    guard let created = instant(json["timestamp"]) else { throw EntryFieldError.noDate }
    // A backdated post counts for the day it was moved to.
    let day = instant(datum("backdated_timestamp")) ?? created
    let post = Mojibake.repaired(datum("post")?.string ?? "")
    let media = attached.compactMap { $0["media"].flatMap { MetaMedium($0) } }
    var placing = PhotoPlacing(files.tree)
    for medium in media { medium.add(to: &placing, &files.lookup, besides: post) }
    var text = ([post] + words(besides: post)).filter { !$0.isBlank }.joined(separator: "\n\n")
    // For example `Ada is feeling happy.`
    let title = Mojibake.repaired(json["title"]?.string ?? "")
    if text.isBlank, placing.isEmpty { text = title }
    let place = attached.lazy.compactMap { $0["place"] }.first
    let fields = EntryFields(
      date: day.date(localOffset: files.defaults.localOffset), title: "", content: text,
      tags: (json["tags"]?.array ?? []).compactMap { $0["name"]?.string ?? $0.string }
        .map(Mojibake.repaired), journal: "",
      details: EntryDetails(place: place?["name"]?.string.map(Mojibake.repaired)))
    let entry = Entry(
      .facebook,
      // Posts of the same second differ in their text.
      [.integer(Int(created.timestamp.seconds)), .string(post.isEmpty ? title : post)]
        + media.prefix(1).map { .string($0.name) },
      fields, author: files.defaults.author, created: created.timestamp,
      modified: instant(datum("update_timestamp"))?.timestamp,
      carrying: carried(title: title == text ? "" : title, place: place, media))
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Returns the attached texts and links to pages.
  private func words(besides post: String) -> [String] {
    attached.compactMap { item -> String? in
      if let text = item["text"]?.string.map(Mojibake.repaired), text != post { return text }
      guard let page = item["external_context"], let url = page["url"]?.string, url.hasScheme,
        !post.contains(url)
      else { return nil }
      return MarkdownInlines.link(Mojibake.repaired(page["name"]?.string ?? ""), to: url)
    }
  }

  private func carried(title: String, place: JSONValue?, _ media: [MetaMedium]) -> [JSONMember] {
    var members: [JSONMember] = []
    if !title.isBlank { members.append(JSONMember("title", .string(title))) }
    if let coordinate = place?["coordinate"] {
      members.append(JSONMember("coordinate", coordinate))
    }
    return members + MetaMedium.positions(of: media)
  }
}

/// The photos of an album that aren't in any post, as one entry per day.
struct FacebookAlbum {
  struct Day {
    let album: String
    let date: EntryDate
    let media: [MetaMedium]

    func read(in files: inout EntryFiles) -> ForeignEntry {
      var placing = PhotoPlacing(files.tree)
      for medium in media { medium.add(to: &placing, &files.lookup, besides: "") }
      let fields = EntryFields(date: date, title: album, content: "", journal: "")
      let entry = Entry(
        .facebook, [.string("album"), .string(album), .string(date.day.description)], fields,
        author: files.defaults.author, created: Timestamp(milliseconds: date.instant * 1000),
        carrying: MetaMedium.positions(of: media))
      return ForeignEntry(entry: entry, placing: placing)
    }
  }

  private(set) var days: [Day] = []

  init(_ json: JSONValue, unused lookup: PhotoLookup, _ defaults: EntryDraft.Defaults) {
    let album = Mojibake.repaired(json["name"]?.string ?? "")
    var lookup = lookup
    let used = lookup.used
    var byDay: [CalendarDay: [(date: EntryDate, medium: MetaMedium)]] = [:]
    for medium in (json["photos"]?.array ?? []).compactMap({ MetaMedium($0) }) {
      guard let created = medium.created else { continue }
      if let file = lookup.file(at: medium.path, from: ""), used.contains(file) { continue }
      let date = created.date(localOffset: defaults.localOffset)
      byDay[date.day, default: []].append((date, medium))
    }
    days = byDay.sorted { $0.key < $1.key }.compactMap { _, photos in
      let photos = photos.enumerated().sorted {
        ($0.element.date.instant, $0.offset) < ($1.element.date.instant, $1.offset)
      }.map(\.element)
      return photos.first.map { first in
        Day(album: album, date: first.date, media: photos.map(\.medium))
      }
    }
  }
}

/// Imports the posts and stories of an Instagram account from Instagram's JSON download.
struct InstagramReader: EntryFileReader {
  private static let names: Set = [
    "stories", "reels", "igtv_videos", "archived_posts", "profile_photos",
  ]

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().contains { file in
      guard isEntry(file) else { return false }
      let head = String(decoding: tree.head(of: file, 1 << 16), as: UTF8.self)
      return head.contains("\"creation_timestamp\"") && head.contains("\"uri\"")
    }
  }

  /// Matches for example `posts_1.json` and `stories.json`.
  private static func isEntry(_ file: String) -> Bool {
    guard EntryFiles.isObject(file) else { return false }
    let stem = MarkdownFiles.stem(of: Path.split(file).name)
    return names.contains(stem)
      || stem.hasPrefix("posts_") && stem.dropFirst(6).allSatisfy(\.isNumber)
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isEntry)
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    // A single post isn't in an array, and other kinds are the only member of an object.
    let values = json.array ?? json.members?.first?.value.array ?? [json]
    let read = items(values.count, in: file) { index, files in
      try Self.entry(values[index], in: &files)
    }
    return read + problems.map { .note(ImportNote(place, $0)) }
  }

  private static func entry(_ json: JSONValue, in files: inout EntryFiles) throws -> ForeignEntry {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    let media = (json["media"]?.array ?? [json]).compactMap { MetaMedium($0) }
    let creation = json["creation_timestamp"].flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    guard let created = creation ?? media.first?.created else { throw EntryFieldError.noDate }
    var text = Mojibake.repaired(json["title"]?.string ?? "")
    // The caption of a single picture is the text of its post.
    if text.isBlank, media.count == 1 { text = media[0].caption }
    var placing = PhotoPlacing(files.tree)
    for medium in media { medium.add(to: &placing, &files.lookup, besides: text) }
    let fields = EntryFields(
      date: created.date(localOffset: files.defaults.localOffset), title: "", content: text,
      journal: "")
    let entry = Entry(
      .instagram,
      [.integer(Int(created.timestamp.seconds)), .string(media.first?.name ?? "")], fields,
      author: files.defaults.author, created: created.timestamp,
      carrying: MetaMedium.positions(of: media))
    return ForeignEntry(entry: entry, placing: placing)
  }
}

/// A photo or video in a download from Instagram or Facebook.
struct MetaMedium {
  /// The path in the download.
  let path: String
  let created: ForeignInstant?
  let caption: String
  private let json: JSONValue

  /// Parses a medium; `nil` if the value has no path.
  init?(_ json: JSONValue) {
    guard let path = json["uri"]?.string, !path.isBlank else { return nil }
    self.path = Mojibake.repaired(path)
    self.json = json
    created = json["creation_timestamp"].flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    caption = Mojibake.repaired(json["description"]?.string ?? json["title"]?.string ?? "")
  }

  var name: String { Path.split(path).name }

  /// Returns the member that preserves the positions of media; empty if there are none.
  static func positions(of media: [MetaMedium]) -> [JSONMember] {
    let positions = media.compactMap(\.position)
    return positions.isEmpty ? [] : [JSONMember("media", .array(positions))]
  }

  private var position: JSONValue? {
    for kind in ["photo_metadata", "video_metadata"] {
      for exif in json["media_metadata"]?[kind]?["exif_data"]?.array ?? [] {
        guard let latitude = exif["latitude"]?.double, let longitude = exif["longitude"]?.double
        else { continue }
        return [
          "name": .string(name), "latitude": .number("\(latitude)"),
          "longitude": .number("\(longitude)"),
        ]
      }
    }
    return nil
  }

  /// Adds the medium to an entry.
  ///
  /// - Parameter text: the entry's text. A caption that repeats it is left out.
  func add(to placing: inout PhotoPlacing, _ lookup: inout PhotoLookup, besides text: String) {
    let caption = self.caption == text ? "" : self.caption
    var result = lookup.photo(at: path, from: "")
    // The user may have only a part of the download, with other paths.
    if case .missing = result { result = lookup.photo(named: name, near: "") }
    switch result {
    case .missing where !MediaType.isPhoto(named: name): placing.record(.missingAttachment(name))
    default:
      placing.markdown(
        result, named: name,
        caption: caption.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
  }
}

/// Repairs the texts in downloads from Instagram and Facebook, which contain each UTF-8 byte as a
/// Latin-1 character.
enum Mojibake {
  /// Returns the original text, or `text` unchanged if it wasn't damaged in this way.
  static func repaired(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { $0.value > 0x7F }), scalars.allSatisfy({ $0.value < 0x100 })
    else { return text }
    return String(validating: scalars.map { UInt8($0.value) }, as: UTF8.self) ?? text
  }
}
