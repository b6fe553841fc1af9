import DiaryCore
import DiaryStore
import System
import Text

/// The sample diary: three years of entries in the current language, on dates relative to today.
package struct DemoDiary: Sendable {
  private let dependencies: Dependencies
  private let today: CalendarDay
  private let text: DemoText

  init(_ dependencies: Dependencies, today: CalendarDay = LocalTime.today().day) {
    self.dependencies = dependencies
    self.today = today
    text = DemoText(EmbeddedFile.demo.text)
  }

  /// Creates the sample diary of a folder; its store is the folder `diary` in it.
  package init(within folder: String, today: CalendarDay) {
    self.init(Dependencies(Folders(within: folder)), today: today)
  }

  /// Fills the diary, which must be empty.
  ///
  /// - Throws: an error if it can't be written.
  package func fill() async throws {
    let diary = dependencies.diary
    for (name, color) in text.journals { _ = try await diary.change(.add(name, color)) }
    let (photos, attachments) = try await storeFiles()
    let author = try await diary.author().id
    let firstDay = text.entries.compactMap { $0.day.yearsAgo }.max().map {
      today.earlier(years: $0)
    }
    var entries: [Entry] = []
    var comments: [EntryComment] = []
    for sample in text.entries {
      let day = sample.day.date(on: today)
      // The first page remains the first one on every date.
      if let firstDay, day < firstDay { continue }
      let fields = try sample.fields(on: day, photos, attachments)
      let time = Timestamp(milliseconds: fields.date.instant * 1000)
      let entry = Entry(
        id: .random(), fields: fields.normalized, author: author, created: time, modified: time)
      entries.append(entry)
      guard let words = sample.comment else { continue }
      let now = diary.time()
      comments.append(
        EntryComment(
          id: .random(), entry: entry.id, author: author, created: now, modified: now, text: words))
    }
    _ = try await diary.addImported(entries)
    _ = try await diary.importComments(comments)
    try await keepDraft()
    writeTemplates()
  }

  /// Stores the photos and videos of all entries together, by name. The diary looks fine without
  /// those that aren't installed.
  private func storeFiles() async throws -> (
    photos: [String: Photo], attachments: [String: Attachment]
  ) {
    var photos: [String: Photo] = [:]
    var attachments: [String: Attachment] = [:]
    guard let folder = InstalledFiles.photos else { return (photos, attachments) }
    let diary = dependencies.diary
    let batch = try await diary.assetBatch()
    let names = text.entries.flatMap(\.photos)
    let paths = names.map { Path.join(folder, $0) }
    for (index, header) in await diary.headers(ofPhotosAt: paths).enumerated() {
      guard let header else { continue }
      photos[names[index]] =
        try? await diary.addPhoto(at: paths[index], header: header, to: batch).photo
    }
    for name in text.entries.compactMap(\.file) {
      attachments[name] = try? await diary.addAttachment(
        at: Path.join(folder, name), type: MediaType(ofFileNamed: name), to: batch)
    }
    try await batch.commit(Set(photos.values.map(\.asset) + attachments.values.map(\.asset)))
    return (photos, attachments)
  }

  /// Keeps the draft among the discarded ones: one that is offered would cover the first screen.
  private func keepDraft() async throws {
    guard let sample = text.draft else { return }
    let fields = try sample.fields(on: today, [:], [:])
    let drafts = DraftFolder(
      folder: dependencies.outside.drafts, of: dependencies.outside.layout, now: LocalTime.now)
    try await drafts.discard(
      Draft(
        id: .random(), entry: nil, base: [], fields: fields, dateText: fields.date.description))
  }

  /// Writes the templates. Like a photo, one that can't be written is missing.
  private func writeTemplates() {
    let folder = dependencies.folders.templates.folder
    FileSystem.makeFoldersIfPossible(folder)
    for (name, text) in text.templates {
      try? OpenFile(Path.join(folder, name + ".md"), .new, mode: 0o600).write(Array(text.utf8))
    }
  }
}

// MARK: - DemoText

/// The sample diary as it is written in `Sources/CData/demo-en.txt` and `demo-ko.txt`: parts
/// between lines of `====`, each with a line for each field, a blank line and the text.
///
/// The first part has the `journals` with their colors. A part with a `template` is the template of
/// that name. All others are entries. The text of an entry has a line `[river-fog.jpg] caption` for
/// each photo. Its `date` ends with a time, after one of these:
///
/// - `today`, `3 days ago`, or `2 years ago`, on today's date;
/// - `10-24 y1`, October 24 in the last twelve months but one, so that snow falls in winter;
/// - `10-24+2 y1` and `10-24-2 y1`, two days after and before that, for entries that belong
///   together;
/// - `draft`, without a time, for a text that isn't saved yet.
struct DemoText {
  private(set) var journals: [(name: String, color: JournalColor?)] = []
  private(set) var entries: [DemoEntry] = []
  private(set) var draft: DemoEntry?
  private(set) var templates: [(name: String, text: String)] = []

