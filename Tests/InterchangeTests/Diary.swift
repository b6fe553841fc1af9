import Crypto
import DiaryCore
import Glibc
import MemoryStore
import Synchronization
import System
import TestSupport

@testable import Interchange

/// A diary in memory with a folder for imports and exports.
struct Diary {
  let service: DiaryService
  let folder: TemporaryFolder
  let author: Author

  init(
    author: Author = Author(id: AuthorID("a1"), name: "Ada"),
    inspector: any PhotoInspector = TextInspector(), photoTexts: PhotoTexts = PhotoTexts()
  ) throws {
    self.author = author
    let clock = TickingClock()
    service = DiaryService(
      repository: MemoryRepository(author: author, now: clock.now), inspector: inspector,
      photoTexts: photoTexts, now: clock.now)
    folder = try TemporaryFolder()
  }

  var target: String { folder.path + "/out" }

  @discardableResult func add(
    _ title: String, on date: String = "2026-11-19T07:30:00+09:00", content: String = "",
    tags: [String] = [], photos: [Photo] = [], attachments: [DiaryCore.Attachment] = [],
    journal: String = EntryFields.defaultJournal, details: EntryDetails = EntryDetails()
  ) async throws -> Entry {
    guard let date = EntryDate(date) else { throw DiaryError.invalidDate(date) }
    return try await service.add(
      EntryFields(
        date: date, title: title, content: content, photos: photos, tags: tags, journal: journal,
        details: details, attachments: attachments))
  }

  func change(_ entry: Entry, _ change: (inout EntryFields) -> Void) async throws {
    var fields = entry.fields
    change(&fields)
    _ = try await service.update(entry.id, to: fields)
  }

  func attachment(_ text: String, name: String) async throws -> DiaryCore.Attachment {
    let path = try folder.write(text.utf8, to: "in/\(name)")
    return try await service.addAttachment(at: path, type: MediaType(ofFileNamed: name)).attachment
  }

  func photo(_ bytes: String, name: String, caption: String = "") async throws -> Photo {
    let path = try folder.write(bytes.utf8, to: "in/\(name)")
    var photo = try await service.addPhoto(at: path).photo
    photo.caption = caption
    return photo
  }

