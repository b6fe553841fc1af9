import DiaryCore
import Text

/// The current state of an entry in the store: the shown head, the time of its save, and the
/// location of its line.
package struct IndexedEntry: Hashable, Sendable {
  /// The entry as shown. Its `heads` begin with the shown revision, followed by concurrent ones in
  /// the order of `HeadOrder`.
  package var entry: Entry
  var clock: HybridClock
  /// The number of other heads that are later than the shown one.
  var laterCount = 0
  /// The location of the shown revision's line.
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

  /// Creates the state of an entry with these revisions, which must be different. Returns `nil` for
  /// an empty array.
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

  /// Returns `true` if a revision may have been saved before a known one. The known state isn't
  /// enough then to decide if it is a head or the parent of one; the logs are.
  func mayBeLater(than revision: Revision, _ horizon: ClockHorizon) -> Bool {
    guard let shown = entry.heads.first, !entry.heads.contains(revision.id),
      // A revision that replaces all known heads is later, whatever its clock.
      !Set(entry.heads).isSubset(of: revision.parents)
    else { return false }
    // Only one of several heads' clocks is known here. Another one may be too far back to follow
    // the clock of the revision it has replaced.
    guard entry.heads.count == 1 else { return true }
    // It may have replaced a revision that seems to be later.
    guard horizon.holds(clock) else { return true }
    // The device that saved the shown revision may have known this one, with a clock too far back
    // to follow it.
    if ClockHorizon(at: clock.time).holds(revision.clock) == false { return true }
    return horizon.isOlder((revision.clock, revision.id), than: (clock, shown))
  }

  /// Returns the state after a later revision of the same entry, which replaces the heads that it
  /// names as parents. Returns `nil` if the known state isn't enough to decide which head is shown
  /// then.
  func applying(_ revision: Revision, at place: LineLocation) -> IndexedEntry? {
    guard !entry.heads.contains(revision.id) else { return self }
    let others = latestFirst.filter { !revision.parents.contains($0) }
    guard revision.entry.isTrashed, !entry.isTrashed, let shown = entry.heads.first,
      !others.isEmpty
    else {
      var next = IndexedEntry(revision, at: place)
      next.entry.heads = [revision.id] + others
      return next
    }
    // The shown head wasn't deleted by this revision.
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
  /// `true` if the searched texts contain characters that can be written in several ways, so that a
  /// search for bytes may miss them.
  var hasVariants: Bool {
    let texts =
      [title, content, journal] + tags + photos.map(\.caption)
      + [details.mood, details.place, details.weather].compactMap(\.self)
    return !texts.allSatisfy(SimpleScalar.makeUp)
  }
}

extension IndexedEntry {
  private static let placeName = "log"
  private static let laterName = "laterHeads"
  private static let placeOpening = Array(",\"\(placeName)\":".utf8)

  /// Returns `true` if two index lines describe the same state of an entry, regardless of the
  /// locations of their revisions.
  static func isSame(
    _ line: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Bool {
    content(of: line).elementsEqual(content(of: other))
  }

  private static func content(of line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    // Quotes within texts are escaped, so the last match is the member.
    var end = line.count - placeOpening.count
    while end > 0, !line[end...].starts(with: placeOpening) { end -= 1 }
    return line[..<max(0, end)]
  }

  /// The entry's line in the index without its line end: the entry as JSON, and the store's
  /// members.
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
      // The line's content ends here. The location of the revision follows.
      JSONMember(Self.placeName, .string(place.log)),
      JSONMember("at", .integer(place.offset)),
    ]
    return JSONWriter.bytes(.object(members))
  }

  /// Reads a line written by `indexLine`.
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

/// The order of an entry's heads.
///
/// The shown one is first: the latest that isn't a deletion, because deleting an entry in one place
/// must not hide an edit in another. An entry is in the trash only if all heads are deletions.
struct HeadOrder<Head> {
  /// The shown head, then the others, the latest first.
  let heads: [Head]
  /// The number of other heads that are later than the shown one. All of these are deletions.
  let laterCount: Int

  /// Returns `nil` without heads.
  init?(latestFirst heads: [Head], isTrashed: (Head) -> Bool) {
    guard !heads.isEmpty else { return nil }
    laterCount = heads.firstIndex { !isTrashed($0) } ?? 0
    var order = heads
    order.insert(order.remove(at: laterCount), at: 0)
    self.heads = order
  }
}

// Facts about an entry that can be read from its line without parsing all of it.
extension LineTexts {
  /// Returns the length of an entry's text in its index line; `nil` if the line isn't as this
  /// program writes it.
  static func length(inIndexLine line: UnsafeRawBufferPointer) -> TextLength? {
    guard let start = line.range(of: contentOpening, from: 0)?.upperBound,
      let end = line.range(of: tagsOpening, from: start)?.lowerBound,
      // With its quotes, the text is a JSON value.
      let text = try? JSONParser.parse(UnsafeRawBufferPointer(rebasing: line[start - 1...end]))
    else { return nil }
    return text.string.map { TextLength(of: $0) }
  }

  static let photo = Array(#"{"asset":""#.utf8)

  /// Returns the number of photos in an entry's index line. Quotes within texts are escaped, so the
  /// bytes occur only as members.
  static func photos(inIndexLine line: UnsafeRawBufferPointer) -> Int {
    guard let start = line.range(of: photosOpening, from: 0)?.upperBound,
      let end = line.range(of: createdOpening, from: start)?.lowerBound
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

/// The properties that the index lists entries by, so that searching for them needs no line.
struct IndexTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// Marks entries with `Entry.hasVariants`.
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

/// The index's record of an entry in the trash. Its texts are only in the logs.
struct TrashedEntry: Hashable, Sendable {
  let id: ID<Entry>
  /// The location of the shown revision's line.
  let place: LineLocation
  /// The shown head, then the others.
  let heads: [ID<Revision>]
}

extension TrashedEntry {
  init(_ state: IndexedEntry) {
    self.init(id: state.entry.id, place: state.place, heads: state.entry.heads)
  }

  /// The entry's line in the index: `["<id>","<log>",<byte>,["<head>",…]]`.
  var indexLine: [UInt8] {
    JSONWriter.bytes(
      .array([
        .string(id.description), .string(place.log), .integer(place.offset),
        .array(heads.map { .string($0.description) }),
      ]))
  }

  /// Reads a line written by `indexLine`, which may be padded with spaces.
  init?(indexLine: UnsafeRawBufferPointer) {
    guard let parts = (try? JSONParser.parse(indexLine))?.array, parts.count == 4,
      let id = parts[0].string.flatMap({ ID<Entry>($0) }), let log = parts[1].string,
      let offset = parts[2].integer,
      let heads = parts[3].array?.compactMap({ $0.string.flatMap { ID<Revision>($0) } })
    else { return nil }
    self.init(id: id, place: LineLocation(log: log, offset: offset), heads: heads)
  }
}

/// The positions of an entry's texts in its index line. The same bytes may occur in other parts of
/// the line, which aren't searched.
struct LineTexts {
  private let title, content, tags, journal, photos, details: Range<Int>

  /// Quotes within texts are escaped, so no text can look like one of these.
  private static let titleOpening = Array(#","title":""#.utf8)
  private static let contentOpening = Array(#"","content":""#.utf8)
  private static let tagsOpening = Array(#"","tags":["#.utf8)
  static let journalOpening = Array(#"],"journal":""#.utf8)
  private static let authorOpening = Array(#"","author":""#.utf8)
  static let photosOpening = Array(#","photos":["#.utf8)
  static let createdOpening = Array(#"],"created":""#.utf8)
  private static let modifiedOpening = Array(#","modified":""#.utf8)
  private static let clockOpening = Array(#","clock":""#.utf8)

  /// Returns `nil` if the members aren't in the order in which this program writes them.
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

  /// Returns `true` if the byte at a position of the line belongs to a text.
  func contains(_ index: Int) -> Bool {
    content.contains(index) || title.contains(index) || tags.contains(index)
      || journal.contains(index) || photos.contains(index) || details.contains(index)
  }
}
