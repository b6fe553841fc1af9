import DiaryCore
import System

/// Reads Evernote's exports: XML files that each contain the notes of one notebook, with the notes'
/// photos and other files.
struct EvernoteReader: ForeignReader {
  /// The notes of one file, parsed as they are requested.
  private final class Source {
    let file: String
    let parser: EvernoteParser
    private let markup: MarkupFile
    private var isAtEnd = false
    /// The error that ended parsing. It is reported after the notes that precede it.
    private var failure: (any Error)?
    private(set) var number = 0

    init(_ file: String, in tree: ImportTree, _ extracted: ExtractedFiles) throws {
      self.file = file
      let parser = EvernoteParser(extracted)
      self.parser = parser
      markup = try MarkupFile(file, in: tree) { parser.receive($0) }
    }

    /// Returns the next note, or `nil` at the end.
    func next() throws -> Result<EvernoteNote, any Error>? {
      while true {
        if let note = parser.popNote() {
          number += 1
          return .success(note)
        }
        if let failure {
          self.failure = nil
          return .failure(failure)
        }
        if isAtEnd { return nil }
        do { try read() } catch { (failure, isAtEnd) = (error, true) }
        if let failure = parser.failure { throw failure }
      }
    }

    private func read() throws {
      if try markup.read() { return }
      isAtEnd = true
      if parser.isInNote { throw EntryFieldError.truncated }
    }
  }

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let extracted: ExtractedFiles?
  private let all: [String]
  private var files: ArraySlice<String>
  private var source: Source?
  private var pending: ArraySlice<ReadItem> = []
  /// The number of notes read so far for each time and title.
  private var seen = RepeatCounter()

  static func recognizes(_ tree: ImportTree) -> Bool {
    files(in: tree).prefix(sampleSize).contains { file in
      String(decoding: tree.head(of: file), as: UTF8.self).contains("<en-export")
    }
  }

  /// The number of files to check when recognizing the format.
  private static let sampleSize = 20

  private static func files(in tree: ImportTree) -> [String] {
    tree.allFiles().filter { MarkdownFiles.fileExtension(of: $0) == "enex" }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    extracted = tree.extracted
    all = Self.files(in: tree)
    files = all[...]
  }

  var touchedFiles: Set<String>? { Set(all) }

  mutating func next() throws -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      if source == nil {
        guard let extracted, let file = files.popFirst() else { return nil }
        do {
          source = try Source(file, in: tree, extracted)
        } catch {
          return .note(ImportNote(.file(file), .refusing(error)))
        }
      }
      guard let source else { continue }
      switch try source.next() {
      case .success(let note): pending = read(note, source)[...]
      case .failure(let failure):
        return .note(ImportNote(.file(source.file), .refusing(failure)))
      case nil: self.source = nil
      }
    }
  }

  private mutating func read(_ note: EvernoteNote, _ source: Source) -> [ReadItem] {
    var day: String?
    func place() -> ImportPosition {
      .entry(file: source.file, number: source.number, day: day)
    }
    let count = seen.add("\(note.created ?? "") \(note.title)")
    do {
      // Evernote names a file after the notebook it contains.
      let journal = MarkdownFiles.stem(of: Path.name(source.file))
      let read = try EvernoteEntry.read(
        note, count: count, journal: journal,
        fileDate: tree.date(of: source.file, localOffset: defaults.localOffset), in: tree,
        defaults: defaults)
      day = read.entry.date.day.description
      return try read.items(at: place())
    } catch {
      return [.note(ImportNote(place(), .refusing(error)))]
    }
  }
}

// MARK: - EvernoteNote

/// A note in an Evernote export.
struct EvernoteNote {
  /// A photo or another file of the note.
  struct Resource {
    /// The MD5 of the file's bytes, by which the text refers to it.
    let digest: String
    /// The path of the extracted file.
    let path: String
    let name: String
    let type: MediaType
  }

  struct Task {
    var title = ""
    var isDone = false
  }

  var title = ""
  /// The text in ENML, Evernote's dialect of XHTML.
  var content = ""
  var created: String?
  var updated: String?
  var tags: [String] = []
  /// The note's metadata, such as its location and author.
  var attributes: [JSONMember] = []
  var resources: [Resource] = []
  /// The names of files whose bytes are missing or aren't valid Base64.
  var brokenResources: [String] = []
  var tasks: [Task] = []
  /// Indicates that the text exceeds the maximum length.
  var isTooLong = false
}

