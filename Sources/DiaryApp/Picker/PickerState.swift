import DiaryCore
import TerminalUI
import Text

/// The photo picker: a file browser that shows folders and photos.
package struct PickerState: Sendable {
  /// The purpose of picking.
  enum Purpose: Sendable {
    /// Photos for the entry in the editor.
    case photos
    /// A folder of photos to create entries from.
    case folder
    /// A file or folder of another diary to import.
    case diary
  }

  enum Order: Sendable {
    /// By date, newest photo first.
    case date
    case name
  }

  let purpose: Purpose
  /// The absolute path, without a slash at its end except for `/`.
  private(set) var folder: String
  var filter = TextField()
  var choice = ChoiceList()
  var failure: MessageError?
  /// The paths of the marked photos, in the order of marking.
  var marked: [String] = []
  private(set) var order: Order
  private(set) var showsHidden: Bool
  /// The folder's items, folders first and then by name; `nil` until it has been read.
  private(set) var items: [FileItem]?
  /// The items' names, prepared for searching.
  private var names: [FoldedText] = []
  /// The items and names in display order, so that a key in the filter doesn't have to sort or fold
  /// thousands of them.
  private var arranged: [(item: FileItem, name: FoldedText)] = []
  /// The dates of photos by name, as far as they are known.
  private(set) var moments: [String: TakenDates.Moment] = [:]
  /// The number of photos whose dates are being read.
  private(set) var undated = 0
  /// `true` until a key is pressed in the folder.
  var isUntouched = true
  /// `true` if the typed item is to be opened once the folder has been read.
  var opensWhenListed = false
  /// The subfolder that the user came from when going up.
  private var left: String?
  /// The items that pass the filter, in display order, with the parent folder first.
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

  /// Shows another folder. `rest` is what remains of a typed path.
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

  /// Sets the folder's items and the dates already known. Returns the photos whose dates are
  /// unknown.
  mutating func receive(
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

  /// Adds dates that were read. The order changes only once all are known, so that items don't
  /// jump.
  mutating func receive(_ dates: [String: TakenDates.Moment]) {
    moments.merge(dates) { $1 }
    undated = max(0, undated - dates.count)
    if undated == 0, order == .date { arrange() }
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
    choice.select(firstPlace, count: shown.count)
  }

  /// The index to select first: the subfolder that the user came from, or else the first photo, but
  /// not the parent folder.
  private var firstPlace: Int {
    guard filter.text.isEmpty else { return 0 }
    let old = left.flatMap { left in shown.firstIndex { $0.isFolder && $0.name == left } }
    let photo = purpose == .photos ? shown.firstIndex { !$0.isFolder } : nil
    return old ?? photo ?? (shown.count > 1 && shown[0].name == Self.parentName ? 1 : 0)
  }

  /// Updates the shown items: the one with the typed name first, then those that begin with it. The
  /// selection stays on its item.
  private mutating func refresh() {
    let selected = selectedItem?.name
    let wanted = filter.text.isEmpty ? nil : SearchPhrase(filter.text)
    var (named, beginning, kept): ([FileItem], [FileItem], [FileItem]) = ([], [], [])
    let typed = filter.text.lowercased()
    if folder != "/", wanted == nil {
      kept.append(FileItem(name: Self.parentName, isFolder: true, size: 0))
    }
    for (item, name) in arranged {
      guard showsHidden || !item.isHidden || filter.text.hasPrefix(".") else { continue }
      if let wanted, !name.contains(wanted) { continue }
      if item.name == filter.text {
        named.append(item)
      } else if wanted != nil, item.name.lowercased().hasPrefix(typed) {
        beginning.append(item)
      } else {
        kept.append(item)
      }
    }
    shown = named + beginning + kept
    if isUntouched {
      choice.select(firstPlace, count: shown.count)
    } else if let selected, let position = shown.firstIndex(where: { $0.name == selected }) {
      choice.select(position, count: shown.count)
    } else {
      choice.select(choice.selected, count: shown.count)
    }
  }

  /// Sorts the folder's items: folders by name, followed by photos.
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

  /// Returns the sort value of an item. Folders come before all photos.
  private func wallClock(_ item: FileItem) -> Int64 {
    item.isFolder ? .max : moments[item.name]?.wallClock ?? item.modified.seconds
  }

  // MARK: The folder to take

  /// The folder selected by the typed text; `nil` if nothing is typed or no folder is selected.
  var typedSelection: FileItem? {
    guard !filter.text.isEmpty, let item = selectedItem, item.isFolder else { return nil }
    return item
  }

  /// The path of the folder to use: the one selected by typing, or else the current one. While the
  /// folder is being read, a typed name is assumed to exist. `nil` if no item matches it.
  var folderToUse: String? {
    if let typedSelection { return path(of: typedSelection) }
    guard !filter.text.isEmpty else { return folder }
    if items == nil { return path(of: FileItem(name: filter.text, isFolder: true, size: 0)) }
    return shown.isEmpty ? nil : folder
  }

  // MARK: Typed paths

  /// Returns the folder that a typed path leads to, as far as it is known, and the rest of the
  /// path. A name is complete with its slash; a relative path is followed one name at a time.
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

  /// Returns the path of a subfolder, whose name may be incomplete.
  private func folder(named name: Substring) -> String? {
    if name == ".." { return path(of: FileItem(name: Self.parentName, isFolder: true, size: 0)) }
    let wanted = name.lowercased()
    let folders = (items ?? []).filter { $0.isFolder && $0.name.lowercased().hasPrefix(wanted) }
    return (folders.first { $0.name == name } ?? folders.first).map { path(of: $0) }
  }
}

// MARK: - PickerUpdate

extension PickerState: FilteredScreen {
  /// Opens the picker in the folder where it was last used.
  static func open(for purpose: Purpose, in app: inout AppState) -> [Effect] {
    let folder = app.startFolders[purpose.folderUse] ?? app.homeFolder
    app.push(
      PickerState(
        folder: folder, for: purpose, order: purpose == .diary ? .name : app.pickerOrder,
        showsHidden: app.pickerShowsHidden))
    return [.listFolder(folder, allFiles: purpose == .diary)]
  }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [table(in: keys)] }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    isUntouched = false
    opensWhenListed = false
    guard filter.text.isEmpty, screenCommand(for: key, in: app) == nil else {
      return typeFilter(key, in: &app)
    }
    switch key {
    // No filter begins with a space: it marks, as in file managers.
    case .character(" "): return typeFilter(.tab, in: &app)
    case .backspace where folder != "/":
      return go(to: path(of: FileItem(name: Self.parentName, isFolder: true, size: 0)))
    default: return typeFilter(key, in: &app)
    }
  }

  mutating func narrow(in app: inout AppState) -> [Effect] {
    filterChanged()
    return follow(in: app)
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    isUntouched = false
    guard mouse.action.wheelRows == 0 else {
      choice.select(choice.selected + mouse.action.wheelRows, count: shown.count)
      return []
    }
    let click = choice.handle(mouse, count: shown.count, in: list(in: app))
    return click == .opened ? open(in: &app) : []
  }

  /// Handles a pasted path like a typed one.
  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    filter.insert(text.trimmed.printable)
    return narrow(in: &app)
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .cancel:
      app.pop()
      return [.cancelDates]
    case .mark:
      guard let item = selectedItem, !item.isFolder else { return [] }
      let path = path(of: item)
      if let index = marked.firstIndex(of: path) {
        marked.remove(at: index)
      } else {
        marked.append(path)
      }
      choice.select(choice.selected + 1, count: shown.count)
    case .changeOrder:
      changeOrder()
      app.pickerOrder = order
    case .showHidden:
      toggleHidden()
      app.pickerShowsHidden = showsHidden
    case .useFolder:
      guard failure == nil else { return [] }
      guard let folder = folderToUse else {
        app.toast = localized("Folder not found here.")
        return []
      }
      app.pop()
      return [.cancelDates, remember(in: &app)]
        + (purpose == .diary
          ? DiaryImportState.open(of: folder, in: &app)
          : PhotoImportState.open(folder: folder, in: &app))
    default: return nil
    }
    return []
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    if items == nil, !filter.text.isEmpty {
      opensWhenListed = true
      return []
    }
    // Clearing the filter selects the parent folder, but with marked photos, Enter adds those.
    if let item = selectedItem, item.isFolder, marked.isEmpty || item.name != Self.parentName {
      return go(to: path(of: item))
    }
    if purpose == .diary, let item = selectedItem {
      app.pop()
      return [remember(in: &app)] + DiaryImportState.open(of: path(of: item), in: &app)
    }
    guard purpose == .photos else {
      if let key = table(in: app.keys).keyName(of: .useFolder), selectedItem != nil {
        app.toast = localized("Press \(key) to use the folder's photos.")
      }
      return []
    }
    var paths = marked
    if paths.isEmpty, let item = selectedItem { paths = [path(of: item)] }
    guard !paths.isEmpty else { return [] }
    app.pop()
    guard let draft = app.screens.topmost(EditorState.self)?.draft else { return [.cancelDates] }
    return [.cancelDates] + app.addPhotos(paths, to: draft) + [remember(in: &app)]
  }

  /// Remembers the folder for the next time.
  private func remember(in app: inout AppState) -> Effect {
    app.startFolders[purpose.folderUse] = folder
    return .rememberFolder(folder, purpose.folderUse)
  }

  private mutating func go(to folder: String, filter rest: String = "") -> [Effect] {
    enter(folder, filter: rest)
    return [.cancelDates, .listFolder(self.folder, allFiles: purpose == .diary)]
  }

  /// Opens the folder of a typed path.
  mutating func follow(in app: AppState) -> [Effect] {
    guard let (folder, rest) = typedFolder(home: app.homeFolder) else { return [] }
    return go(to: folder, filter: rest)
  }
}

