import DiaryCore
import System

/// Reads what Evernote exports: files of XML with a notebook's notes in each, and the photos and other files
/// of the notes within them.
struct EvernoteReader: ForeignReader {
  /// The notes of one file, while it is read.
  private final class Source {
    let file: String
    let parser: EvernoteParser
    private let markup: MarkupFile
    private var isAtEnd = false
    /// Why it can't be read on, told behind the notes that came before.
    private var failure: EntryFieldError?
    private(set) var number = 0

    init(
      _ file: String, in tree: ImportTree, _ extracted: ExtractedFiles
    ) throws(EntryFieldError) {
      self.file = file
      let parser = EvernoteParser(extracted)
      self.parser = parser
      markup = try MarkupFile(file, in: tree) { parser.receive($0) }
    }

    /// The next note; `nil` at the end.
    func next() throws(DiaryError) -> Result<EvernoteNote, EntryFieldError>? {
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
        do throws(EntryFieldError) { try read() } catch { (failure, isAtEnd) = (error, true) }
        if let failure = parser.failure { throw failure }
      }
    }

    private func read() throws(EntryFieldError) {
      if try markup.read() { return }
      isAtEnd = true
      if parser.isInNote { throw .cutOff }
    }
  }

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let extracted: ExtractedFiles?
  private let all: [String]
  private var files: ArraySlice<String>
  private var source: Source?
  private var pending: ArraySlice<ReadItem> = []
  /// How many notes have the same time and title.
  private var seen = SeenWords()

  static func recognizes(_ tree: ImportTree) -> Bool {
    files(in: tree).prefix(lookedAt).contains { file in
      String(decoding: tree.head(of: file), as: UTF8.self).contains("<en-export")
    }
  }

  /// Of so many files one tells what the others are.
  private static let lookedAt = 20

  private static func files(in tree: ImportTree) -> [String] {
    tree.allFiles().filter { MarkdownFiles.ending(of: $0) == "enex" }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    extracted = tree.extracted
    all = Self.files(in: tree)
    files = all[...]
  }

  var touchedFiles: Set<String>? { Set(all) }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      if source == nil {
        guard let extracted, let file = files.popFirst() else { return nil }
        do throws(EntryFieldError) {
          source = try Source(file, in: tree, extracted)
        } catch {
          return .note(ImportNote(.file(file), .refused(error)))
        }
      }
      guard let source else { continue }
      switch try source.next() {
      case .success(let note): pending = read(note, source)[...]
      case .failure(let failure):
        return .note(ImportNote(.file(source.file), .refused(failure)))
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
    do throws(EntryFieldError) {
      // A file holds the notes of a notebook, and is called after it.
      let journal = MarkdownFiles.stem(of: Path.name(source.file))
      let read = try EvernoteEntry.read(
        note, count: count, journal: journal,
        fileDate: tree.date(of: source.file, localOffset: defaults.localOffset), in: tree,
        defaults: defaults)
      day = read.entry.date.day.description
      return try read.items(at: place())
    } catch {
      return [.note(ImportNote(place(), .refused(error)))]
    }
  }
}

// MARK: - EvernoteNote

/// A note as a file that Evernote exported has it.
struct EvernoteNote {
  /// A photo or another file of the note.
  struct Resource {
    /// The MD5 of its bytes, by which the text names it.
    let digest: String
    /// Where the bytes are now.
    let path: String
    let name: String
    let type: MediaType
  }

  struct Task {
    var title = ""
    var isDone = false
  }

  var title = ""
  /// The text in Evernote's kind of XHTML.
  var content = ""
  var created: String?
  var updated: String?
  var tags: [String] = []
  /// What it says of itself besides: where it was written, by whom.
  var attributes: [JSONMember] = []
  var resources: [Resource] = []
  /// The names of those whose bytes aren't there or are no Base64.
  var brokenResources: [String] = []
  var tasks: [Task] = []
  /// Whether its text is longer than any that is read.
  var isTooLong = false
}

// MARK: - EvernoteParser

/// Puts notes together from the pieces of a file. The bytes of photos and other files go to files of their
/// own as they come, so that a note needs no more memory than its text.
final class EvernoteParser {
  /// In bytes, of anything but a text.
  private static let longestWords = 1 << 16

  /// Those that have ended, and nobody took yet.
  private var notes: ArraySlice<EvernoteNote> = []
  /// Whether a note has begun and not ended.
  var isInNote: Bool { note != nil }
  /// Why the bytes of a file couldn't be written.
  private(set) var failure: DiaryError?

