import DiaryCore
import Glibc
import MemoryStore
import Synchronization
import System
import TestSupport

@testable import Interchange

/// A diary in memory with a folder for files of imports and exports.
struct Diary {
  let service: DiaryService
  let folder: TemporaryFolder
  let author: Author

  init(
    author: Author = Author(id: AuthorID("a1"), name: "Ada"),
    inspector: any PhotoInspector = TextInspector()
  ) throws {
    self.author = author
    let clock = TickingClock()
    service = DiaryService(
      repository: MemoryRepository(author: author, now: clock.now), inspector: inspector,
      now: clock.now)
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
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(DiaryError) -> ExportSummary {
    try await Exporter(locationRemover: TextLocationRemover()).export(
      entries: entries, of: service, to: place ?? target, format: format,
      options: ExportOptions(keepsLocation: keepsLocation, passphrase: passphrase),
      progress: progress)
  }

  /// Cancels an export when `count` entries are done. It must leave nothing new.
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

/// A clock that is a second later at each reading.
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
  /// Opens another program's diary; `nil` when that was cancelled.
  func open(
    _ path: String, as format: ImportFormat? = nil, limits: ArchiveLimits = ArchiveLimits()
  ) async throws(DiaryError) -> ImportInput? {
    try await ImportInput.open(
      path, as: format, unpackingBelow: folder.path + "/staging", limits: limits)
  }

  /// The files below the folder in which archives are unpacked.
  var unpacked: [String] { tree(folder.path + "/staging") }

  /// The imported entries, in the order in which they were read.
  struct ImportedEntries {
    let added: [Entry]
    let updated: [Entry]
    let photos: Int
    let comments: Int
    let attachments: Int
  }

  /// Imports a diary of any format. Returns the plan, the outcome and the lines of all notes.
  @discardableResult func imported(_ path: String, updates: Bool = false) async throws -> (
    plan: ImportPlan, outcome: ImportedEntries, lines: [String]
  ) {
    guard let input = try await open(path) else { throw CancellationError() }
    let importer = DiaryImporter(into: service, localOffset: { _ in 3600 })
    guard let plan = try await importer.plan(of: input, updates: updates) else {
      throw CancellationError()
    }
    let outcome = try await importer.write(plan)
    let saved = try await service.entries(ids: outcome.saved.map(\.entry))
    let imported = ImportedEntries(
      added: saved.filter { outcome.earlier[$0.id] == nil },
      updated: saved.filter { outcome.earlier[$0.id] != nil }, photos: outcome.photos,
      comments: outcome.comments, attachments: outcome.attachments)
    return (plan, imported, (plan.notes + outcome.notes).map(\.line))
  }

  /// Imports a diary, compares what arrived with a text, and imports it again, which must add nothing.
  ///
  /// The text shows each entry as `show` does, and `! ` before each note.
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

  /// Imports a diary again, of which all entries have to be known.
  func expectKnown(
    _ path: String, _ count: Int, file: String = #filePath, line: Int = #line
  ) async throws {
    let again = try await imported(path, updates: true)
    expectEqual(
      [again.plan.entries, again.plan.updates, again.plan.alreadyThere], [0, 0, count],
      "imported again", file: file, line: line)
    expectEqual(again.lines.filter { $0.contains("changed") }, [], file: file, line: line)
  }

  /// The same for a folder with these files.
  @discardableResult func expectImport(
    of files: [String: String], _ format: ImportFormat, show: (Entry) -> String = \.summary,
    _ expected: String, file: String = #filePath, line: Int = #line
  ) async throws -> [Entry] {
    try await expectImport(
      folder("diary", files), format, show: show, expected, file: file, line: line)
  }

  /// The same for an archive with these bytes.
  @discardableResult func expectImport(
    _ bytes: [UInt8], named name: String, _ format: ImportFormat,
    show: (Entry) -> String = \.summary, _ expected: String, file: String = #filePath,
    line: Int = #line
  ) async throws -> [Entry] {
    let path = try folder.write(bytes, to: "in/\(name)")
    return try await expectImport(path, format, show: show, expected, file: file, line: line)
  }

  /// Writes the files of a folder below `in/`. Returns its path.
  func folder(_ name: String, _ files: [String: String]) throws -> String {
    for (file, text) in files { try folder.write(text.utf8, to: "in/\(name)/\(file)") }
    return folder.path + "/in/\(name)"
  }

  // MARK: The diary's own JSON

  /// The outcome of an import of the diary's own JSON.
  struct Imported: Hashable {
    var added = 0
    var alreadyThere = 0
    var refused: [Refusal] = []
    /// The reasons why imported photos can't be shown.
    var undrawn: [PictureProblem] = []
  }

  struct Refusal: Hashable {
    let line: Int
    let failure: EntryFieldError
  }

  func importText(_ text: String) async throws -> Imported {
    try await importFile(try folder.write(text.utf8, to: "in/entries.jsonl"))
  }

  func importFile(_ path: String) async throws -> Imported {
    guard let input = try await open(path, as: .jsonl) else { throw CancellationError() }
    return try await importEntries(from: input)
  }

  func importEntries(from input: ImportInput) async throws -> Imported {
    let importer = DiaryImporter(into: service, localOffset: { _ in 3600 })
    guard let plan = try await importer.plan(of: input) else { throw CancellationError() }
    let outcome = try await importer.write(plan)
    var imported = Imported(added: outcome.added, alreadyThere: plan.alreadyThere)
    for note in plan.notes + outcome.notes {
      guard case .line(_, let line) = note.place else { continue }
      switch note.problem {
      case .refused(let failure): imported.refused.append(Refusal(line: line, failure: failure))
      case .undrawnPhoto(_, let problem): imported.undrawn.append(problem)
      default: break
      }
    }
    imported.refused.sort { $0.line < $1.line }
    return imported
  }
}

extension Entry {
  /// An entry as an import fills it in: a line with the date and the title, one with all else that it
  /// has, and the content, in which photos are numbered.
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

