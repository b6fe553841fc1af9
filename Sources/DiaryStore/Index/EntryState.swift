import DiaryCore

/// What the store knows of an entry now: its shown head, when that was saved, and where it is.
package struct EntryState: Hashable, Sendable {
  /// `heads` begins with the revision shown; any others were saved beside it: see `HeadOrder`.
  package var entry: Entry
  var clock: HybridClock
  /// How many of the other heads are later than the one shown.
  var laterCount = 0
  /// The shown revision's line.
  var place: LineLocation

  init(entry: Entry, clock: HybridClock, place: LineLocation) {
    self.entry = entry
    self.clock = clock
    self.place = place
  }

  init(_ revision: Revision, at place: LineLocation) {
    self.init(entry: revision.entry, clock: revision.clock, place: place)
  }

  init(_ revision: Revision, of trashed: TrashedEntry) {
    self.init(revision, at: trashed.place)
    entry.heads = trashed.heads
  }

  /// The state of an entry that has these revisions, none of them twice; `nil` without any.
  package init?(of revisions: [Revision]) {
    let parents = Set(revisions.flatMap(\.parents))
    let heads = revisions.filter { !parents.contains($0.id) }
      .sorted { ($1.clock, $1.id) < ($0.clock, $0.id) }
    guard let order = HeadOrder(latestFirst: heads, isTrashed: \.entry.isTrashed) else {
      return nil
    }
    self.init(order.heads[0], at: LineLocation(log: "", offset: 0))
    entry.heads = order.heads.map(\.id)
    laterCount = order.laterCount
  }

  /// Whether a revision may have been saved before one that is known here. Then what is known doesn't tell
  /// whether it is a head or the parent of one: the logs do.
  func mayBeLater(than revision: Revision, _ horizon: ClockHorizon) -> Bool {
    guard let shown = entry.heads.first, !entry.heads.contains(revision.id),
      // What takes the place of all that is known is later, whatever the clocks say.
      !Set(entry.heads).isSubset(of: revision.parents)
    else { return false }
    // One clock of several heads is known here. Another's may be too far back to follow what it has
    // replaced.
    guard entry.heads.count == 1 else { return true }
    // It may have taken the place of what seems to be later than it.
    guard horizon.holds(clock) else { return true }
    // Or whoever saved what is shown knew of it, with a clock that was too far back to follow it.
    if ClockHorizon(at: clock.time).holds(revision.clock) == false { return true }
    return horizon.isOlder((revision.clock, revision.id), than: (clock, shown))
  }

  /// The state after a later revision of the same entry; a head goes when the revision names it as a
  /// parent. `nil` when what is known here doesn't tell which of the heads is shown then.
  func applying(_ revision: Revision, at place: LineLocation) -> EntryState? {
    guard !entry.heads.contains(revision.id) else { return self }
    let others = latestFirst.filter { !revision.parents.contains($0) }
    guard revision.entry.isTrashed, !entry.isTrashed, let shown = entry.heads.first,
      !others.isEmpty
    else {
      var next = EntryState(revision, at: place)
      next.entry.heads = [revision.id] + others
      return next
    }
    // The one that is shown isn't what was deleted.
    guard let later = others.firstIndex(of: shown) else { return nil }
    var next = self
    next.entry.heads = [shown, revision.id] + others.filter { $0 != shown }
    next.laterCount = later + 1
    return next
  }

  private var latestFirst: [ID<Revision>] {
    let heads = entry.heads
    guard laterCount > 0, laterCount < heads.count else { return heads }
    return Array(heads[1...laterCount]) + [heads[0]] + heads[(laterCount + 1)...]
  }
}

extension Entry {
  /// Whether what is searched of it has characters that can be written in several ways, so that
  /// nothing can be told of it by bytes.
  var hasVariants: Bool {
    let texts =
      [title, content, journal] + tags + photos.map(\.caption)
      + [details.mood, details.place, details.weather].compactMap(\.self)
    return !texts.allSatisfy(SimpleScalar.makeUp)
  }
}

extension EntryState {
  private static let placeName = "log"
  private static let laterName = "laterHeads"
  private static let placeOpening = Array(",\"\(placeName)\":".utf8)

