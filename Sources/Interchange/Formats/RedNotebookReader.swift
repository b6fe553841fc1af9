import DiaryCore
import System

/// Reads a journal of RedNotebook: a YAML file for each month, which has the days by their numbers.
struct RedNotebookReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let pictures: RedNotebookPictures
  private var months: ArraySlice<String>
  private var pending: ArraySlice<ReadItem> = []

  /// The program's settings are no part of the diary.
  private static let settings = ["configuration.cfg", "rednotebook.log"]

  var touchedFiles: Set<String>? {
    Set(Self.months(in: tree).files + Self.settings).union(pictures.used)
  }

  static func recognizes(_ tree: ImportTree) -> Bool {
    months(in: tree).files.contains { file in
      // Behind white space, the first day's number or an object that is written on one line.
      let head = tree.head(of: file, 64)
      let number = head.prefix { (0x30...0x39).contains($0) }
      return head.first == UInt8(ascii: "{")
        || (1...2).contains(number.count) && head.dropFirst(number.count).first == 0x3A
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    let found = Self.months(in: tree)
    months = found.files[...]
    pictures = RedNotebookPictures(tree, folder: found.folder)
  }

  /// `2024-05.txt`, at the top or in the folder `data` beside the program's settings.
  private static func months(in tree: ImportTree) -> (folder: String, files: [String]) {
    let top = tree.files().filter { month(of: $0) != nil }
    guard top.isEmpty, tree.folders().contains("data") else { return ("", top) }
    let files = tree.files(in: "data").filter { month(of: $0) != nil }
    return ("data", files.map { "data/\($0)" })
  }

  private static func month(of file: String) -> (year: Int, month: Int)? {
    let name = Path.split(file).name
    guard name.utf8.count == 11, name.hasSuffix(".txt"),
      let first = CalendarDay(name.dropLast(4) + "-01")
    else { return nil }
    return (first.year, first.month)
  }

  mutating func next() throws(DiaryError) -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      guard let file = months.popFirst() else { return nil }
      pending = read(file)[...]
    }
  }

  private mutating func read(_ file: String) -> [ReadItem] {
    guard let month = Self.month(of: file) else { return [] }
    do throws(EntryFieldError) {
      let text = try EntryFiles.text(of: file, in: tree)
      let json: JSONValue
      do throws(YAMLError) { json = try YAMLParser.parse(text) } catch { throw .notYAML(error) }
      guard json != .null else { return [] }
      guard let days = json.members else { throw .notAnObject }
      var items: [ReadItem] = []
      var seen: [String: Int] = [:]
      for (index, day) in days.enumerated() {
        let count = seen[day.name, default: 0]
        seen[day.name] = count + 1
        items += read(day, count, of: month, number: index + 1, in: file)
      }
      return items
    } catch {
      return [.note(ImportNote(.file(file), .refused(error)))]
    }
  }

  /// `count` is how many days of the same number came before it in its file.
  private mutating func read(
    _ member: JSONMember, _ count: Int, of month: (year: Int, month: Int), number: Int,
    in file: String
  ) -> [ReadItem] {
    let calendarDay = Int(member.name).flatMap {
      CalendarDay(year: month.year, month: month.month, day: $0)
    }
    let place = ImportPosition.entry(file: file, number: number, day: calendarDay?.description)
    do throws(EntryFieldError) {
      guard let calendarDay else { throw .invalidDate(member.name) }
      let day = try RedNotebookDay(member.value)
      guard !day.isEmpty else { return [] }
      pictures.begin()
      let date = EntryDate(on: calendarDay, secondOfDay: 0, localOffset: defaults.localOffset)
      let fields = day.fields(date: date, picture: pictures.markdown)
      // By the day, whatever stands there.
      let words = [.string(calendarDay.description)] + (count > 0 ? [JSONValue.integer(count)] : [])
      let entry = Entry(
        .rednotebook, words, fields, author: defaults.author,
        created: Timestamp(milliseconds: date.instant * 1000))
      return try ForeignEntry(entry: entry, placing: pictures.placing).items(at: place)
    } catch {
      return [.note(ImportNote(place, .refused(error)))]
    }
  }
}