// MARK: - EvernoteParser

/// Builds notes from the pieces of an XML file. Photos and other files are written to temporary
/// files as they arrive, so a note needs no more memory than its text.
final class EvernoteParser {
  /// The maximum length of any element but the note's text, in bytes.
  private static let maxElementLength = 1 << 16

  /// Complete notes that haven't been returned yet.
  private var notes: ArraySlice<EvernoteNote> = []
  /// Indicates that the last note is incomplete.
  var isInNote: Bool { note != nil }
  /// The error from writing an extracted file.
  private(set) var failure: (any Error)?

  private let extracted: ExtractedFiles
  private var path: [String] = []
  private var note: EvernoteNote?
  private var task: EvernoteNote.Task?
  private var elementText = ""
  // The file, name and type of the current resource.
  private var file: ExtractedFile?
  private var name = ""
  private var type = ""

  init(_ extracted: ExtractedFiles) { self.extracted = extracted }

  func popNote() -> EvernoteNote? { notes.popFirst() }

  func receive(_ piece: MarkupPieces.Piece) {
    guard failure == nil else { return }
    do {
      switch piece {
      case .begin(let element, _):
        path.append(element)
        try begin(element)
      case .text(let text): try add(text)
      case .end(let element):
        try end(element, in: path.dropLast().last ?? "")
        _ = path.popLast()
      }
    } catch {
      failure = error
    }
  }

  private func begin(_ element: String) throws {
    elementText = ""
    switch element {
    case "note" where note == nil: note = EvernoteNote()
    case "resource": (file, name, type) = (nil, "", "")
    case "data" where isInResource: file = try ExtractedFile(in: extracted)
    case "task": task = EvernoteNote.Task()
    default: break
    }
  }

  private var isInResource: Bool { path.contains("resource") }

  private func add(_ text: String) throws {
    guard note != nil else { return }
    switch path.last {
    case "data": try file?.write(base64: text.utf8)
    // Text recognized in pictures, and data of other programs.
    case "recognition", "application-data", "alternate-data": break
    case "content":
      guard elementText.utf8.count + text.utf8.count <= MarkupPieces.longest else {
        note?.isTooLong = true
        return
      }
      elementText += text
    default:
      if elementText.utf8.count + text.utf8.count <= Self.maxElementLength { elementText += text }
    }
  }

  private func end(_ element: String, in parent: String) throws {
    let text = String(elementText.trimmed)
    elementText = ""
    switch (parent, element) {
    case ("note", "title"): note?.title = text
    case ("note", "content"): note?.content = text
    case ("note", "created"): note?.created = text
    case ("note", "updated"): note?.updated = text
    case ("note", "tag"): note?.tags.append(text)
    case ("note-attributes", _):
      if !text.isEmpty { note?.attributes.append(JSONMember(element, .string(text))) }
    case ("resource", "mime"): type = text.lowercased()
    case ("resource-attributes", "file-name"): name = text
    case (_, "resource"): try endResource()
    case ("task", "title"): task?.title = text
    case ("task", "taskstatus"): task?.isDone = text.lowercased() == "completed"
    case (_, "task"):
      if let task, !task.title.isEmpty { note?.tasks.append(task) }
      task = nil
    case (_, "note"):
      if let note { notes.append(note) }
      note = nil
    default: break
    }
  }

  private func endResource() throws {
    defer { file = nil }
    let digest = try file?.finish()
    // Some programs write the nonstandard type `image/jpg`.
    let type = MediaType(type == "image/jpg" ? "image/jpeg" : type)
    let name = ExtractedFile.name(original: name, type: type, digest: digest ?? "")
    guard let file, let digest else {
      note?.brokenResources.append(name)
      return
    }
    let resource = EvernoteNote.Resource(digest: digest, path: file.path, name: name, type: type)
    note?.resources.append(resource)
  }
}

// MARK: - EvernoteEntry