  init(_ file: String) {
    for part in file.split(separator: "====\n") {
      guard let blank = part.firstRange(of: "\n\n") else { continue }
      var fields: [Substring: String] = [:]
      for line in part[..<blank.lowerBound].split(separator: "\n") {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields[line[..<colon]] = String(line[colon...].dropFirst().trimmed)
      }
      let text = String(part[blank.upperBound...].trimmed)
      if let names = fields["journals"] {
        journals = names.split(separator: ",").map { name in
          let words = name.split(separator: " ")
          return (String(words[0]), words.last.flatMap { JournalColor(rawValue: String($0)) })
        }
      } else if let name = fields["template"] {
        templates.append((name, text + "\n"))
      } else if fields["date"] == "draft" {
        draft = DemoEntry(fields, date: "today 00:00", text)
      } else if let date = fields["date"], let entry = DemoEntry(fields, date: date, text) {
        entries.append(entry)
      }
    }
  }
}

// MARK: - DemoEntry

/// An entry of the sample diary, before it has a date and photos.
struct DemoEntry {
  enum Day {
    case daysAgo(Int)
    /// Today's date, that many years ago.
    case yearsAgo(Int)
    /// Days after the last such date before today, that many years earlier.
    case season(month: Int, day: Int, after: Int, years: Int)
  }

  let day: Day
  /// The time of day, as `07:30`.
  private let time: String
  private let fields: [Substring: String]
  private let text: String

  init?(_ fields: [Substring: String], date: String, _ text: String) {
    let words = date.split(separator: " ")
    guard let time = words.last, let day = Day(words.dropLast()) else { return nil }
    self.day = day
    self.time = String(time)
    self.fields = fields
    self.text = text
  }

  /// The names of the photos' files.
  var photos: [String] {
    text.split(separator: "\n").compactMap { Self.photo(in: $0)?.name }
  }

  /// The name of an attached file.
  var file: String? { fields["file"] }
  var comment: String? { fields["comment"] }

  /// Returns the entry as it is saved.
  ///
  /// - Throws: `DiaryError.invalidDate` if the time isn't one.
  func fields(
    on day: CalendarDay, _ photos: [String: Photo], _ attachments: [String: Attachment]
  ) throws -> EntryFields {
    let text = "\(day)T\(time)"
    guard let date = EntryDate(text, localOffset: LocalTime.offset(ofLocal:)) else {
      throw DiaryError.invalidDate(text)
    }
    let marks = fields["marks"]?.split(separator: " ") ?? []
    var entry = EntryFields(
      date: date, title: fields["title"] ?? "",
      tags: fields["tags"].map { $0.split(separator: ",").map { String($0.trimmed) } } ?? [],
      journal: fields["journal"] ?? EntryFields.defaultJournal,
      details: EntryDetails(
        isStarred: marks.contains("star"), mood: fields["mood"], place: fields["place"],
        weather: fields["weather"], isPinned: marks.contains("pin")),
      attachments: file.flatMap { attachments[$0] }.map { [$0] } ?? [])
    var lines: [String] = []
    for line in self.text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let (name, caption) = Self.photo(in: line) else {
        lines.append(String(line))
        continue
      }
      guard var photo = photos[name] else { continue }
      photo.caption = caption
      // The paintings are as old as their entries.
      photo.taken = date.description
      entry.photos.append(photo)
      lines.append(PhotoReference.markdown(photo))
    }
    entry.content = lines.joined(separator: "\n")
    return entry
  }

  /// Parses a line such as `[river-fog.jpg] caption`.
  private static func photo(in line: Substring) -> (name: String, caption: String)? {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]"),
      line[..<end].hasSuffix(".jpg")
    else { return nil }
    return (String(line[..<end].dropFirst()), String(line[end...].dropFirst().trimmed))
  }
}

extension DemoEntry.Day {
  /// Parses a date without its time; see `DemoText`.
  fileprivate init?(_ words: ArraySlice<Substring>) {
    guard let first = words.first else { return nil }
    if first == "today" {
      self = .daysAgo(0)
    } else if words.last == "ago", let number = Int(first) {
      self =
        words.dropFirst().first?.hasPrefix("year") == true
        ? .yearsAgo(number) : .daysAgo(number)
    } else if let month = Int(first.prefix(2)), let day = Int(first.dropFirst(3).prefix(2)),
      let years = words.last.flatMap({ Int($0.dropFirst()) })
    {
      self = .season(
        month: month, day: day, after: Int(first.dropFirst(5)) ?? 0, years: years)
    } else {
      return nil
    }
  }

  /// The number of years of a day on today's date; `nil` for others.
  var yearsAgo: Int? {
    if case .yearsAgo(let years) = self { years } else { nil }
  }

  func date(on today: CalendarDay) -> CalendarDay {
    switch self {
    case .daysAgo(let days): today.adding(days: -days)
    case .yearsAgo(let years): today.earlier(years: years)
    case .season(let month, let day, let after, let years):
      [today.year, today.year - 1].lazy
        .compactMap { CalendarDay(year: $0, month: month, day: day) }.first { $0 < today }
        .flatMap { CalendarDay(year: $0.year - years, month: month, day: day) }?
        .adding(days: after) ?? today.earlier(years: years)
    }
  }
}

extension CalendarDay {
  /// Returns the same date that many years ago or, for February 29, in the leap year before that.
  fileprivate func earlier(years: Int) -> CalendarDay {
    // There are at most eight years from one to the next.
    (years..<years + 8).lazy
      .compactMap { CalendarDay(year: year - $0, month: month, day: day) }.first ?? self
  }
}