  /// Whether two index lines say the same of an entry, wherever their revisions stand.
  static func isSame(
    _ line: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Bool {
    content(of: line).elementsEqual(content(of: other))
  }

  private static func content(of line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    // Quotes within a text are escaped, so the last one is the member.
    var end = line.count - placeOpening.count
    while end > 0, !line[end...].starts(with: placeOpening) { end -= 1 }
    return line[..<max(0, end)]
  }

  /// The entry's line in the index, without its line end: its JSON, and what the store needs.
  var indexLine: [UInt8] {
    var members = [JSONMember("id", .string(entry.id.description))]
    members += entry.storedMembers(file: StoreLayout.relative)
    members += StoreMembers.carried(by: entry)
    members += [
      JSONMember("clock", .string(clock.description)),
      JSONMember("heads", .array(entry.heads.map { .string($0.description) })),
    ]
    if entry.isUnshared { members.append(JSONMember(StoreMembers.unshared, .bool(true))) }
    if laterCount > 0 { members.append(JSONMember(Self.laterName, .integer(laterCount))) }
    members += [
      // From here on the line says where the revision is; before, what it is.
      JSONMember(Self.placeName, .string(place.log)),
      JSONMember("at", .integer(place.offset)),
    ]
    return JSONWriter.bytes(.object(members))
  }

  /// Reads what `indexLine` writes.
  init?(indexLine: UnsafeRawBufferPointer) {
    guard let json = try? JSONParser.parse(indexLine),
      let id = json["id"]?.string.flatMap({ ID<Entry>($0) }),
      let clock = json["clock"]?.string.flatMap({ HybridClock($0) }),
      let heads = json["heads"]?.array?.compactMap({ $0.string.flatMap { ID<Revision>($0) } }),
      let log = json[Self.placeName]?.string, let offset = json["at"]?.integer,
      var entry = Entry(id: id, json: json, isKnown: StoreMembers.contains)
    else { return nil }
    StoreMembers.unpack(json, into: &entry)
    entry.heads = heads
    entry.isUnshared = json[StoreMembers.unshared]?.bool == true
    self.init(entry: entry, clock: clock, place: LineLocation(log: log, offset: offset))
    laterCount = json[Self.laterName]?.integer ?? 0
  }
}

/// An entry's heads, with the one that is shown first: the latest that isn't a deletion, for what
/// was edited in one place isn't hidden by having been deleted in another. Only where all of them
/// are deletions is the entry in the trash.
struct HeadOrder<Head> {
  /// The others after the one shown, the latest first.
  let heads: [Head]
  /// How many of the others are later than the one shown; all of these are deletions.
  let laterCount: Int

  /// `nil` without heads.
  init?(latestFirst heads: [Head], isTrashed: (Head) -> Bool) {
    guard !heads.isEmpty else { return nil }
    laterCount = heads.firstIndex { !isTrashed($0) } ?? 0
    var order = heads
    order.insert(order.remove(at: laterCount), at: 0)
    self.heads = order
  }
}

/// What is told of an entry without reading more of its line than that.
struct EntrySummary: Hashable, Sendable {
  let date: EntryDate
  let photos: Int
}

extension EntrySummary {
  init(_ entry: Entry) { self.init(date: entry.date, photos: entry.photos.count) }

  private static let photo = Array(#"{"asset":""#.utf8)

  /// How many photos an entry's line in the index has. Quotes within a text are escaped, so these
  /// bytes stand nowhere before but where the members do.
  static func photos(inIndexLine line: UnsafeRawBufferPointer) -> Int {
    guard let start = line.range(of: LineTexts.photosOpening, from: 0)?.upperBound,
      let end = line.range(of: LineTexts.createdOpening, from: start)?.lowerBound
    else { return 0 }
    let photos = UnsafeRawBufferPointer(rebasing: line[..<end])
    var count = 0
    var index = start
    while let next = photos.range(of: photo, from: index)?.upperBound {
      count += 1
      index = next
    }
    return count
  }
}

/// What the index lists entries for, so that nobody has to look for them in their lines.
struct IndexTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// See `Entry.hasVariants`.
  static let variants = IndexTraits(rawValue: 1)
  static let pinned = IndexTraits(rawValue: 2)
}

extension Entry {
  var indexTraits: IndexTraits {
    var traits: IndexTraits = []
    if hasVariants { traits.insert(.variants) }
    if details.isPinned { traits.insert(.pinned) }
    return traits
  }
}

/// What the index knows of an entry in the trash: its texts stay in the logs.
struct TrashedEntry: Hashable, Sendable {
  let id: ID<Entry>
  /// The line of the revision shown.
  let place: LineLocation
  /// The revision shown, then the others.
  let heads: [ID<Revision>]
}

extension TrashedEntry {
  init(_ state: EntryState) {
    self.init(id: state.entry.id, place: state.place, heads: state.entry.heads)
  }