/// Converts a note of an Evernote export to an entry.
enum EvernoteEntry {
  /// The names of metadata that is kept although the diary has no field for it.
  private static let keptMetadata: Set = [
    "latitude", "longitude", "altitude", "author", "source", "source-url", "source-application",
    "subject-date", "reminder-time", "reminder-done-time",
  ]

  /// Returns the entry. `fileDate` is when the export was last modified, and `count` is the number
  /// of notes before this one with the same time and title.
  static func read(
    _ note: EvernoteNote, count: Int, journal: String, fileDate: EntryDate?, in tree: ImportTree,
    defaults: EntryDraft.Defaults
  ) throws -> ForeignEntry {
    if note.isTooLong { throw EntryFieldError.tooLong }
    var placing = PhotoPlacing(tree)
    let created = (note.created ?? note.updated).flatMap(Self.instant)
    if created == nil, let written = note.created ?? note.updated {
      placing.record(.unparsedDate(written))
    }
    if created == nil { placing.record(.fileDate) }
    guard let date = created?.date(localOffset: defaults.localOffset) ?? fileDate else {
      throw EntryFieldError.noDate
    }
    for name in note.brokenResources { placing.record(.brokenFile(name)) }
    var text = try Self.text(of: note, &placing)
    // Include files that the text doesn't show.
    for resource in note.resources { _ = Self.markdown(of: resource, &placing) }
    let tasks = note.tasks.map { task in
      "- [\(task.isDone ? "x" : " ")] " + PlainMarkdown.escaped(task.title)
    }
    text = [text, tasks.joined(separator: "\n")].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let place = note.attributes.first { $0.name == "place-name" }?.value.string
    let fields = EntryFields(
      date: date, title: note.title, content: text, tags: note.tags, journal: journal,
      details: EntryDetails(place: place))
    // Exports don't contain the notes' IDs.
    let words = RepeatCounter.identity(.optional(note.created), .string(note.title), count: count)
    let entry = Entry(
      .evernote, words, fields, author: defaults.author,
      created: created?.timestamp ?? Timestamp(milliseconds: date.instant * 1000),
      modified: note.updated.flatMap(Self.instant)?.timestamp,
      carrying: note.attributes.filter { keptMetadata.contains($0.name) })
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Parses a time in UTC, such as `20240503T070000Z`.
  private static func instant(_ text: String) -> ForeignInstant? {
    PartialDate(text).flatMap { written in
      ForeignInstant(milliseconds: written.date(localOffset: { _ in 0 }).instant * 1000)
    }
  }

  private static func text(of note: EvernoteNote, _ placing: inout PhotoPlacing) throws -> String {
    let resources = Dictionary(
      note.resources.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
    var missing: [String] = []
    let (text, hasEncryptedPart) = try EvernoteText.markdown(of: note.content) { digest in
      guard let resource = resources[digest] else {
        missing.append(digest)
        return nil
      }
      return markdown(of: resource, &placing)
    } image: { address in
      // Clipped web pages show remote pictures, and pictures embedded in their addresses.
      guard address.hasScheme else { return nil }
      if let picture = placing.markdown(.remote, named: address) { return picture }
      return address.hasPrefix("data:") ? nil : "![](\(address.replacing(" ", with: "%20")))"
    }
    // A digest with no resource may belong to a broken one, which is already reported.
    if note.brokenResources.isEmpty {
      for digest in missing { placing.record(.missingPhoto(digest)) }
    }
    if hasEncryptedPart { placing.record(.encryptedPart) }
    // Links refer to notes by ID, and exports contain no IDs. The link text is the note's title.
    return placing.links.replaced(in: text) { link in
      guard case .address(let address) = link.target, address.hasPrefix("evernote:///view/") else {
        return nil
      }
      let title = LinkedEntries.label(of: link)
      return title.contains { "[]|".contains($0) } ? .missing : .title(title)
    }
  }

  private static func markdown(
    of resource: EvernoteNote.Resource, _ placing: inout PhotoPlacing
  ) -> String? {
    guard resource.type.isPhoto || MediaType.isPhoto(named: resource.name) else {
      placing.attach(fileAt: resource.path, named: resource.name)
      return nil
    }
    let asset = placing.place(
      fileAt: resource.path, knownAs: resource.digest, named: resource.name)
    return "![](photo:\(asset))"
  }
}

// MARK: - EvernoteText

/// Converts the text of an Evernote note to Markdown. The text is XHTML in which each line is a
/// `div`, and checkboxes and files are special elements.
struct EvernoteText {
  /// The number of open elements within a code block.
  private var codeDepth = 0
  /// Indicates that the current line has content.
  private var lineHasContent = false
  /// Indicates that a line has just ended.
  private var lineHasEnded = false
  private var encryptedDepth = 0
  private(set) var hasEncryptedPart = false

  /// Returns the Markdown. `media` returns the Markdown for a file by its digest, and `image` that
  /// for any other picture by its address.
  static func markdown(
    of content: String, media: (String) -> String?, image: (String) -> String?
  ) throws -> (text: String, hasEncryptedPart: Bool) {
    var text = EvernoteText()
    let mark = "en-media:"
    let markdown = try HTMLMarkdown.markdown(
      of: content,
      image: { address, _ in
        if address.hasPrefix(mark) { return media(String(address.dropFirst(mark.count))) }
        return image(address)
      }, piece: { text.piece($0, mark) })
    return (withTaskLists(markdown), text.hasEncryptedPart)
  }

  /// Returns the corresponding piece of HTML, or `nil` to drop the piece.
  private mutating func piece(
    _ piece: MarkupPieces.Piece, _ mark: String
  ) -> MarkupPieces.Piece? {
    switch piece {
    case .begin("en-crypt", _):
      encryptedDepth += 1
      hasEncryptedPart = true
      return nil
    case .end("en-crypt"):
      encryptedDepth -= 1
      return nil
    case _ where encryptedDepth > 0: return nil
    case .begin("en-media", let attributes):
      lineHasContent = true
      return .begin("img", attributes: ["src": mark + (attributes["hash"] ?? "").lowercased()])
    case .begin("en-todo", let attributes):
      lineHasContent = true
      var box = ["type": "checkbox"]
      if attributes["checked"] == "true" { box["checked"] = "" }
      return .begin("input", attributes: box)
    case .end("en-media"), .end("en-todo"): return nil
    case .begin(let name, let attributes): return begin(name, attributes)
    case .end(let name): return end(name)
    case .text(let text):
      if !text.isBlank { (lineHasContent, lineHasEnded) = (true, false) }
      return piece
    }
  }

  private mutating func begin(
    _ name: String, _ attributes: [String: String]
  ) -> MarkupPieces.Piece? {
    let style = attributes["style"]?.filter { $0 != " " } ?? ""
    if codeDepth > 0 {
      if name == "div" { codeDepth += 1 }
      return name == "br" ? .begin(name, attributes: [:]) : nil
    }
    switch name {
    case "div" where style.contains("-en-codeblock:true"):
      codeDepth = 1
      return .begin("pre", attributes: [:])
    case "div":
      defer { (lineHasContent, lineHasEnded) = (false, false) }
      return lineHasContent ? .begin("br", attributes: [:]) : nil
    // A line that contains only a `br` is empty.
    case "br": return lineHasContent ? .begin(name, attributes: [:]) : nil
    case "li" where style.contains("--en-checked:"):
      let isChecked = style.contains("--en-checked:true")
      return .begin(name, attributes: ["data-checked": isChecked ? "true" : "false"])
    default:
      if name == "img" { lineHasContent = true }
      return .begin(name, attributes: attributes)
    }
  }

  private mutating func end(_ name: String) -> MarkupPieces.Piece? {
    if codeDepth > 0 {
      guard name == "div" else { return nil }
      codeDepth -= 1
      return codeDepth == 0 ? .end("pre") : .text("\n")
    }
    guard name == "div" else { return .end(name) }
    defer { (lineHasContent, lineHasEnded) = (false, true) }
    if lineHasContent { return .begin("br", attributes: [:]) }
    return lineHasEnded ? nil : .begin("p", attributes: [:])
  }

  /// Turns lines that start with a checkbox into list items.
  private static func withTaskLists(_ text: String) -> String {
    guard text.contains("[ ] ") || text.contains("[x] ") else { return text }
    var fence = CodeFence()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      !fence.holds(line.utf8) && (line.hasPrefix("[ ] ") || line.hasPrefix("[x] "))
        ? "- " + line : String(line)
    }
    return lines.joined(separator: "\n")
  }
}
