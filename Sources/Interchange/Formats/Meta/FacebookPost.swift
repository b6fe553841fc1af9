import DiaryCore

/// A post of Facebook's.
struct FacebookPost {
  private let json: JSONValue
  /// What is attached, whatever it is.
  private let attached: [JSONValue]

  init(_ json: JSONValue) throws(EntryFieldError) {
    guard json.members != nil else { throw .notAnObject }
    self.json = json
    attached = (json["attachments"]?.array ?? []).flatMap { $0["data"]?.array ?? [] }
  }

  /// The first value of a name among what the post says.
  private func datum(_ name: String) -> JSONValue? {
    (json["data"]?.array ?? []).lazy.compactMap { $0[name] }.first
  }

  private func instant(_ value: JSONValue?) -> ForeignInstant? {
    value.flatMap { ForeignInstant($0, unitsPerSecond: 1) }
      .flatMap { $0.timestamp.milliseconds > 0 ? $0 : nil }
  }

  func read(in files: inout EntryFiles) throws(EntryFieldError) -> ForeignEntry {
    guard let created = instant(json["timestamp"]) else { throw .noDate }
    // What is told of an earlier day has that.
    let day = instant(datum("backdated_timestamp")) ?? created
    let post = MisreadText.mended(datum("post")?.string ?? "")
    let media = attached.compactMap { $0["media"].flatMap { MetaMedium($0) } }
    var placing = PhotoPlacing(files.tree)
    for medium in media { medium.bring(into: &placing, &files.lookup, besides: post) }
    var text = ([post] + words(besides: post)).filter { !$0.isBlank }.joined(separator: "\n\n")
    // `Ada is feeling happy.`
    let title = MisreadText.mended(json["title"]?.string ?? "")
    if text.isBlank, placing.isEmpty { text = title }
    let place = attached.lazy.compactMap { $0["place"] }.first
    let fields = EntryFields(
      date: day.date(localOffset: files.defaults.localOffset), title: "", content: text,
      tags: (json["tags"]?.array ?? []).compactMap { $0["name"]?.string ?? $0.string }
        .map(MisreadText.mended), journal: "",
      details: EntryDetails(place: place?["name"]?.string.map(MisreadText.mended)))
    let entry = Entry(
      .facebook,
      // Several posts of one second are told apart by what they say.
      [.integer(Int(created.timestamp.seconds)), .string(post.isEmpty ? title : post)]
        + media.prefix(1).map { .string($0.name) },
      fields, author: files.defaults.author, created: created.timestamp,
      modified: instant(datum("update_timestamp"))?.timestamp,
      carrying: carried(title: title == text ? "" : title, place: place, media))
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Links to pages, and other words that are attached.
  private func words(besides post: String) -> [String] {
    attached.compactMap { item -> String? in
      if let text = item["text"]?.string.map(MisreadText.mended), text != post { return text }
      guard let page = item["external_context"], let url = page["url"]?.string, url.hasScheme,
        !post.contains(url)
      else { return nil }
      return MarkdownInlines.link(MisreadText.mended(page["name"]?.string ?? ""), to: url)
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

/// The photos of an album that no post has shown, an entry for each day.
struct FacebookAlbum {
  struct Day {
    let album: String
    let date: EntryDate
    let media: [MetaMedium]

    func read(in files: inout EntryFiles) -> ForeignEntry {
      var placing = PhotoPlacing(files.tree)
      for medium in media { medium.bring(into: &placing, &files.lookup, besides: "") }
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
    let album = MisreadText.mended(json["name"]?.string ?? "")
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