  /// Its line in the index: `["<id>","<log>",<byte>,["<head>",…]]`.
  var indexLine: [UInt8] {
    JSONWriter.bytes(
      .array([
        .string(id.description), .string(place.log), .integer(place.offset),
        .array(heads.map { .string($0.description) }),
      ]))
  }

  /// Reads what `indexLine` writes, with blanks after it.
  init?(indexLine: UnsafeRawBufferPointer) {
    guard let parts = (try? JSONParser.parse(indexLine))?.array, parts.count == 4,
      let id = parts[0].string.flatMap({ ID<Entry>($0) }), let log = parts[1].string,
      let offset = parts[2].integer,
      let heads = parts[3].array?.compactMap({ $0.string.flatMap { ID<Revision>($0) } })
    else { return nil }
    self.init(id: id, place: LineLocation(log: log, offset: offset), heads: heads)
  }
}

/// Where an entry's texts stand in its line of the index. The same bytes may stand in what else the
/// line says, which isn't searched.
struct LineTexts {
  private let title, content, tags, journal, photos, details: Range<Int>

  /// A quote within a text is escaped, so that no text looks like one of these.
  private static let titleOpening = Array(#","title":""#.utf8)
  private static let contentOpening = Array(#"","content":""#.utf8)
  private static let tagsOpening = Array(#"","tags":["#.utf8)
  static let journalOpening = Array(#"],"journal":""#.utf8)
  private static let authorOpening = Array(#"","author":""#.utf8)
  static let photosOpening = Array(#","photos":["#.utf8)
  static let createdOpening = Array(#"],"created":""#.utf8)
  private static let modifiedOpening = Array(#","modified":""#.utf8)
  private static let clockOpening = Array(#","clock":""#.utf8)

  /// `nil` when the members don't stand in the order in which this program writes them.
  init?(of line: UnsafeRawBufferPointer) {
    guard let titleStart = line.range(of: Self.titleOpening, from: 0)?.upperBound,
      let contentOpening = line.range(of: Self.contentOpening, from: titleStart),
      let tagsOpening = line.range(of: Self.tagsOpening, from: contentOpening.upperBound),
      let journalOpening = line.range(of: Self.journalOpening, from: tagsOpening.upperBound),
      let authorOpening = line.range(of: Self.authorOpening, from: journalOpening.upperBound),
      let photosStart = line.range(of: Self.photosOpening, from: authorOpening.upperBound)?
        .upperBound,
      let createdOpening = line.range(of: Self.createdOpening, from: photosStart),
      let modifiedStart = line.range(of: Self.modifiedOpening, from: createdOpening.upperBound)?
        .upperBound,
      let modifiedEnd = line[modifiedStart...].firstIndex(of: UInt8(ascii: "\"")),
      let clockOpening = line.range(of: Self.clockOpening, from: modifiedEnd)
    else { return nil }
    title = titleStart..<contentOpening.lowerBound
    content = contentOpening.upperBound..<tagsOpening.lowerBound
    tags = tagsOpening.upperBound..<journalOpening.lowerBound
    journal = journalOpening.upperBound..<authorOpening.lowerBound
    photos = photosStart..<createdOpening.lowerBound
    details = modifiedEnd..<clockOpening.lowerBound
  }

  /// Whether the byte at a place of the line belongs to a text.
  func contains(_ index: Int) -> Bool {
    content.contains(index) || title.contains(index) || tags.contains(index)
      || journal.contains(index) || photos.contains(index) || details.contains(index)
  }
}
