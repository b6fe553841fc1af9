import DiaryCore
import System

/// Reads a folder in which each entry has a file of its own.
protocol EntryFileReader: ForeignReader {
  var entryFiles: EntryFiles { get set }

  /// What a file of an entry holds.
  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
}

extension EntryFileReader {
  var touchedFiles: Set<String>? { nil }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if let item = entryFiles.pending.popFirst() { return item }
      guard let file = entryFiles.files.popFirst() else {
        entryFiles.pending = entryFiles.notesOfOthers()[...]
        guard !entryFiles.pending.isEmpty else { return nil }
        continue
      }
      let place = ImportPosition.file(file)
      do throws(EntryFieldError) {
        entryFiles.pending = try items(of: file, at: place)[...]
      } catch {
        entryFiles.pending = [.note(ImportNote(place, .refused(error)))]
      }
    }
  }
}

extension EntryFileReader {
  /// What comes of so many entries of one file, each read by its place in it from 0.
  mutating func items(
    _ count: Int, in file: String,
    _ read: (Int, inout EntryFiles) throws(EntryFieldError) -> ForeignEntry?
  ) -> [ReadItem] {
    (0..<count).flatMap { index -> [ReadItem] in
      var day: String?
      func place() -> ImportPosition { .entry(file: file, number: index + 1, day: day) }
      do throws(EntryFieldError) {
        guard let entry = try read(index, &entryFiles) else { return [] }
        day = entry.entry.date.day.description
        return try entry.items(at: place())
      } catch {
        return [.note(ImportNote(place(), .refused(error)))]
      }
    }
  }
}

/// The files of a folder: those that are entries, one after the other, and those that entries show.
struct EntryFiles {
  /// Of so many files one tells what the others are, by so much of it: its text may come first.
  private static let lookedAt = 200
  private static let headSize = 1 << 16

  let tree: ImportTree
  let defaults: EntryDraft.Defaults
  var files: ArraySlice<String>
  var lookup: PhotoLookup
  var zones = TimeZones()
  fileprivate var pending: ArraySlice<ReadItem> = []
  private var others: [String]

  /// `isPart` says which of the others belong to the format and need no note.
  init(
    _ tree: ImportTree, _ defaults: EntryDraft.Defaults, isEntry: (String) -> Bool,
    isPart: (String) -> Bool = { _ in false }
  ) {
    self.tree = tree
    self.defaults = defaults
    let all = tree.allFiles()
    var entries: [String] = []
    others = []
    for file in all {
      if isEntry(file) { entries.append(file) } else if !isPart(file) { others.append(file) }
    }
    files = entries[...]
    lookup = PhotoLookup(tree, files: all)
  }

  /// The text of a file.
  func text(of file: String) throws(EntryFieldError) -> [UInt8] {
    try Self.text(of: file, in: tree)
  }

  static func text(of file: String, in tree: ImportTree) throws(EntryFieldError) -> [UInt8] {
    guard let file = try? tree.open(file) else { throw .unreadable }
    return try TextFile.read(file)
  }

  static func isObject(_ file: String) -> Bool { MarkdownFiles.ending(of: file) == "json" }

  /// Whether one of the first objects of a folder has what is asked for in its text.
  static func hasObject(in tree: ImportTree, where isMeant: (String) -> Bool) -> Bool {
    tree.allFiles().lazy.filter { isObject($0) }.prefix(lookedAt).contains { file in
      let head = tree.head(of: file, headSize)
      return head.first == UInt8(ascii: "{") && isMeant(String(decoding: head, as: UTF8.self))
    }
  }

  /// The object in a file, and what was wrong with it.
  func object(
    in file: String
  ) throws(EntryFieldError) -> (value: JSONValue, problems: [ImportIssue]) {
    let (json, isMended) = try JSONRows.Row(line: 1, content: .bytes(text(of: file))).foreignJSON
    return (json, isMended ? [.mendedCharacter] : [])
  }

  /// One that turned out to be no entry.
  mutating func passOver(_ file: String) { others.append(file) }

  /// What of the folder no entry shows, told once.
  fileprivate mutating func notesOfOthers() -> [ReadItem] {
    defer { others = [] }
    return PassedOver.notes(of: others.filter { !lookup.used.contains($0) }).map { .note($0) }
  }
}

/// Files of an import that are no entries, and that no entry shows.
enum PassedOver {
  /// A note of each.
  static func notes(of files: [String]) -> [ImportNote] {
    files.sorted().map { ImportNote(.file($0), .unnamedFile) }
  }
}
