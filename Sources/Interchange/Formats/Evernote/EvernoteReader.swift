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
