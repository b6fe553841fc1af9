import DiaryCore
import TerminalUI
import Words

/// The photo picker: folders and photos at the left, the selected photo at the right.
enum PickerView {
  static func layout(_ size: Size) -> (filter: Rect, list: Rect, preview: Rect?) {
    let body = Rect(size).inset(left: 1, top: 2, right: 1, bottom: 1)
    let (filter, rest) = body.split(top: 1)
    guard size.columns >= ScreenFrame.narrowestForTwo else { return (filter, rest, nil) }
    let width = rest.columns / 2
    return (
      filter, rest.inset(right: rest.columns - width), rest.inset(left: width + 2, top: 1)
    )
  }

  static func layOut(_ picker: inout PickerState, _ size: Size) {
    picker.choice.layOut(count: picker.shown.count, height: layout(size).list.rows)
  }

  static func draw(_ picker: PickerState, _ state: AppState, in grid: inout Grid) -> Point? {
    let purpose =
      switch picker.purpose {
      case .photos: localized("Add photos")
      case .folder: localized("Start from photos")
      case .diary: localized("Import")
      }
    _ = ScreenFrame(
      title: "\(purpose) · \(picker.folder)", trailing: status(picker),
      hints: picker.hints(in: state.keys), in: &grid, state)
    let layout = layout(grid.size)
    let theme = state.theme
    let label = grid.draw(localized("Filter or path:"), in: layout.filter, theme.dim)
    let field = layout.filter.inset(left: label + 1 - layout.filter.column)
    let cursor = picker.filter.draw(in: &grid, field, theme.accent)

    let shown = picker.shown
    if let words = emptyWords(picker, shown) {
      grid.draw(words, in: layout.list.inset(left: 2, top: 1), theme.dim)
    }
    for row in 0..<layout.list.rows {
      let index = picker.choice.top + row
      guard shown.indices.contains(index) else { break }
      drawItem(
        shown[index], picker, isSelected: index == picker.choice.selected, in: &grid,
        layout.list.line(row), theme)
    }
    if let item = picker.selectedItem { picture(of: item, picker, state)?.draw(in: &grid) }
    return cursor
  }

  private static func status(_ picker: PickerState) -> String {
    if !picker.marked.isEmpty {
      return localized("\(CountWords.photos(picker.marked.count)) marked")
    }
    guard picker.undated > 0 else {
      return picker.order == .date || picker.purpose == .diary ? "" : localized("by name")
    }
    return localized("reading dates, \(CountWords.grouped(picker.undated)) left")
  }

  /// The picture of the selected photo, and those of its neighbors.
  static func pictures(_ picker: PickerState, _ state: AppState) -> WantedPictures {
    let shown = picker.shown
    func pictures(_ index: Int) -> [PictureRequest] {
      guard shown.indices.contains(index) else { return [] }
      return picture(of: shown[index], picker, state)?.requests ?? []
    }
    let selected = picker.choice.selected
    return WantedPictures(
      inView: pictures(selected), ahead: [1, -1].flatMap { pictures(selected + $0) })
  }

  private static func picture(
    of item: FileItem, _ picker: PickerState, _ state: AppState
  ) -> FilePicture? {
    guard let rect = layout(state.size).preview, !item.isFolder, picker.purpose != .diary else {
      return nil
    }
    return FilePicture(picker.path(of: item), item.state, in: rect.inset(bottom: 2), state)
  }

  private static func emptyWords(_ picker: PickerState, _ shown: [FileItem]) -> String? {
    switch picker.fault {
    case .missing: return localized("Folder not found.")
    case .notAFolder: return localized("That isn't a folder.")
    case .noPermission: return localized("No permission to open this folder.")
    case nil: break
    }
    guard let items = picker.items else { return localized("reading…") }
    if items.isEmpty {
      return picker.purpose == .diary
        ? localized("Nothing here. Open .. to go up.")
        : localized("No photos or folders here. Open .. to go up.")
    }
    return shown.isEmpty ? localized("No matches here.") : nil
  }

  private static func drawItem(
    _ item: FileItem, _ picker: PickerState, isSelected: Bool, in grid: inout Grid, _ rect: Rect,
    _ theme: Theme
  ) {
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    let isMarked = picker.marked.contains(picker.path(of: item))
    grid.draw(
      isMarked ? "✓" : item.isFolder ? "▸" : picker.purpose == .diary ? "▤" : "▣",
      in: rect.inset(left: 1),
      isMarked ? theme.accent : theme.dim)
    let name = item.name.printable + (item.isFolder ? "/" : "")
    let detail = item.isFolder ? "" : detail(of: item, picker, columns: rect.columns)
    grid.draw(trailing: detail, in: rect.inset(right: 1), theme.dim)
    grid.draw(
      name, in: rect.inset(left: 3, right: detail.count + 2), isSelected ? theme.title : theme.text)
  }

  /// When a photo was taken, where there is room, and its size; `~` before the time of a file.
  private static func detail(
    of item: FileItem, _ picker: PickerState, columns: Int
  ) -> String {
    let size = size(item.size)
    guard columns >= 34, let moment = picker.moments[item.name] else { return size }
    var date = (moment.isTaken ? "" : "~") + DateWords.short(moment.day)
    if columns >= 60 { date += " " + moment.clock }
    let padded = String(repeating: " ", count: max(0, 8 - size.count)) + size
    return columns >= 48 ? date + padded : moment.isTaken ? date : size
  }

  /// `1.9 MB`
  private static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    let units = ["kB", "MB", "GB", "TB"]
    var tenths = bytes / 100
    var unit = 0
    while tenths >= 10_000, unit < units.count - 1 {
      tenths /= 1000
      unit += 1
    }
    return tenths < 100
      ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
  }
}
