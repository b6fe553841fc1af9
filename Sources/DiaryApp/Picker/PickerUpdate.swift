import DiaryCore
import TerminalUI

extension AppState {
  mutating func updatePicker(_ event: KeyEvent, _ picker: PickerState) -> [Effect] {
    var picker = picker
    defer { putPicker(picker) }
    let shown = picker.shown
    switch KeyTable.picker.command(for: event) {
    case .cancel:
      layers.removeLast()
      return []
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
      picker.choice.select(picker.choice.selected + 1, count: shown.count)
    case .open: return take(&picker)
    default:
      if picker.choice.handle(event, count: shown.count, page: PickerView.layout(size).list.rows) {
        return []
      }
      if event == KeyEvent(.backspace), picker.filter.text.isEmpty, picker.folder != "/" {
        return go(to: picker.path(of: FileItem(name: "..", isFolder: true, size: 0)), &picker)
      }
      if picker.filter.handle(event) {
        picker.choice.select(0, count: picker.shown.count)
        return follow(&picker)
      }
      if let command = KeyTable.everywhere.command(for: event) {
        putPicker(picker)
        return updateEverywhere(command)
      }
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
    var paths = picker.marked
    if paths.isEmpty, let item = picker.selectedItem { paths = [picker.path(of: item)] }
    guard !paths.isEmpty else { return [] }
    layers.removeLast()
    _ = withEditor { $0.photosUnderWay += 1 }
    startFolder = picker.folder
    toast = "Adding \(CountWords.photos(paths.count))…"
    return [.addPhotos(paths), .rememberFolder(picker.folder)]
  }

  private func go(
    to folder: String, filter rest: String = "", _ picker: inout PickerState
  ) -> [Effect] {
    picker.enter(folder, filter: rest)
    return [.listFolder(picker.folder)]
  }

  /// Goes where a typed path leads.
  private func follow(_ picker: inout PickerState) -> [Effect] {
    guard let (folder, rest) = picker.typedFolder(home: homeFolder) else { return [] }
    return go(to: folder, filter: rest, &picker)
  }

  /// A pasted path is one that was typed fast.
  mutating func paste(_ text: String, into picker: PickerState) -> [Effect] {
    var picker = picker
    picker.filter.insert(text.trimmed.printable)
    picker.choice.select(0, count: picker.shown.count)
    defer { putPicker(picker) }
    return follow(&picker)
  }

  private mutating func putPicker(_ picker: PickerState) {
    guard let place = layers.lastIndex(where: \.isPicker) else { return }
    layers[place] = .picker(picker)
  }

  mutating func folderListed(
    _ folder: String, _ result: Result<[FileItem], FolderFault>
  ) -> [Effect] {
    for place in layers.indices {
      guard case .picker(var picker) = layers[place], picker.folder == folder else { continue }
      switch result {
      case .success(let items): picker.items = items
      case .failure(let fault): (picker.items, picker.fault) = ([], fault)
      }
      // More of a path may have been typed while the folder was being read.
      let effects = follow(&picker)
      layers[place] = .picker(picker)
      return effects
    }
    return []
  }
}

extension Layer {
  var isPicker: Bool { if case .picker = self { true } else { false } }
}