  @discardableResult func export(
    _ format: ExportFormat = .markdown, to place: String? = nil, keepsLocation: Bool = false,
    passphrase: Passphrase? = nil, entries: EntryQuery = EntryQuery(),
    helpers: ExportHelpers = ExportHelpers(),
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> ExportSummary {
    try await Exporter(removeLocation: copyTextWithoutLocation, helpers: helpers).export(
      entries: entries, of: service, to: place ?? target, format: format,
      options: ExportOptions(keepsLocation: keepsLocation, passphrase: passphrase),
      progress: progress)
  }

  /// Cancels an export when `count` entries are done, and expects no new files.
  func expectCancelled(
    at count: Int, exportTo place: String, _ format: ExportFormat = .markdown,
    passphrase: Passphrase? = nil, file: String = #filePath, line: Int = #line
  ) async {
    let before = tree(folder.path)
    let task = Task {
      try await export(format, to: place, passphrase: passphrase) { progress in
        if progress.done == count { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await expectThrows(DiaryError.export(path: place, .cancelled), file: file, line: line) {
      try await task.value
    }
    expectEqual(tree(folder.path), before, file: file, line: line)
  }
}

/// A clock that advances a second per reading.
final class TickingClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_800_000_000_000)

  @Sendable func now() -> Timestamp {
    milliseconds.withLock { time in
      time += 1000
      return Timestamp(milliseconds: time)
    }
  }
}

extension Diary {
  /// Opens another program's diary; `nil` if canceled.
  func open(
    _ path: String, as format: ImportFormat? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) async throws -> ImportInput? {
    try await ImportInput.open(
      path, as: format, unpackingBelow: folder.path + "/staging", limits: limits)
  }

  /// The files in the folder where archives are unpacked.
  var unpacked: [String] { tree(folder.path + "/staging") }

  /// The imported entries, in the order of the input.
  struct ImportedEntries {
    let added: [Entry]
    let updated: [Entry]
    let photos: Int
    let comments: Int
    let attachments: Int
    let notes: [ImportNote]
  }

  typealias Import = (plan: ImportPlan, outcome: ImportedEntries, lines: [String])

  /// Imports a diary. Returns the plan, the outcome and the lines of all notes.
  @discardableResult func imported(
    _ path: String, as format: ImportFormat? = nil, updates: Bool = false
  ) async throws -> Import {
    guard let input = try await open(path, as: format) else { throw CancellationError() }
    return try await imported(input, updates: updates)
  }

  @discardableResult func imported(
    _ input: ImportInput, updates: Bool = false, asMine: Bool? = false
  ) async throws -> Import {
    let importer = DiaryImporter(into: service, localOffset: { _ in 3600 })
    guard let plan = try await importer.plan(of: input, updates: updates, asMine: asMine) else {
      throw CancellationError()
    }
    let outcome = try await importer.write(plan)
    let saved = try await service.entries(ids: outcome.saved.map(\.entry))
    let imported = ImportedEntries(
      added: saved.filter { outcome.earlier[$0.id] == nil },
      updated: saved.filter { outcome.earlier[$0.id] != nil }, photos: outcome.photos,
      comments: outcome.comments, attachments: outcome.attachments,
      notes: plan.notes + outcome.notes)
    return (plan, imported, imported.notes.map(\.line))
  }

  @discardableResult func importText(_ text: String) async throws -> Import {
    try await imported(folder.write(text, to: "in/entries.jsonl"), as: .jsonl)
  }

  /// Imports a diary and compares its entries (by `show`) and notes (after `! `) with a text. A
  /// second import must add nothing.
  @discardableResult func expectImport(
    _ path: String, _ format: ImportFormat, show: (Entry) -> String = \.summary,
    _ expected: String, file: String = #filePath, line: Int = #line
  ) async throws -> [Entry] {
    let (plan, outcome, lines) = try await imported(path)
    expectEqual(plan.format, format, file: file, line: line)
    let found = outcome.added.map(show) + lines.map { "! " + $0 }
    expectEqual(found.joined(separator: "\n"), expected, file: file, line: line)
    expectEqual(unpacked, [], file: file, line: line)
    try await expectKnown(path, outcome.added.count, file: file, line: line)
    return outcome.added
  }

  /// Imports a diary whose entries must all be known.
  func expectKnown(
    _ path: String, _ count: Int, file: String = #filePath, line: Int = #line
  ) async throws {
    let again = try await imported(path, updates: true)
    expectEqual(
      [again.plan.entries, again.plan.updates, again.plan.existing], [0, 0, count],
      "imported again", file: file, line: line)
    expectEqual(again.lines.filter { $0.contains("changed") }, [], file: file, line: line)
  }

  /// Imports and compares a folder with these files.
  @discardableResult func expectImport(
    of files: [String: String], _ format: ImportFormat, show: (Entry) -> String = \.summary,
    _ expected: String, file: String = #filePath, line: Int = #line
  ) async throws -> [Entry] {
    try await expectImport(
      folder("diary", files), format, show: show, expected, file: file, line: line)
  }

  /// Imports and compares an archive with these bytes.
  @discardableResult func expectImport(
    _ bytes: [UInt8], named name: String, _ format: ImportFormat,
    show: (Entry) -> String = \.summary, _ expected: String, file: String = #filePath,
    line: Int = #line
  ) async throws -> [Entry] {
    let path = try folder.write(bytes, to: "in/\(name)")
    return try await expectImport(path, format, show: show, expected, file: file, line: line)
  }

  /// Writes files to a folder in `in/`. Returns its path.
  func folder(_ name: String, _ files: [String: String]) throws -> String {
    for (file, text) in files { try folder.write(text.utf8, to: "in/\(name)/\(file)") }
    return folder.path + "/in/\(name)"
  }
}

extension Entry {
  /// A line with date and title, a line with the other fields, and the text with numbered photos.
  var summary: String {
    var facts: [String] = []
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { facts.append("\(name) " + values.joined(separator: ", ")) }
    }
    add("journal", journal == EntryFields.defaultJournal ? [] : [journal])
    add("tags", tags)
    if details.isStarred { facts.append("starred") }
    if details.isPinned { facts.append("pinned") }
    add("mood", [details.mood].compactMap(\.self))
    add("place", [details.place].compactMap(\.self))
    add("weather", [details.weather].compactMap(\.self))
    add("photos", photos.map { $0.caption.isEmpty ? $0.name : "\($0.name) “\($0.caption)”" })
    add("files", attachments.map(\.name))
    if created.seconds != date.instant { facts.append("created \(created)") }
    if modified != created { facts.append("modified \(modified)") }
    var text = content
    for (number, photo) in photos.enumerated() {
      text = text.replacing("photo:\(photo.asset)", with: "photo:\(number + 1)")
    }
    return ["= \(date) \(title)".trimmed.description, facts.joined(separator: " | "), text]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The member with a format's data that the diary doesn't know.
  func carried(_ format: ImportFormat) -> JSONValue? {
    unknownMembers.first { $0.name == format.rawValue }?.value
  }
}

/// Returns the relative paths of files in a folder, sorted; folders end in a slash.
func tree(_ folder: String) -> [String] {
  guard let stream = opendir(folder.systemPath) else { return [] }
  defer { closedir(stream) }
  var paths: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(systemPath: bytes.prefix { $0 != 0 })
    }
    guard name != ".", name != ".." else { continue }
    var status = stat()
    guard lstat((folder + "/" + name).systemPath, &status) == 0 else { continue }
    if status.st_mode & S_IFMT == S_IFDIR {
      paths.append(name + "/")
      paths += tree(folder + "/" + name).map { name + "/" + $0 }
    } else {
      paths.append(name)
    }
  }
  return paths.sorted()
}