extension PickerState.Purpose {
  fileprivate var folderUse: FolderUse { self == .diary ? .diaries : .photos }
}

extension PickerState {
  func table(in keys: Keymap) -> KeyTable {
    switch purpose {
    case .photos: keys[.picker]
    case .folder: keys[.folderPicker]
    case .diary: keys[.diaryPicker]
    }
  }

  /// Returns the hints, which name what Enter does and the folder that would be used.
  func hints(in keys: Keymap) -> [Binding] {
    let table = table(in: keys)
    if purpose == .photos, let item = selectedItem {
      let opens = item.isFolder && (marked.isEmpty || item.name != Self.parentName)
      return table.bindings(
        with: opens ? table.hint(.open, "open") : table.hint(.open, "add it"))
    }
    guard let folder = typedSelection else { return table.bindings }
    let name = TextWidth.cut(folder.name.printable, columns: 20)
    return table.bindings.map { $0.command == .useFolder ? $0.hinting("use \(name)/") : $0 }
  }
}

// MARK: - PickerEffects

extension Effect {
  /// Lists a folder's subfolders and photos, or all its files.
  static func listFolder(_ folder: String, allFiles: Bool) -> Effect {
    .posting(folder, allFiles) { context in
      let items = await context.environment.files.items(in: folder, allFiles: allFiles)
      context.post(.folderListed(folder, items))
    }
  }

