import DiaryCore
import System

/// A post of X as its archive has it.
struct XPost {
  /// Characters of a text by which a long one is found.
  static let keyLength = 100
  /// More links are in no post.
  private static let mostLinks = 1000

  let id: String
  private let json: JSONValue
  private let text: String

  init(_ json: JSONValue) throws(EntryFieldError) {
    guard json.members != nil else { throw .notAnObject }
    guard let id = json["id_str"]?.words ?? json["id"]?.words else {
      throw .invalidMember("id_str")
    }
    self.id = id
    self.json = json
    text = json["full_text"]?.string ?? json["text"]?.string ?? ""
  }

  /// `true` if it repeats what someone else posted.
  var isRetweet: Bool { text.hasPrefix("RT @") || json["retweeted_status"] != nil }

  /// - Parameters:
  ///   - files: The paths of its photos and films.
  ///   - longTexts: Texts by their first `keyLength` characters.
  func read(
    media files: [String], _ longTexts: [Substring: String], in tree: ImportTree,
    _ defaults: EntryDraft.Defaults
  ) throws(EntryFieldError) -> ForeignEntry {
    guard let written = json["created_at"]?.string else { throw .noDate }
    guard let created = Self.instant(written) else { throw .invalidDate(written) }
    var placing = PhotoPlacing(tree)
    for file in files {
      placing.markdown(
        MediaType.isPhoto(named: file) ? .found(file) : .otherFile(file), called: file)
    }
    let attached = json["extended_entities"]?["media"] ?? json["entities"]?["media"]
    let media = attached?.array?.prefix(Self.mostLinks) ?? []
    for medium in media
    where !Self.names(of: medium).contains(where: { name in
      files.contains { $0.hasSuffix("-\(name)") }
    }) {
      let isFilm = ["video", "animated_gif"].contains(medium["type"]?.string ?? "")
      let name = Self.names(of: medium).last ?? id
      placing.record(isFilm ? .missingAttachment(name) : .missingPhoto(name))
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

  /// `Tue Jan 21 00:21:51 +0000 2025`, or in older archives `2013-03-01 12:00:00 +0000`.
  private static func instant(_ text: String) -> ForeignInstant? {
    let words = text.split(separator: " ")
    var written = text
    if words.count == 6, let day = PageDate.read("\(words[1]) \(words[2]) \(words[5])")?.day {
      written = "\(day) \(words[3]) \(words[4])"
    }
    return WrittenDate(written).flatMap { date in
      ForeignInstant(milliseconds: date.date(localOffset: { _ in 0 }).instant * 1000)
    }
  }

  /// The names that a medium's file may have, behind the post's id.
  private static func names(of medium: JSONValue) -> [String] {
    let films = medium["video_info"]?["variants"]?.array?.compactMap { $0["url"]?.string } ?? []
    let picture = medium["media_url_https"]?.string ?? medium["media_url"]?.string
    return (films + [picture].compactMap(\.self)).map { address in
      PhotoDraft.lastComponent(String(address.prefix { $0 != "?" }))
    }
  }

  /// The text with the addresses that its short links stand for, and without those of its media.
  private func content(_ media: ArraySlice<JSONValue>, _ longTexts: [Substring: String]) -> String {
    var text = longTexts[Self.plain(self.text).prefix(Self.keyLength)] ?? self.text
    for link in json["entities"]?["urls"]?.array?.prefix(Self.mostLinks) ?? [] {
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