/// A day as RedNotebook writes it: its text, and tags with or without things noted under them.
struct RedNotebookDay {
  private let text: String
  private var tags: [String] = []
  /// Tags under which something is noted, and what.
  private var lists: [(name: String, items: [String])] = []

  init(_ json: JSONValue) throws(EntryFieldError) {
    if let text = json.words {
      self.text = text
      return
    }
    guard let members = json.members else {
      guard json == .null else { throw .notAnObject }
      text = ""
      return
    }
    text = json["text"]?.words ?? ""
    for member in members where member.name != "text" {
      let items = Self.items(member.value)
      if member.name == "Tags" {
        // As the program wrote tags in its first years.
        tags += items
      } else {
        tags.append(member.name)
        if !items.isEmpty { lists.append((member.name, items)) }
      }
    }
  }

  private static func items(_ value: JSONValue) -> [String] {
    if let members = value.members { return members.map(\.name) }
    return value.array?.compactMap(\.words) ?? [value.words].compactMap(\.self)
  }

  var isEmpty: Bool { text.isBlank && tags.isEmpty && lists.isEmpty }

  /// `picture` gives the Markdown for one by its address and words.
  func fields(
    date: EntryDate, picture: @escaping (String, String) -> String?
  ) -> EntryFields {
    var markup = RedNotebookText(picture: picture)
    var (title, content) = markup.read(text)
    for list in lists {
      let items = list.items.map { "- " + markup.line($0) }
      content += "\(content.isEmpty ? "" : "\n\n")**\(list.name)**\n\n"
      content += items.joined(separator: "\n")
    }
    // A day may have nothing but tags.
    if title.isEmpty, content.isBlank { title = tags.joined(separator: ", ") }
    return EntryFields(date: date, title: title, content: content, tags: tags)
  }
}

/// The pictures that a day's text of RedNotebook names.
final class RedNotebookPictures {
  /// Those of the day.
  private(set) var placing: PhotoPlacing
  private let tree: ImportTree
  /// Where the months are in the tree, empty for its top: addresses in texts begin there.
  private let folder: String
  private var lookup: PhotoLookup

  init(_ tree: ImportTree, folder: String) {
    self.tree = tree
    self.folder = folder
    lookup = PhotoLookup(tree, files: tree.allFiles())
    placing = PhotoPlacing(tree)
  }

  /// The files that texts have named so far, by their paths in the tree.
  var used: Set<String> { lookup.used }

  /// To be called before a day's text is read.
  func begin() { placing = PhotoPlacing(tree) }

  /// The Markdown for a picture; `nil`, and a note, when it isn't one that can come.
  func markdown(at address: String, words: String) -> String? {
    placing.markdown(photo(at: address), called: address, caption: words)
  }

  /// A picture by its path or `file:` address. One that begins at the root is taken only where it
  /// leads into the folder that is imported, as it lies there now or by its name as it lay in a
  /// folder that has moved since.
  private func photo(at address: String) -> PhotoLookup.Result {
    let scheme = "file://"
    let isFile = address.lowercased().hasPrefix(scheme)
    let path = isFile ? String(Substring(address.utf8.dropFirst(scheme.utf8.count))) : address
    guard path.utf8.first == UInt8(ascii: "/") else {
      return lookup.photo(at: path, from: folder)
    }
    let root = Path.resolved(tree.root)
    for path in [path, path.percentDecoded].compactMap(\.self)
    where Path.holds(root, path) {
      let inside = String(Substring(path.utf8.dropFirst(root.utf8.count + 1)))
      if case .found(let file) = lookup.photo(at: inside, from: "") { return .found(file) }
    }
    let name = Path.split(path.percentDecoded ?? path).name
    if case .found(let file) = lookup.photo(called: name, near: folder) { return .found(file) }
    return .absolute
  }
}
