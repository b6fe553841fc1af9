import DiaryCore
import TerminalUI

/// The photo picker: a file browser that shows folders and photos.
package struct PickerState: Sendable {
  /// What it is for.
  enum Purpose: Sendable {
    /// Photos for the entry in the editor.
    case photos
    /// A folder of photos to make entries of.
    case folder
    /// A file or folder that holds another diary.
    case diary
  }

  enum Order: Sendable {
    /// The newest photo first.
    case date
    case name
  }

  let purpose: Purpose
  /// An absolute path without a slash at its end, or `/`.
  private(set) var folder: String
  var filter = TextField()
  var choice = ChoiceList()
  var failure: FolderError?
  /// Paths of photos, in the order in which they were marked.
  var marked: [String] = []
  private(set) var order: Order
  private(set) var showsHidden: Bool
  /// What the folder holds, folders first and by name; `nil` until it has been read.
  private(set) var items: [FileItem]?
  /// Their names, ready to be searched.
  private var names: [FoldedText] = []
  /// Both in the order in which they are shown: a key in the filter neither sorts nor folds ten
  /// thousand of them.
  private var arranged: [(item: FileItem, name: FoldedText)] = []
  /// When the photos were taken, by their names, as far as that is known.
  private(set) var moments: [String: TakenDates.Moment] = [:]
  /// Photos whose dates are being read.
  private(set) var undated = 0
  /// Whether nothing has been pressed since the folder was opened.
  var isUntouched = true
  /// Whether what was typed is to be opened once the folder has been read.
  var opensWhenListed = false
  /// The folder that one has come up from.
  private var left: String?
  /// The items that hiding and the filter leave, in their order, the way up first.
  private(set) var shown: [FileItem] = []

  static let parentName = ".."

  init(
    folder: String, for purpose: Purpose = .photos, order: Order = .date, showsHidden: Bool = false
  ) {
    self.folder = folder
    self.purpose = purpose
    self.order = order
    self.showsHidden = showsHidden
    refresh()
  }

  var selectedItem: FileItem? { shown.element(at: choice.selected) }

  func path(of item: FileItem) -> String {
    if item.name == Self.parentName {
      let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
      return "/" + parent
    }
    return folder == "/" ? "/" + item.name : folder + "/" + item.name
  }

  // MARK: What is shown

  /// Shows another folder, and there what is left of a typed path.
  mutating func enter(_ folder: String, filter rest: String = "") {
    let parts = self.folder.split(separator: "/")
    let isParent = folder.split(separator: "/").elementsEqual(parts.dropLast())
    left = isParent ? parts.last.map(String.init) : nil
    isUntouched = true
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    filter = TextField(rest)
    choice = ChoiceList()
    items = nil
    names = []
    arranged = []
    moments = [:]
    undated = 0
    failure = nil
    refresh()
  }

  /// Takes in what the folder holds, and the dates that are known already. Returns the photos
  /// whose dates aren't.
  mutating func take(
    _ items: [FileItem], known: (FileItem) -> TakenDates.Moment?
  ) -> [FileItem] {
    self.items = items
    names = items.map { FoldedText($0.name.printable) }
    if purpose == .diary {
      arrange()
      return []
    }
    var missing: [FileItem] = []
    for item in items where !item.isFolder {
      if let moment = known(item) { moments[item.name] = moment } else { missing.append(item) }
    }
    undated = missing.count
    arrange()
    return missing
  }

  /// Takes in dates that were read. The order stays until all are known: nothing jumps.
  mutating func take(_ dates: [String: TakenDates.Moment]) {
    moments.merge(dates) { $1 }
    undated = max(0, undated - dates.count)
    if undated == 0, order == .date { arrange() }
  }

  /// The filter as a key has made it.
  mutating func setFilter(_ field: TextField) {
    filter = field
    filterChanged()
  }

  mutating func insert(_ text: String) {
    filter.insert(text)
    filterChanged()
  }

  mutating func changeOrder() {
    order = order == .date ? .name : .date
    arrange()
  }

  mutating func toggleHidden() {
    showsHidden.toggle()
    refresh()
  }

  private mutating func filterChanged() {
    refresh()
    // Whoever types a whole name means that one, whatever else has it in its name.
    let named = shown.firstIndex { $0.name == filter.text }
    choice.select(named ?? firstPlace, count: shown.count)
  }

  /// Where one begins: at the folder that one has come up from, else at the first photo, in any case
  /// not at the way up.
  private var firstPlace: Int {
    guard filter.text.isEmpty else { return 0 }
    let old = left.flatMap { left in shown.firstIndex { $0.isFolder && $0.name == left } }
    let photo = purpose == .photos ? shown.firstIndex { !$0.isFolder } : nil
    return old ?? photo ?? (shown.count > 1 && shown[0].name == Self.parentName ? 1 : 0)
  }

  /// Finds out anew what is shown; the selection stays on its item.
  private mutating func refresh() {
    let selected = selectedItem?.name
    let wanted = filter.text.isEmpty ? nil : SearchPhrase(filter.text)
    var kept: [FileItem] = []
    if folder != "/", wanted == nil {
      kept.append(FileItem(name: Self.parentName, isFolder: true, size: 0))
    }
    for (item, name) in arranged {
      guard showsHidden || !item.isHidden || filter.text.hasPrefix(".") else { continue }
      if let wanted, !name.contains(wanted) { continue }
      kept.append(item)
    }
    shown = kept
    if isUntouched {
      choice.select(firstPlace, count: shown.count)
    } else if let selected, let position = shown.firstIndex(where: { $0.name == selected }) {
      choice.select(position, count: shown.count)
    } else {
      choice.select(choice.selected, count: shown.count)
    }
  }

  /// Puts what the folder holds in order: folders by name, and then the photos.
  private mutating func arrange() {
    let items = items ?? []
    var places = Array(items.indices)
    if order == .date, undated == 0 {
      let clocks = items.map(wallClock)
      places.sort { left, right in
        clocks[left] == clocks[right] ? left < right : clocks[left] > clocks[right]
      }
    }
    arranged = places.map { (items[$0], names[$0]) }
    refresh()
  }

  /// Folders come before all photos.
  private func wallClock(_ item: FileItem) -> Int64 {
    item.isFolder ? .max : moments[item.name]?.wallClock ?? item.modified.seconds
  }

  // MARK: The folder to take

  /// The folder that is selected by what was typed; `nil` when nothing was, or no folder is.
  var typedSelection: FileItem? {
    guard !filter.text.isEmpty, let item = selectedItem, item.isFolder else { return nil }
    return item
  }

  /// The folder to look for photos in: the one that typing has selected, else the one shown. While
  /// the folder is being read, a typed name is taken at its word. `nil` where nothing has the name.
  var folderToTake: String? {
    if let typedSelection { return path(of: typedSelection) }
    guard !filter.text.isEmpty else { return folder }
    if items == nil { return path(of: FileItem(name: filter.text, isFolder: true, size: 0)) }
    return shown.isEmpty ? nil : folder
  }

  // MARK: Typed paths

  /// The folder that a typed path leads to, as far as that is known, and the rest of the path. A
  /// folder's name ends with a slash; of a path in this folder one name is taken at a time.
  func typedFolder(home: String) -> (folder: String, rest: String)? {
    let text = filter.text
    guard let slash = text.firstIndex(of: "/") else { return nil }
    let name = text[..<slash]
    if name.isEmpty || name == "~", let last = text.lastIndex(of: "/") {
      let base = name.isEmpty ? "" : home
      let path = base + text[slash..<last]
      return (path.isEmpty ? "/" : path, String(text[text.index(after: last)...]))
    }
    guard let folder = self.folder(named: name) else { return nil }
    return (folder, String(text[text.index(after: slash)...]))
  }

  /// A name may be left unfinished when a folder goes on from it.
  private func folder(named name: Substring) -> String? {
    if name == ".." { return path(of: FileItem(name: Self.parentName, isFolder: true, size: 0)) }
    let wanted = name.lowercased()
    let folders = (items ?? []).filter { $0.isFolder && $0.name.lowercased().hasPrefix(wanted) }
    return (folders.first { $0.name == name } ?? folders.first).map { path(of: $0) }
  }
}
