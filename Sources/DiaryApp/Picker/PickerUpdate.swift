import DiaryCore
import Localization
import TerminalUI

extension PickerState: FilteredScreen {
  /// Opens the picker where something was found the last time.
  static func open(for purpose: Purpose, in app: inout ScreenContext) -> [Effect] {
    let folder = app.startFolders[purpose.folderUse] ?? app.homeFolder
    app.push(
      PickerState(
        folder: folder, for: purpose, order: purpose == .diary ? .name : app.pickerOrder,
        showsHidden: app.pickerShowsHidden))
    return [.listFolder(folder, allFiles: purpose == .diary)]
  }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [table(in: keys)] }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    isUntouched = false
    opensWhenListed = false
    if let command = ownCommand(for: key, in: app) { return carryOut(command, in: &app) }
    if key == .backspace, filter.text.isEmpty, folder != "/" {
      return go(to: path(of: FileItem(name: Self.parentName, isFolder: true, size: 0)))
    }
    var filter = filter
    if app.type(key, into: &filter) {
      setFilter(filter)
      return follow(in: app)
    }
    return app.keys[.everywhere].command(for: key).map { app.updateEverywhere($0) } ?? []
  }

  mutating func narrow(in app: inout ScreenContext) -> [Effect] { follow(in: app) }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    isUntouched = false
    guard mouse.action.wheelRows == 0 else {
      choice.select(choice.selected + mouse.action.wheelRows, count: shown.count)
      return []
    }
    let click = choice.handle(mouse, count: shown.count, in: list(in: app))
    return click == .opened ? open(in: &app) : []
  }

  /// A pasted path is one that was typed fast.
  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    insert(text.trimmed.printable)
    return follow(in: app)
  }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
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
    case .takeFolder:
      guard failure == nil else { return [] }
      guard let folder = folderToTake else {
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

  mutating func open(in app: inout ScreenContext) -> [Effect] {
    if items == nil, !filter.text.isEmpty {
      opensWhenListed = true
      return []
    }
    // With the filter gone the way up is selected; whoever has marked photos wants those.
    if let item = selectedItem, item.isFolder, marked.isEmpty || item.name != Self.parentName {
      return go(to: path(of: item))
    }
    if purpose == .diary, let item = selectedItem {
      app.pop()
      return [remember(in: &app)] + DiaryImportState.open(of: path(of: item), in: &app)
    }
    guard purpose == .photos else { return [] }
    var paths = marked
    if paths.isEmpty, let item = selectedItem { paths = [path(of: item)] }
    guard !paths.isEmpty else { return [] }
    app.pop()
    guard let draft = app.screens.topmost(EditorState.self)?.draft else { return [.cancelDates] }
    return [.cancelDates] + app.addPhotos(paths, to: draft) + [remember(in: &app)]
  }

  /// Begins there the next time.
  private func remember(in app: inout ScreenContext) -> Effect {
    app.startFolders[purpose.folderUse] = folder
    return .rememberFolder(folder, purpose.folderUse)
  }

  private mutating func go(to folder: String, filter rest: String = "") -> [Effect] {
    enter(folder, filter: rest)
    return [.cancelDates, .listFolder(self.folder, allFiles: purpose == .diary)]
  }

  /// Goes where a typed path leads.
  mutating func follow(in app: ScreenContext) -> [Effect] {
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

  /// For the bottom line, which says what folder is taken.
  func hints(in keys: Keymap) -> [Binding] {
    let table = table(in: keys)
    guard let folder = typedSelection else { return table.bindings }
    let name = TextWidth.cut(folder.name.printable, columns: 20)
    return table.bindings.map { $0.command == .takeFolder ? $0.hinting("use \(name)/") : $0 }
  }
}
