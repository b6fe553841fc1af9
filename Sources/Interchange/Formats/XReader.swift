import DiaryCore
import System

/// Imports the posts in an archive of X, formerly Twitter: scripts with arrays of posts, and a
/// folder of their photos and videos. Likes, messages and everything else is ignored.
struct XReader: ForeignReader {
  /// A script whose posts are being read.
  private final class Source {
    let file: String
    private let input: OpenFile
    private var rows: JSONRows
    private(set) var number = 0

    init(_ file: String, in tree: ImportTree) throws {
      self.file = file
      input = try tree.require(file)
      rows = JSONRows(input.descriptor, isAssigned: true)
    }

    func next() throws -> JSONRows.Row? {
      do {
        number += 1
        return try rows.next()
      } catch {
        throw DiaryError.input(name: file, .unreadable(reason: error.message))
      }
    }
  }

  private static let maxLongTexts = 100_000

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private var scripts: ArraySlice<String>
  private var source: Source?
  private var pending: ArraySlice<ReadItem> = []
  private var retweets = 0
  /// The paths of photos and videos by the IDs of their posts.
  private var media: [String: [String]] = [:]
  /// The complete texts of long posts by their first characters, because posts contain them
  /// truncated.
  private var longTexts: [Substring: String] = [:]
  private var touched: Set<String>

  static func recognizes(_ tree: ImportTree) -> Bool { !scripts(in: tree).isEmpty }

  private static func scripts(in tree: ImportTree, _ kind: String = "tweet") -> [String] {
    let starts = [
      "window.YTD.\(kind).part", "window.YTD.\(kind)s.part", "Grailbird.data.\(kind)s_",
    ]
    return tree.allFiles().filter { file in
      guard MarkdownFiles.fileExtension(of: file) == "js" else { return false }
      let head = String(decoding: tree.head(of: file, 100), as: UTF8.self)
      return starts.contains { head.hasPrefix($0) }
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    let scripts = Self.scripts(in: tree)
    let long = Self.scripts(in: tree, "note_tweet")
    let deleted = Self.scripts(in: tree, "deleted_tweet")
    self.scripts = scripts[...]
    pending = deleted.map { .note(ImportNote(.file($0), .trashedAtSource)) }[...]
    let all = tree.allFiles()
    // The files of the page that shows the archive are ignored.
    touched = Set(scripts + long + deleted).union(
      all.filter {
        $0.hasPrefix("assets/") || ["html", "css"].contains(MarkdownFiles.fileExtension(of: $0))
      })
    for file in all {
      let (folder, name) = Path.split(file)
      guard ["tweets_media", "tweet_media"].contains(Path.name(folder)) else { continue }
      media[String(name.prefix { $0 != "-" }), default: []].append(file)
    }
    for file in long { readLongTexts(of: file) }
  }

  private mutating func readLongTexts(of file: String) {
    guard let source = try? Source(file, in: tree) else { return }
    while longTexts.count < Self.maxLongTexts, let row = try? source.next() {
      guard
        let text = (try? row.foreignJSON.value)?["noteTweet"]?["core"]?["text"]?.string
      else { continue }
      longTexts[text.prefix(XPost.keyLength)] = text
    }
  }

  var touchedFiles: Set<String>? { touched }

  mutating func next() throws -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      guard let source else {
        guard let file = scripts.popFirst() else { return nil }
        source = try Source(file, in: tree)
        continue
      }
      if let row = try source.next() {
        pending = items(of: row, source)[...]
        continue
      }
      self.source = nil
      if retweets > 0 {
        pending = [.note(ImportNote(.file(source.file), .omitted(kind: "retweet", retweets)))]
      }
      retweets = 0
    }
  }

  private mutating func items(of row: JSONRows.Row, _ source: Source) -> [ReadItem] {
    var day: String?
    func place() -> ImportPosition { .entry(file: source.file, number: source.number, day: day) }
    do {
      let (json, isRepaired) = try row.foreignJSON
      let post = try XPost(json["tweet"] ?? json)
      let files = media[post.id] ?? []
      touched.formUnion(files)
      guard !post.isRetweet else {
        retweets += 1
        return []
      }
      let read = try post.read(media: files, longTexts, in: tree, defaults)
      day = read.entry.date.day.description
      return try read.items(at: place(), after: isRepaired ? [.replacedCharacter] : [])
    } catch {
      return [.note(ImportNote(place(), .refusing(error)))]
    }
  }
}

