import DiaryCore
import System

/// Imports a RedNotebook journal: a YAML file for each month, with members called by the number of
/// the day.
struct RedNotebookReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let pictures: RedNotebookPictures
  private var months: ArraySlice<String>
  private var pending: ArraySlice<ReadItem> = []

  /// The files of RedNotebook that aren't part of the diary.
  private static let settings = ["configuration.cfg", "rednotebook.log"]

  var touchedFiles: Set<String>? {
    Set(Self.months(in: tree).files + Self.settings).union(pictures.used)
  }

  static func recognizes(_ tree: ImportTree) -> Bool {
    months(in: tree).files.contains { file in
      // A file begins with the number of a day, or with an object on one line.
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

  /// Returns the files called like `2024-05.txt` at the root or, next to the program's settings, in
  /// the folder `data`.
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

  mutating func next() throws -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      guard let file = months.popFirst() else { return nil }
      pending = read(file)[...]
    }
  }

  private mutating func read(_ file: String) -> [ReadItem] {
    guard let month = Self.month(of: file) else { return [] }
    do {
      let text = try EntryFiles.text(of: file, in: tree)
      let json = try YAMLParser.parse(text)
      guard json != .null else { return [] }
      guard let days = json.members else { throw EntryFieldError.notAnObject }
      var items: [ReadItem] = []
      var seen: [String: Int] = [:]
      for (index, day) in days.enumerated() {
        let count = seen[day.name, default: 0]
        seen[day.name] = count + 1
        items += read(day, count, of: month, number: index + 1, in: file)
      }
      return items
    } catch {
      return [.note(ImportNote(.file(file), .refusing(error)))]
    }
  }

  /// Reads a day.
  ///
  /// - Parameter count: the number of earlier members for the same day in the file.
  private mutating func read(
    _ member: JSONMember, _ count: Int, of month: (year: Int, month: Int), number: Int,
    in file: String
  ) -> [ReadItem] {
    let calendarDay = Int(member.name).flatMap {
      CalendarDay(year: month.year, month: month.month, day: $0)
    }
    let place = ImportPosition.entry(file: file, number: number, day: calendarDay?.description)
    do {
      guard let calendarDay else { throw EntryFieldError.invalidDate(member.name) }
      let day = try RedNotebookDay(member.value)
      guard !day.isEmpty else { return [] }
      pictures.begin()
      let date = EntryDate(on: calendarDay, secondOfDay: 0, localOffset: defaults.localOffset)
      let fields = day.fields(date: date, picture: pictures.markdown)
      // The ID depends only on the day, so that an edited day is recognized.
      let words = [.string(calendarDay.description)] + (count > 0 ? [JSONValue.integer(count)] : [])
      let entry = Entry(
        .rednotebook, words, fields, author: defaults.author,
        created: Timestamp(milliseconds: date.instant * 1000))
      return try ForeignEntry(entry: entry, placing: pictures.placing).items(at: place)
    } catch {
      return [.note(ImportNote(place, .refusing(error)))]
    }
  }
}

/// A day of RedNotebook: its text, and its tags, which may have lists of notes.
struct RedNotebookDay {
  private let text: String
  private var tags: [String] = []
  /// The tags with notes below them.
  private var lists: [(name: String, items: [String])] = []

  init(_ json: JSONValue) throws {
    if let text = json.words {
      self.text = text
      return
    }
    guard let members = json.members else {
      guard json == .null else { throw EntryFieldError.notAnObject }
      text = ""
      return
    }
    text = json["text"]?.words ?? ""
    for member in members where member.name != "text" {
      let items = Self.items(member.value)
      if member.name == "Tags" {
        // Early versions wrote tags in this way.
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

  /// Returns the fields of the day's entry.
  ///
  /// - Parameter picture: returns the Markdown for a picture by its address and words.
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
    // A day may have only tags.
    if title.isEmpty, content.isBlank { title = tags.joined(separator: ", ") }
    return EntryFields(date: date, title: title, content: content, tags: tags)
  }
}

/// Finds the pictures in the texts of RedNotebook.
final class RedNotebookPictures {
  /// The pictures of the current day.
  private(set) var placing: PhotoPlacing
  private let tree: ImportTree
  /// The folder of the months, which addresses are relative to; empty for the root.
  private let folder: String
  private var lookup: PhotoLookup

  init(_ tree: ImportTree, folder: String) {
    self.tree = tree
    self.folder = folder
    lookup = PhotoLookup(tree, files: tree.allFiles())
    placing = PhotoPlacing(tree)
  }

  /// The paths of the files that texts have referred to so far.
  var used: Set<String> { lookup.used }

  /// Begins a day. Call this before reading its text.
  func begin() { placing = PhotoPlacing(tree) }

  /// Returns the Markdown for a picture, or records an issue and returns `nil`.
  func markdown(at address: String, words: String) -> String? {
    placing.markdown(photo(at: address), named: address, caption: words)
  }

  /// Finds a picture by its path or `file:` URL. An absolute path is accepted only for a file in
  /// the imported folder. If the folder was moved, the file is found by its name.
  private func photo(at address: String) -> PhotoLookup.Result {
    let scheme = "file://"
    let isFile = address.lowercased().hasPrefix(scheme)
    let path = isFile ? String(Substring(address.utf8.dropFirst(scheme.utf8.count))) : address
    guard path.utf8.first == UInt8(ascii: "/") else {
      return lookup.photo(at: path, from: folder)
    }
    let root = Path.resolved(tree.root)
    for path in [path, path.percentDecoded].compactMap(\.self)
    where Path.contains(root, path) {
      let inside = String(Substring(path.utf8.dropFirst(root.utf8.count + 1)))
      if case .found(let file) = lookup.photo(at: inside, from: "") { return .found(file) }
    }
    let name = Path.split(path.percentDecoded ?? path).name
    if case .found(let file) = lookup.photo(named: name, near: folder) { return .found(file) }
    return .absolute
  }
}
