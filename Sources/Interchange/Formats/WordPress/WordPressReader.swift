import DiaryCore
import System

/// Reads the files in which WordPress exports a site (WXR, a kind of RSS), of any size, and uploads that are next
/// to them. Each is read twice: a post may come before the files that it shows.
struct WordPressReader: ForeignReader {
  /// The items of one file, while it is read.
  private final class Source {
    let file: String
    let parser: WordPressParser
    private let markup: MarkupFile
    private(set) var number = 0

    init(_ file: String, in tree: ImportTree) throws(EntryFieldError) {
      self.file = file
      let parser = WordPressParser()
      self.parser = parser
      markup = try MarkupFile(file, in: tree) { parser.receive($0) }
    }

    /// The next item; `nil` at the end.
    func next() throws(EntryFieldError) -> WordPressItem? {
      while true {
        if let item = parser.popItem() {
          number += 1
          return item
        }
        guard try markup.read() else {
          if parser.isInItem { throw .cutOff }
          return nil
        }
      }
    }
  }

  /// The number of files that are looked at to recognize the format.
  private static let lookedAt = 20

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let all: [String]
  private var files: ArraySlice<String>
  private var source: Source?
  private var pending: ArraySlice<ReadItem> = []
  private var lookup: PhotoLookup
  private var uploads = WordPressEntry.Uploads()
  private var others: [String: Int] = [:]
  private var seen = SeenWords()

  static func recognizes(_ tree: ImportTree) -> Bool { !files(in: tree).isEmpty }

  private static func files(in tree: ImportTree) -> [String] {
    tree.allFiles().lazy.filter { MarkdownFiles.ending(of: $0) == "xml" }.filter { file in
      let head = String(decoding: tree.head(of: file), as: UTF8.self)
      return head.contains("<rss") && head.contains("wordpress.org/export/")
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    all = Self.files(in: tree)
    files = all[...]
    lookup = PhotoLookup(tree, files: tree.allFiles())
    for file in all {
      guard let source = try? Source(file, in: tree) else { continue }
      while !Task.isCancelled, let item = try? source.next() { uploads.add(item) }
    }
  }

  var touchedFiles: Set<String>? { Set(all).union(lookup.used) }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      do throws(EntryFieldError) {
        if source == nil {
          guard let file = files.popFirst() else { return nil }
          source = try Source(file, in: tree)
        }
        guard let source else { continue }
        if let item = try source.next() {
          pending = read(item, source)[...]
        } else {
          finish(source.file)
        }
      } catch {
        let file = source?.file ?? all[files.startIndex - 1]
        finish(file)
        return .note(ImportNote(.file(file), .refused(error)))
      }
    }
  }

  /// Names what of a file is no entry, and behind the last one the uploads that aren't here.
  private mutating func finish(_ file: String) {
    var problems = others.sorted { $0.key < $1.key }.map {
      ImportIssue.leftOut(kind: $0.key, $0.value)
    }
    if files.isEmpty { problems += uploads.missing(&lookup).map { .missingAttachment($0) } }
    pending = problems.map { .note(ImportNote(.file(file), $0)) }[...]
    others = [:]
    source = nil
  }

  private mutating func read(_ item: WordPressItem, _ source: Source) -> [ReadItem] {
    var day: String?
    func place() -> ImportPosition { .entry(file: source.file, number: source.number, day: day) }
    if item.comments > 0 { others["comment", default: 0] += item.comments }
    guard ["post", "page"].contains(item.type), item["wp:status"] != "auto-draft" else {
      if item["wp:attachment_url"].isEmpty {
        others[item.type.isEmpty ? "item" : item.type, default: 0] += 1
      }
      return []
    }
    guard item["wp:status"] != "trash" else { return [.note(ImportNote(place(), .trashedThere))] }
    do throws(EntryFieldError) {
      // Posts have ids, which another site may have as well.
      let name =
        item["guid"].isEmpty
        ? "\(source.parser.title) \(item.id) \(item["wp:post_date"]) \(item["title"])"
        : item["guid"]
      let words = SeenWords.words(.string(name), count: seen.add(name))
      let read = try WordPressEntry.read(
        item, words: words, journal: source.parser.title, &uploads, &lookup, in: tree,
        defaults: defaults)
      day = read.entry.date.day.description
      return try read.items(at: place())
    } catch {
      return [.note(ImportNote(place(), .refused(error)))]
    }
  }
}