  /// The member of this entry that holds what a format knows and the diary doesn't.
  func carried(_ format: ImportFormat) -> JSONValue? {
    unknownMembers.first { $0.name == format.rawValue }?.value
  }
}

/// The files under a folder, by their paths in it, sorted; folders end in a slash.
func tree(_ folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var paths: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard name != ".", name != ".." else { continue }
    var status = stat()
    guard lstat(folder + "/" + name, &status) == 0 else { continue }
    if status.st_mode & S_IFMT == S_IFDIR {
      paths.append(name + "/")
      paths += tree(folder + "/" + name).map { name + "/" + $0 }
    } else {
      paths.append(name)
    }
  }
  return paths.sorted()
}

/// The files of a tree, without folders and without the export's list of its files.
func files(_ folder: String) -> [String] {
  tree(folder).filter { !$0.hasSuffix("/") && $0 != ".photodiary-export.json" }
}

/// Photos for tests: text that begins with `photo`, may say `GPS[…]` where it was taken, `place[…]`
/// what that is called and `taken[…]` when, and may be `undated` or `odd`, that is, undecodable, or
/// `tangled`, so that nothing can be taken out of it, or hold a `film`.
struct TextInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    let text = try Self.text(path)
    guard text.hasPrefix("photo") else { throw .photo(path: path, .notAnImage) }
    return PhotoFacts(
      type: MediaType("image/jpeg"), width: 4, height: 3,
      taken: text.contains("undated") ? nil : Self.value("taken", text) ?? "2026-11-19T07:29:00",
      problem: text.contains("odd") ? .undecodableType : nil,
      contentIdentifier: Self.value("identifier", text),
      details: PhotoDetails(place: Self.value("place", text)))
  }

  private static func value(_ name: String, _ text: String) -> String? {
    text.firstRange(of: "\(name)[").map { String(text[$0.upperBound...].prefix { $0 != "]" }) }
  }

  static func text(_ path: String) throws(DiaryError) -> String {
    guard let file = fopen(path, "r") else { throw .photo(path: path, .missing) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 10_000)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

struct TextLocationRemover: LocationRemover {
  func copy(photoAt path: String, to descriptor: Descriptor) async throws(PictureProblem) -> Bool {
    guard let text = try? TextInspector.text(path) else { throw .missing }
    var bytes: [UInt8] = []
    var isPosition = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "[") { isPosition = true }
      if !isPosition { bytes.append(byte) }
      if byte == UInt8(ascii: "]") { isPosition = false }
    }
    // Half of it, as of a program that fails halfway.
    let count = text.contains("tangled") ? bytes.count / 2 : bytes.count
    guard (try? descriptor.write(bytes[..<count])) != nil else { throw .unavailable }
    if text.contains("tangled") { throw .damaged }
    return !text.contains("film")
  }
}

/// Inspects photos of text, and halts or fails at one of them. As with the picture program, a
/// cancelled inspection fails.
final class HaltingInspector: PhotoInspector {
  private enum Obstacle {
    case halt
    case failure(DiaryError)
  }

  private let obstacle = Mutex<(end: String, Obstacle)?>(nil)
  private let pause = Mutex(Duration.zero)
  private let halts: AsyncStream<Void>
  private let halted: AsyncStream<Void>.Continuation

  init() { (halts, halted) = AsyncStream.makeStream() }

  /// The next photo whose path ends so takes until it is cancelled.
  func halt(at end: String) { obstacle.withLock { $0 = (end, .halt) } }

  /// The next photo whose path ends so fails.
  func fail(at end: String, with error: DiaryError) {
    obstacle.withLock { $0 = (end, .failure(error)) }
  }

  /// Each photo from now on takes that long.
  func slow(to pause: Duration) { self.pause.withLock { $0 = pause } }

  func waitUntilHalted() async { for await _ in halts { return } }

  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    let met = obstacle.withLock { obstacle -> Obstacle? in
      guard let (end, met) = obstacle, path.hasSuffix(end) else { return nil }
      obstacle = nil
      return met
    }
    let pause = pause.withLock { $0 }
    if pause > .zero { try? await Task.sleep(for: pause) }
    switch met {
    case .failure(let error): throw error
    case .halt:
      halted.yield()
      // Only cancelling ends it.
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
    case nil: break
    }
    if Task.isCancelled { throw .photo(path: path, .noPictureProgram) }
    return try await TextInspector().facts(ofPhotoAt: path)
  }
}

/// Inspects photos that only have a position.
struct LocatedInspector: PhotoInspector {
  /// The position in degrees is the text of the file: `33.4633 126.3098`.
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    var details = PhotoDetails()
    if let bytes = try? TemporaryFolder.bytes(of: path) {
      let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap {
        Double($0)
      }
      if numbers.count == 2 {
        details.position = .init(latitude: numbers[0], longitude: numbers[1])
      }
    }
    return PhotoFacts(type: MediaType("image/jpeg"), details: details)
  }

  func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    var facts: [PhotoFacts?] = []
    for path in paths { facts.append(try? await self.facts(ofPhotoAt: path)) }
    return facts
  }
}

/// Texts and lists of JSON as they are written in tests.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }
}

/// A text in Base64, in lines as programs write it.
func base64(_ text: String) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var result = ""
  let bytes = Array(text.utf8)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
    for digit in 0..<4 {
      result.append(digit <= group.count ? digits[bits >> (18 - 6 * digit) & 63] : "=")
    }
    if start % 57 == 54 { result += "\n" }
  }
  return result
}