  /// The number of photos whose headers are read at a time.
  private static var dateBatch: Int { 64 }

  /// Reads the dates of photos in a folder, canceling an earlier request.
  static func readDates(folder: String, _ items: [FileItem]) -> Effect {
    .posting(folder, items, in: .latest("dates")) { context in
      let base = folder == "/" ? "/" : folder + "/"
      for start in stride(from: 0, to: items.count, by: dateBatch) {
        let part = items[start..<min(start + dateBatch, items.count)]
        let headers = await context.service.headers(ofPhotosAt: part.map { base + $0.name })
        if Task.isCancelled { return }
        let dates = zip(part, headers).map { item, header in
          (item, header?.taken ?? FileNameDate.mediaDate(named: item.name)?.taken)
        }
        context.post(.datesRead(folder: folder, dates))
      }
    }
  }

  static var cancelDates: Effect { .stop("dates") }

  static func rememberFolder(_ folder: String, _ use: FolderUse) -> Effect {
    .posting(folder, use) { await $0.environment.files.remember(folder: folder, for: use) }
  }
}

extension Message {
  static func folderListed(
    _ folder: String, _ result: Result<[FileItem], MessageError>
  ) -> Message {
    .performing(folder, result) { state in
      guard var picker = state.screens.topmost(PickerState.self), picker.folder == folder else {
        return []
      }
      var undated: [FileItem] = []
      switch result {
      case .success(let items):
        let (known, dates) = (picker, state.takenDates)
        undated = picker.receive(items) { item in dates.moment(known.path(of: item), item) }
      case .failure(let failure):
        picker.failure = failure
        undated = picker.receive([]) { _ in nil }
      }
      // The user may have typed more of a path while the folder was being read.
      let effects = picker.follow(in: state)
      state.screens.put(picker)
      if effects.isEmpty, picker.opensWhenListed, picker.selectedItem?.name == picker.filter.text,
        state.screens.front(as: PickerState.self) != nil
      {
        return state.withTopmost(PickerState.self) { $0.open(in: &$1) }
      }
      return effects.isEmpty && !undated.isEmpty
        ? [.readDates(folder: folder, undated)] : effects
    }
  }

  /// Handles the dates of some of a folder's photos, in ISO 8601.
  static func datesRead(
    folder: String, _ dates: [(item: FileItem, taken: String?)]
  ) -> Message {
    Message(folder, dates) { state in
      guard var picker = state.screens.topmost(PickerState.self), picker.folder == folder else {
        return
      }
      var moments: [String: TakenDates.Moment] = [:]
      for (item, taken) in dates {
        let path = picker.path(of: item)
        state.takenDates.record(taken, path, item, localDate: state.localDate)
        moments[item.name] = state.takenDates.moment(path, item)
      }
      picker.receive(moments)
      state.screens.put(picker)
    }
  }
}
