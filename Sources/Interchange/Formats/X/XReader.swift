import DiaryCore
import System

/// Reads the posts in an archive of X, formerly Twitter: scripts with an array of posts in each, and a folder with
/// the photos and films of all. Likes, messages and everything else in the archive stays out.
struct XReader: ForeignReader {
  /// The posts of one script, while it is read.
  private final class Source {
    let file: String
    private let input: SourceFile
    private var rows: JSONRows
    private(set) var number = 0

    init(_ file: String, in tree: ImportTree) throws(DiaryError) {
      self.file = file
      input = try tree.require(file)
      rows = JSONRows(input.descriptor, isAssigned: true)
    }

    func next() throws(DiaryError) -> JSONRows.Row? {
      do throws(ErrorNumber) {
        number += 1
        return try rows.next()
      } catch {
        throw .input(name: file, .unreadable(reason: error.words))
      }
    }
  }

  private static let mostLongTexts = 100_000

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private var scripts: ArraySlice<String>
  private var source: Source?
  private var pending: ArraySlice<ReadItem> = []
  private var retweets = 0
  /// The photos and films by the ids of their posts.
  private var media: [String: [String]] = [:]
  /// The texts of long posts by their beginnings; the posts themselves are cut off.
  private var longTexts: [Substring: String] = [:]
  private var touched: Set<String>

  static func recognizes(_ tree: ImportTree) -> Bool { !scripts(in: tree).isEmpty }

  private static func scripts(in tree: ImportTree, _ kind: String = "tweet") -> [String] {
    let starts = [
      "window.YTD.\(kind).part", "window.YTD.\(kind)s.part", "Grailbird.data.\(kind)s_",
    ]
    return tree.allFiles().filter { file in
      guard MarkdownFiles.ending(of: file) == "js" else { return false }
      let head = String(decoding: tree.head(of: file, 100), as: UTF8.self)
      return starts.contains { head.hasPrefix($0) }
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    let scripts = Self.scripts(in: tree)
    let long = Self.scripts(in: tree, "note_tweet")
    let deleted = Self.scripts(in: tree, "deleted_tweet")
    self.scripts = scripts[...]
    pending = deleted.map { .note(ImportNote(.file($0), .trashedThere)) }[...]
    let all = tree.allFiles()
    // The page that shows the archive.
    touched = Set(scripts + long + deleted).union(
      all.filter {
        $0.hasPrefix("assets/") || ["html", "css"].contains(MarkdownFiles.ending(of: $0))
      })
    for file in all {
      let (folder, name) = Path.split(file)
      guard ["tweets_media", "tweet_media"].contains(Path.name(folder)) else { continue }
      media[String(name.prefix { $0 != "-" }), default: []].append(file)
    }
    for file in long { readLongTexts(of: file) }
  }

  private mutating func readLongTexts(of file: String) {
    guard let source = try? Source(file, in: tree) else { return }
    while longTexts.count < Self.mostLongTexts, let row = try? source.next() {
      guard
        let text = (try? row.foreignJSON.value)?["noteTweet"]?["core"]?["text"]?.string
      else { continue }
      longTexts[text.prefix(XPost.keyLength)] = text
    }
  }

  var touchedFiles: Set<String>? { touched }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      guard let source else {
        guard let file = scripts.popFirst() else { return nil }
        source = try Source(file, in: tree)
        continue
      }
      if let row = try source.next() {
        pending = items(of: row, source)[...]
        continue
      }
      self.source = nil
      if retweets > 0 {
        pending = [.note(ImportNote(.file(source.file), .leftOut(kind: "retweet", retweets)))]
      }
      retweets = 0
    }
  }

  private mutating func items(of row: JSONRows.Row, _ source: Source) -> [ReadItem] {
    var day: String?
    func place() -> ImportPosition { .entry(file: source.file, number: source.number, day: day) }
    do throws(EntryFieldError) {
      let (json, isMended) = try row.foreignJSON
      let post = try XPost(json["tweet"] ?? json)
      let files = media[post.id] ?? []
      touched.formUnion(files)
      guard !post.isRetweet else {
        retweets += 1
        return []
      }
      let read = try post.read(media: files, longTexts, in: tree, defaults)
      day = read.entry.date.day.description
      return try read.items(at: place(), after: isMended ? [.mendedCharacter] : [])
    } catch {
      return [.note(ImportNote(place(), .refused(error)))]
    }
  }
}
