import DiaryCore
import System

/// Reads Journey's exports: a JSON file for each entry, and its photos and videos next to it or in
/// a folder.
struct JourneyReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    EntryFiles.hasObject(in: tree) { text in
      text.contains("\"date_journal\"")
        || text.contains("\"dateOfJournal\"") && text.contains("\"text\"")
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: EntryFiles.isObject)
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    guard JourneyEntry.isEntry(json) else {
      entryFiles.recordSkipped(file)
      return []
    }
    return try JourneyEntry.read(json, at: file, in: &entryFiles)
      .items(at: place, after: problems)
  }
}

// MARK: - JourneyEntry

/// Converts an entry of Journey, in either the older format or that of its cloud service.
enum JourneyEntry {
  static func isEntry(_ json: JSONValue) -> Bool {
    json["date_journal"] != nil || json["dateOfJournal"] != nil
  }

  static func read(
    _ json: JSONValue, at path: String, in files: inout EntryFiles
  ) throws -> ForeignEntry {
    let defaults = files.defaults
    var members = MarkdownMembers(json.members ?? [])
    var placing = PhotoPlacing(files.tree)
    let folder = Path.split(path).folder

    guard let written = members.consume(["datejournal", "dateofjournal"], { $0 }) else {
      throw EntryFieldError.noDate
    }
    guard let instant = ForeignInstant(written, unitsPerSecond: 1000) else {
      throw EntryFieldError.invalidDate(written.words ?? "date_journal")
    }
    var date = instant.date(localOffset: defaults.localOffset)
    if let zone = members.text("timezone") {
      let zoned = instant.date(in: zone, &files.zones, localOffset: defaults.localOffset)
      date = zoned.date
      if !zoned.isZoneKnown { placing.record(.unknownZone(zone)) }
    }
    func time(_ names: [String]) -> Timestamp? {
      members.consume(names) { ForeignInstant($0, unitsPerSecond: 1000)?.timestamp }
    }
    let modified = time(["datemodified", "updatedat"])
    let created = time(["datecreated", "createdat"]) ?? instant.timestamp

    // The preview repeats the beginning of the text.
    _ = members.consume(["previewtext"]) { $0 }
    var text = try Self.text(&members) { address, words in
      placing.markdown(
        files.lookup.photo(at: address, from: folder), named: address, caption: words)
    }
    let explicitTitle = members.text("title")
    let title =
      LeadingHeading.remove(from: &text, title: explicitTitle).map(PlainMarkdown.text)
      ?? explicitTitle
      ?? ""
    for name in names(&members) {
      let result = files.lookup.photo(at: name, from: folder)
      switch result {
      case .missing where !MediaType.isPhoto(named: name): placing.record(.missingAttachment(name))
      default: placing.markdown(result, named: name)
      }
    }

    let fields = EntryFields(
      date: date, title: title, content: text, tags: members.list("tags"), journal: "",
      details: Self.details(&members))
    let entry = Entry(
      .journey, [.string(json["id"]?.words ?? Path.split(path).name)], fields,
      author: defaults.author, created: created, modified: modified,
      carrying: members.rest.compactMap(Self.carried))
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Returns the text as Markdown. It is HTML if its type says so, or if it has no type and looks
  /// like HTML.
  private static func text(
    _ members: inout MarkdownMembers, image: (String, String) -> String?
  ) throws -> String {
    let text = members.consume(["text"]) { $0.string } ?? ""
    let type = members.text("type")?.lowercased()
    let isHTML =
      type == "html"
      || type == nil && text.trimmed.hasPrefix("<") && text.trimmed.hasSuffix(">")
    return isHTML ? try HTMLMarkdown.markdown(of: text, image: image) : text
  }

  /// Returns the names of photos, videos and recordings.
  private static func names(_ members: inout MarkdownMembers) -> [String] {
    ["photos", "attachments", "media"].flatMap { name in
      members.consume([name]) { value -> [String]? in
        guard let values = value.array else { return nil }
        let names = values.compactMap { value in
          value.string
            ?? ["name", "filename", "fileName", "id"].lazy
            .compactMap { value[$0]?.string }.first
        }
        return names.count == values.count ? names : nil
      } ?? []
    }
  }

  private static func details(_ members: inout MarkdownMembers) -> EntryDetails {
    let address = members.text("address")
    let location = members.consume(["location"]) { value in
      ["name", "address"].lazy.compactMap { value[$0]?.string }.first { !$0.isBlank }
    }
    var weather: String?
    var weatherPlace: String?
    _ = members.consume(["weather"]) { value in
      weather = Self.weather(value)
      weatherPlace = value["place"]?.string
      return weather == nil ? nil : true
    }
    return EntryDetails(
      isStarred: members.flag("favourite", "favorite", "starred"),
      mood: members.consume(["mood"], Self.mood), place: address ?? location ?? weatherPlace,
      weather: weather, isPinned: members.flag("pinned", "ispinned"))
  }

  /// Returns the mood. Journey's numbers are 1 to 5, and 0 means none.
  private static func mood(_ value: JSONValue) -> String? {
    if let text = value.string { return text.isBlank ? nil : text }
    guard let number = value.double, (1...5).contains(number) else { return nil }
    return "\(Int(number.rounded()))/5"
  }

  private static func weather(_ value: JSONValue) -> String? {
    if let text = value.string { return text.isBlank ? nil : text }
    var words =
      ["description", "condition"].lazy.compactMap { value[$0]?.string }.first
      .map { [$0] } ?? []
    words.removeAll(where: \.isBlank)
    let degrees = ["degree_c", "degreeC", "temperature"].lazy.compactMap { value[$0]?.double }
    // Journey writes the largest floating-point number for a missing temperature.
    if let degree = degrees.first, abs(degree) < 200, !words.isEmpty {
      words.append("\(Int(degree.rounded()))°C")
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Returns the member if it has content, for values that the diary has no field for.
  private static func carried(_ member: JSONMember) -> JSONMember? {
    switch member.value {
    case .null: nil
    case .string(let text): text.isBlank ? nil : member
    case .number(let text): abs(Double(text) ?? 0) > 1e300 ? nil : member
    case .array(let values): values.isEmpty ? nil : member
    default: member
    }
  }
}
