import DiaryCore
import TerminalUI
import Words

extension AppState {
  /// Opens the picker where something was found the last time.
  mutating func openPicker(for purpose: PickerState.Purpose) -> [Effect] {
    let folder = startFolders[purpose.folderUse] ?? homeFolder
    screens.push(
      PickerState(
        folder: folder, for: purpose, order: purpose == .diary ? .name : pickerOrder,
        showsHidden: pickerShowsHidden))
    return [.listFolder(folder, allFiles: purpose == .diary)]
  }

  /// Begins there the next time.
  private mutating func remember(_ picker: PickerState) -> Effect {
    startFolders[picker.purpose.folderUse] = picker.folder
    return .rememberFolder(picker.folder, picker.purpose.folderUse)
  }

  mutating func updatePicker(_ event: KeyEvent, _ picker: PickerState) -> [Effect] {
    var picker = picker
    picker.isUntouched = false
    defer { putPicker(picker) }
    let command = picker.table(in: keys).command(for: event)
    switch command {
    case .cancel:
      screens.pop()
      return [.cancelDates]
    case .help:
      putPicker(picker)
      return updateEverywhere(.help)
    case .mark:
      guard let item = picker.selectedItem, !item.isFolder else { return [] }
      let path = picker.path(of: item)
      if let place = picker.marked.firstIndex(of: path) {
        picker.marked.remove(at: place)
      } else {
        picker.marked.append(path)
      }
      picker.choice.select(picker.choice.selected + 1, count: picker.shown.count)
    case .changeOrder:
      picker.changeOrder()
      pickerOrder = picker.order
    case .showHidden:
      picker.toggleHidden()
      pickerShowsHidden = picker.showsHidden
    case .takeFolder:
      guard picker.fault == nil else { return [] }
      guard let folder = picker.folderToTake else {
        toast = localized("Folder not found here.")
        return []
      }
      screens.pop()
      return [.cancelDates, remember(picker)]
        + (picker.purpose == .diary ? openImport(of: folder) : lookForPhotos(in: folder))
    case .open: return take(&picker)
    default:
      let page = PickerView.layout(size).list.rows
      if let command, picker.choice.handle(command, count: picker.shown.count, page: page) {
        return []
      }
      if event == KeyEvent(.backspace), picker.filter.text.isEmpty, picker.folder != "/" {
        return go(to: picker.path(of: FileItem(name: "..", isFolder: true, size: 0)), &picker)
      }
      var filter = picker.filter
      if type(event, into: &filter) {
        picker.setFilter(filter)
        return follow(&picker)
      }
      if let command = keys[.everywhere].command(for: event) {
        putPicker(picker)
        return updateEverywhere(command)
      }
    }
    return []
  }

  mutating func clickPicker(_ event: MouseEvent, _ picker: PickerState) -> [Effect] {
    var picker = picker
    picker.isUntouched = false
    defer { putPicker(picker) }
    let selected = picker.choice.selected
    switch event.action {
    case .scrollUp: picker.choice.select(selected - 3, count: picker.shown.count)
    case .scrollDown: picker.choice.select(selected + 3, count: picker.shown.count)
    case .press, .doublePress:
      let list = PickerView.layout(size).list
      let index = picker.choice.top + event.point.row - list.row
      guard list.contains(event.point), picker.shown.indices.contains(index) else { return [] }
      picker.choice.select(index, count: picker.shown.count)
      if event.action == .doublePress { return take(&picker) }
    default: break
    }
    return []
  }

  private mutating func take(_ picker: inout PickerState) -> [Effect] {
    // With the filter gone the way up is selected; whoever has marked photos wants those.
    if let item = picker.selectedItem, item.isFolder,
      picker.marked.isEmpty || item.name != PickerState.parentName
    {
      return go(to: picker.path(of: item), &picker)
    }
    if picker.purpose == .diary, let item = picker.selectedItem {
      screens.pop()
      return [remember(picker)] + openImport(of: picker.path(of: item))
    }
    guard picker.purpose == .photos else { return [] }
    var paths = picker.marked
    if paths.isEmpty, let item = picker.selectedItem { paths = [picker.path(of: item)] }
    guard !paths.isEmpty else { return [] }
    screens.pop()
    let draft = withEditor { editor in
      editor.photosUnderWay += 1
      return editor.draft
    }
    guard let draft else { return [.cancelDates] }
    toast = localized("Adding \(CountWords.photos(paths.count))…")
    return [.cancelDates, .addPhotos(paths, to: draft), remember(picker)]
  }

  private func go(
    to folder: String, filter rest: String = "", _ picker: inout PickerState
  ) -> [Effect] {
    picker.enter(folder, filter: rest)
    return [.cancelDates, .listFolder(picker.folder, allFiles: picker.purpose == .diary)]
  }

  /// Goes where a typed path leads.
  func follow(_ picker: inout PickerState) -> [Effect] {
    guard let (folder, rest) = picker.typedFolder(home: homeFolder) else { return [] }
    return go(to: folder, filter: rest, &picker)
  }

  /// A pasted path is one that was typed fast.
  mutating func paste(_ text: String, into picker: PickerState) -> [Effect] {
    var picker = picker
    picker.insert(text.trimmed.printable)
    defer { putPicker(picker) }
    return follow(&picker)
  }

  private mutating func putPicker(_ picker: PickerState) { screens.put(picker) }
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