  private let extracted: ExtractedFiles
  private var path: [String] = []
  private var note: EvernoteNote?
  private var task: EvernoteNote.Task?
  private var words = ""
  // Of the resource that has begun.
  private var file: ExtractedFile?
  private var name = ""
  private var type = ""

  init(_ extracted: ExtractedFiles) { self.extracted = extracted }

  func popNote() -> EvernoteNote? { notes.popFirst() }

  func receive(_ piece: MarkupPieces.Piece) {
    guard failure == nil else { return }
    do throws(DiaryError) {
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

  private func begin(_ element: String) throws(DiaryError) {
    words = ""
    switch element {
    case "note" where note == nil: note = EvernoteNote()
    case "resource": (file, name, type) = (nil, "", "")
    case "data" where isInResource: file = try ExtractedFile(in: extracted)
    case "task": task = EvernoteNote.Task()
    default: break
    }
  }

  private var isInResource: Bool { path.contains("resource") }

  private func add(_ text: String) throws(DiaryError) {
    guard note != nil else { return }
    switch path.last {
    case "data": try file?.write(base64: text.utf8)
    // What was recognized in pictures, and whatever else programs put there.
    case "recognition", "application-data", "alternate-data": break
    case "content":
      guard words.utf8.count + text.utf8.count <= MarkupPieces.longest else {
        note?.isTooLong = true
        return
      }
      words += text
    default: if words.utf8.count + text.utf8.count <= Self.longestWords { words += text }
    }
  }

  private func end(_ element: String, in parent: String) throws(DiaryError) {
    let text = String(words.trimmed)
    words = ""
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

  private func endResource() throws(DiaryError) {
    defer { file = nil }
    let digest = try file?.finish()
    // Some programs that write such files say so.
    let type = MediaType(type == "image/jpg" ? "image/jpeg" : type)
    let name = ExtractedFile.name(told: name, type: type, digest: digest ?? "")
    guard let file, let digest else {
      note?.brokenResources.append(name)
      return
    }
    let resource = EvernoteNote.Resource(digest: digest, path: file.path, name: name, type: type)
    note?.resources.append(resource)
  }
}

// MARK: - EvernoteEntry

/// The entry of a note of Evernote's.
enum EvernoteEntry {
  /// What says something that has no place here.
  private static let carriedNames: Set = [
    "latitude", "longitude", "altitude", "author", "source", "source-url", "source-application",
    "subject-date", "reminder-time", "reminder-done-time",
  ]

  /// `fileDate` is when its file was changed last, and `count` how many notes before it have its time
  /// and title.
  static func read(
    _ note: EvernoteNote, count: Int, journal: String, fileDate: EntryDate?, in tree: ImportTree,
    defaults: EntryDraft.Defaults
  ) throws(EntryFieldError) -> ForeignEntry {
    if note.isTooLong { throw .tooLong }
    var placing = PhotoPlacing(tree)
    let created = (note.created ?? note.updated).flatMap(Self.instant)
    if created == nil, let written = note.created ?? note.updated {
      placing.record(.unreadDate(written))
    }
    if created == nil { placing.record(.dateOfFile) }
    guard let date = created?.date(localOffset: defaults.localOffset) ?? fileDate else {
      throw .noDate
    }
    for name in note.brokenResources { placing.record(.brokenFile(name)) }
    var text = try Self.text(of: note, &placing)
    // Those that the text doesn't show.
    for resource in note.resources { _ = Self.markdown(of: resource, &placing) }
    let tasks = note.tasks.map { task in
      "- [\(task.isDone ? "x" : " ")] " + PlainMarkdown.escaped(task.title)
    }
    text = [text, tasks.joined(separator: "\n")].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let place = note.attributes.first { $0.name == "place-name" }?.value.string
    let fields = EntryFields(
      date: date, title: note.title, content: text, tags: note.tags, journal: journal,
      details: EntryDetails(place: place))
    // Notes are exported without their ids.
    let words = SeenWords.words(.optional(note.created), .string(note.title), count: count)
    let entry = Entry(
      .evernote, words, fields, author: defaults.author,
      created: created?.timestamp ?? Timestamp(milliseconds: date.instant * 1000),
      modified: note.updated.flatMap(Self.instant)?.timestamp,
      carrying: note.attributes.filter { carriedNames.contains($0.name) })
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// `20240503T070000Z`.
  private static func instant(_ text: String) -> ForeignInstant? {
    WrittenDate(text).flatMap { written in
      ForeignInstant(milliseconds: written.date(localOffset: { _ in 0 }).instant * 1000)
    }
  }

  private static func text(
    of note: EvernoteNote, _ placing: inout PhotoPlacing
  ) throws(EntryFieldError) -> String {
    let resources = Dictionary(
      note.resources.map { ($0.digest, $0) }, uniquingKeysWith: { first, _ in first })
    var lacking: [String] = []
    let (text, hasEncryptedPart) = try EvernoteText.markdown(of: note.content) { digest in
      guard let resource = resources[digest] else {
        lacking.append(digest)
        return nil
      }
      return markdown(of: resource, &placing)
    } image: { address in
      // Pages that were clipped show what is elsewhere, and pictures within their own text.
      guard address.hasScheme else { return nil }
      if let picture = placing.markdown(.remote, called: address) { return picture }
      return address.hasPrefix("data:") ? nil : "![](\(address.replacing(" ", with: "%20")))"
    }
    // Those that are there and broken are named already.
    if note.brokenResources.isEmpty {
      for digest in lacking { placing.record(.missingPhoto(digest)) }
    }
    if hasEncryptedPart { placing.record(.encryptedPart) }
    // Notes are exported without the ids by which these name them, and the words are their titles.
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
      placing.attach(fileAt: resource.path, called: resource.name)
      return nil
    }
    let asset = placing.place(
      fileAt: resource.path, knownAs: resource.digest, called: resource.name)
    return "![](photo:\(asset))"
  }
}

// MARK: - EvernoteText

/// The text of a note of Evernote's as Markdown. It is XHTML in which each line is a `div`, and boxes and
/// files have elements of their own.
struct EvernoteText {
  /// Of elements within a block of code.
  private var codeDepth = 0
  /// Whether the line that is open has words, or one has just ended.
  private var hasWords = false
  private var hasEnded = false
  private var encryptedDepth = 0
  private(set) var hasEncryptedPart = false

  /// `media` gives the Markdown for a file by its digest, and `image` for any other picture by its
  /// address.
  static func markdown(
    of content: String, media: (String) -> String?, image: (String) -> String?
  ) throws(EntryFieldError) -> (text: String, hasEncryptedPart: Bool) {
    var text = EvernoteText()
    let mark = "en-media:"
    let markdown = try HTMLMarkdown.markdown(
      of: content,
      image: { address, _ in
        if address.hasPrefix(mark) { return media(String(address.dropFirst(mark.count))) }
        return image(address)
      }, piece: { text.piece($0, mark) })
    return (withBoxes(markdown), text.hasEncryptedPart)
  }

  /// The piece of HTML that says the same; `nil` for none.
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
      hasWords = true
      return .begin("img", attributes: ["src": mark + (attributes["hash"] ?? "").lowercased()])
    case .begin("en-todo", let attributes):
      hasWords = true
      var box = ["type": "checkbox"]
      if attributes["checked"] == "true" { box["checked"] = "" }
      return .begin("input", attributes: box)
    case .end("en-media"), .end("en-todo"): return nil
    case .begin(let name, let attributes): return begin(name, attributes)
    case .end(let name): return end(name)
    case .text(let text):
      if !text.isBlank { (hasWords, hasEnded) = (true, false) }
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
      defer { (hasWords, hasEnded) = (false, false) }
      return hasWords ? .begin("br", attributes: [:]) : nil
    // An empty line is a line with nothing but this.
    case "br": return hasWords ? .begin(name, attributes: [:]) : nil
    case "li" where style.contains("--en-checked:"):
      let isChecked = style.contains("--en-checked:true")
      return .begin(name, attributes: ["data-checked": isChecked ? "true" : "false"])
    default:
      if name == "img" { hasWords = true }
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
    defer { (hasWords, hasEnded) = (false, true) }
    if hasWords { return .begin("br", attributes: [:]) }
    return hasEnded ? nil : .begin("p", attributes: [:])
  }

  /// Lines that begin with a box, as a list.
  private static func withBoxes(_ text: String) -> String {
    guard text.contains("[ ] ") || text.contains("[x] ") else { return text }
    var fence = CodeFence()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      !fence.holds(line.utf8) && (line.hasPrefix("[ ] ") || line.hasPrefix("[x] "))
        ? "- " + line : String(line)
    }
    return lines.joined(separator: "\n")
  }
}