/// Returns the files of a tree, without folders and the export's manifest.
func files(_ folder: String) -> [String] {
  tree(folder).filter { !$0.hasSuffix("/") && $0 != ".photodiary-export.json" }
}

/// Reads photos that are texts beginning with `photo`. They may have `GPS[…]`, `place[…]`,
/// `at[degrees]`, `taken[date]` and `film`, or be `undated`, `odd` (undecodable) or `tangled`
/// (can't be cleaned).
struct TextInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    let text = try Self.text(path)
    guard text.hasPrefix("photo") else { throw DiaryError.photo(path: path, .notAnImage) }
    return PhotoFacts(
      type: MediaType("image/jpeg"), width: 4, height: 3,
      taken: text.contains("undated") ? nil : Self.value("taken", text) ?? "2026-11-19T07:29:00",
      problem: text.contains("odd") ? .undecodableType : nil,
      contentIdentifier: Self.value("identifier", text),
      details: PhotoDetails(position: Self.position(text), place: Self.value("place", text)))
  }

  private static func position(_ text: String) -> PhotoDetails.Position? {
    let numbers = value("at", text)?.split(separator: " ").compactMap { Double($0) } ?? []
    return numbers.count == 2 ? .init(latitude: numbers[0], longitude: numbers[1]) : nil
  }

  private static func value(_ name: String, _ text: String) -> String? {
    text.firstRange(of: "\(name)[").map { String(text[$0.upperBound...].prefix { $0 != "]" }) }
  }

  static func text(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw DiaryError.photo(path: path, .missing) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 10_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// Copies a photo of text without the parts in brackets.
@Sendable func copyTextWithoutLocation(at path: String, to descriptor: Descriptor) throws -> Bool {
  guard let text = try? TextInspector.text(path) else { throw PictureProblem.missing }
  let bytes = Array(text.replacing(/\[[^\]]*\]?/, with: "").utf8)
  // A failing program writes only half.
  let count = text.contains("tangled") ? bytes.count / 2 : bytes.count
  guard (try? descriptor.write(bytes[..<count])) != nil else { throw PictureProblem.unavailable }
  if text.contains("tangled") { throw PictureProblem.damaged }
  return !text.contains("film")
}

/// Inspects photos of text after a test's hook, and fails if canceled.
final class HookedInspector: PhotoInspector {
  typealias Hook = @Sendable (_ path: String) async throws -> Void

  private let hook = Mutex<Hook>({ _ in })

  func first(_ hook: @escaping Hook) { self.hook.withLock { $0 = hook } }

  func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    let hook = hook.withLock { $0 }
    try await hook(path)
    if Task.isCancelled { throw DiaryError.photo(path: path, .noPictureProgram) }
    return try await TextInspector().facts(ofPhotoAt: path)
  }
}

/// Returns strings that often break programs.
func naughtyStrings() throws -> [String] {
  let text = try Checkout.text("Tests/Fixtures/naughty-strings.json")
  return try require(try JSONParser.parse(text).array?.compactMap(\.string))
}

func md5(_ text: String) -> String {
  Insecure.MD5.hash(data: Array(text.utf8))
    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Returns a text as Base64, in lines.
func base64(_ text: String) -> String {
  stride(from: 0, to: text.utf8.count, by: 57).map { start in
    let line = Base64.text(text.utf8.dropFirst(start).prefix(57))
    return line + String(repeating: "=", count: -line.utf8.count & 3)
  }.joined(separator: "\n")
}