/// A post in an archive of X.
struct XPost {
  /// The number of characters that identify a long text.
  static let keyLength = 100
  /// The most links of a post to replace.
  private static let maxLinks = 1000

  let id: String
  private let json: JSONValue
  private let text: String

  init(_ json: JSONValue) throws {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    guard let id = json["id_str"]?.words ?? json["id"]?.words else {
      throw EntryFieldError.invalidMember("id_str")
    }
    self.id = id
    self.json = json
    text = json["full_text"]?.string ?? json["text"]?.string ?? ""
  }

  /// True if the post repeats another person's post.
  var isRetweet: Bool { text.hasPrefix("RT @") || json["retweeted_status"] != nil }

  /// Converts the post to an entry.
  ///
  /// - Parameters:
  ///   - files: the paths of its photos and videos.
  ///   - longTexts: the complete texts by their first `keyLength` characters.
  func read(
    media files: [String], _ longTexts: [Substring: String], in tree: ImportTree,
    _ defaults: EntryDraft.Defaults
  ) throws -> ForeignEntry {
    guard let written = json["created_at"]?.string else { throw EntryFieldError.noDate }
    guard let created = Self.instant(written) else { throw EntryFieldError.invalidDate(written) }
    var placing = PhotoPlacing(tree)
    for file in files {
      placing.markdown(
        MediaType.isPhoto(named: file) ? .found(file) : .otherFile(file), named: file)
    }
    let attached = json["extended_entities"]?["media"] ?? json["entities"]?["media"]
    let media = attached?.array?.prefix(Self.maxLinks) ?? []
    for medium in media
    where !Self.names(of: medium).contains(where: { name in
      files.contains { $0.hasSuffix("-\(name)") }
    }) {
      let isVideo = ["video", "animated_gif"].contains(medium["type"]?.string ?? "")
      let name = Self.names(of: medium).last ?? id
      placing.record(isVideo ? .missingAttachment(name) : .missingPhoto(name))
    }
    let fields = EntryFields(
      date: created.date(localOffset: defaults.localOffset), title: "",
      content: content(media, longTexts),
      tags: (json["entities"]?["hashtags"]?.array ?? []).compactMap { $0["text"]?.string },
      journal: "", details: EntryDetails(place: json["place"]?["full_name"]?.string))
    let carried = (json.members ?? []).filter { member in
      ["in_reply_to_status_id_str", "in_reply_to_screen_name", "coordinates"].contains(member.name)
        && member.value != .null
    }
    return ForeignEntry(
      entry: Entry(
        .twitter, [.string(id)], fields, author: defaults.author, created: created.timestamp,
        carrying: carried), placing: placing)
  }

  /// Parses `Tue Jan 21 00:21:51 +0000 2025` or, in older archives, `2013-03-01 12:00:00 +0000`.
  private static func instant(_ text: String) -> ForeignInstant? {
    PartialDate(text).flatMap { date in
      ForeignInstant(milliseconds: date.date(localOffset: { _ in 0 }).instant * 1000)
    }
  }

  /// Returns the possible file names of a medium after the post's ID.
  private static func names(of medium: JSONValue) -> [String] {
    let videos = medium["video_info"]?["variants"]?.array?.compactMap { $0["url"]?.string } ?? []
    let picture = medium["media_url_https"]?.string ?? medium["media_url"]?.string
    return (videos + [picture].compactMap(\.self)).map { address in
      PhotoDraft.lastComponent(String(address.prefix { $0 != "?" }))
    }
  }

  /// Returns the text with expanded links, and without links to its media.
  private func content(_ media: ArraySlice<JSONValue>, _ longTexts: [Substring: String]) -> String {
    var text = longTexts[Self.plain(self.text).prefix(Self.keyLength)] ?? self.text
    for link in json["entities"]?["urls"]?.array?.prefix(Self.maxLinks) ?? [] {
      guard let short = link["url"]?.string, !short.isEmpty,
        let address = link["expanded_url"]?.string
      else { continue }
      text = text.replacing(short, with: address)
    }
    for medium in media {
      guard let short = medium["url"]?.string, !short.isEmpty else { continue }
      text = text.replacing(short, with: "")
    }
    return String(Self.plain(text).trimmed)
  }

  private static func plain(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}
