import DiaryCore
import TerminalUI
import Words

/// The proposed entries at the left, the photos of the selected one at the right.
enum PhotoImportView {
  static func layout(_ size: Size) -> (list: Rect, sheet: Rect?) {
    let body = Rect(size).inset(top: 2, bottom: 1)
    guard size.columns >= ScreenFrame.narrowestForTwo else { return (body, nil) }
    let width = min(48, body.columns / 2)
    return (
      body.inset(right: body.columns - width), body.inset(left: width + 2, top: 1, right: 1)
    )
  }

  /// The photos of an entry, as many beside each other as there is room for.
  static func sheet(of group: PhotoGroup?, _ state: AppState) -> ContactSheet {
    let layout = layout(state.size)
    let room = (layout.sheet ?? layout.list).size
    return ContactSheet(
      count: group?.photos.count ?? 0, TileLayout(for: room, cellRatio: state.facts.cellRatio))
  }

  static func layOut(_ photos: inout PhotoImportState, _ state: AppState) {
    let layout = layout(state.size)
    photos.choice.layOut(count: photos.choices.count, height: layout.list.rows)
    photos.sheet.layOut(
      sheet(of: photos.selected?.group, state), height: (layout.sheet ?? layout.list).rows)
  }

  static func draw(_ photos: PhotoImportState, _ state: AppState, in grid: inout Grid) {
    let layout = layout(grid.size)
    let theme = state.theme
    _ = ScreenFrame(
      title: localized("Start from photos · \(photos.folder)"),
      trailing: count(photos, columns: grid.size.columns),
      hints: hints(photos, state.keys), in: &grid, state)
    let stop = state.keys[.photoImport].stoppingWords(.back)
    switch photos.phase {
    case .searching(let progress):
      return ProgressDialog.draw(
        localized("Finding photos"), progress, stop: stop, in: &grid, theme)
    case .writing(let progress):
      return ProgressDialog.draw(
        localized("Adding the photos"), progress, stop: stop, in: &grid, theme)
    case .stopping:
      return ProgressDialog.drawStopping(
        localized("Entries added so far stay, with all their photos."), in: &grid, theme)
    case .choosing: break
    }
    guard !photos.choices.isEmpty else { return drawEmpty(photos, in: &grid, theme) }
    for row in 0..<layout.list.rows {
      let index = photos.choice.top + row
      guard photos.choices.indices.contains(index) else { break }
      drawRow(
        photos.choices[index], isSelected: index == photos.choice.selected, in: &grid,
        layout.list.line(row), theme)
    }
    if let rect = layout.sheet, let group = photos.selected?.group {
      sheet(of: group, state).draw(in: &grid, rect, photos.sheet, state) { tile($0, of: group) }
    }
  }

  /// The pictures of the selected entry, and those that the next one begins with.
  static func pictures(_ photos: PhotoImportState, _ state: AppState) -> WantedPictures {
    guard case .choosing = photos.phase, let rect = layout(state.size).sheet else {
      return WantedPictures()
    }
    func pictures(_ index: Int, _ position: SheetPosition) -> WantedPictures {
      guard photos.choices.indices.contains(index) else { return WantedPictures() }
      let group = photos.choices[index].group
      return sheet(of: group, state).pictures(in: rect, position, state) { tile($0, of: group) }
    }
    let selected = photos.choice.selected
    var wanted = pictures(selected, photos.sheet)
    wanted.ahead += pictures(selected + 1, SheetPosition()).inView
    return wanted
  }

  private static func tile(_ index: Int, of group: PhotoGroup) -> ContactTile? {
    guard group.photos.indices.contains(index) else { return nil }
    let photo = group.photos[index]
    return ContactTile(subject: .file(photo), caption: "\(photo.date.clock) \(photo.name)")
  }

  // MARK: Parts

  private static func count(_ photos: PhotoImportState, columns: Int) -> String {
    guard case .choosing = photos.phase, !photos.choices.isEmpty else { return "" }
    let groups = photos.taken
    let count = groups.reduce(0) { $0 + $1.photos.count }
    guard columns >= ScreenFrame.narrowestForTwo else { return CountWords.entries(groups.count) }
    var words = "\(CountWords.entries(groups.count)) · \(CountWords.photos(count))"
    if photos.isCut { words += localized(", and more") }
    if photos.alreadyThere > 0 {
      words += " · " + localized("\(photos.alreadyThere) there already")
    }
    if !photos.refused.isEmpty { words += " · " + localized("\(photos.refused.count) refused") }
    return words
  }

  private static func hints(_ photos: PhotoImportState, _ keys: Keymap) -> [Binding] {
    if case .choosing = photos.phase {
      guard photos.choices.isEmpty else { return keys[.photoImport].bindings }
      return [keys[.photoImport].hint(.back, "back"), keys[.photoImport].hint(.help, "keys")]
        .compactMap(\.self)
    }
    return [keys[.photoImport].hint(.back, "stop")].compactMap(\.self)
  }

  private static func drawRow(
    _ choice: PhotoImportState.Choice, isSelected: Bool, in grid: inout Grid, _ rect: Rect,
    _ theme: Theme
  ) {
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    grid.draw(choice.isTaken ? "✓" : "·", in: rect.inset(left: 1), theme.accent)
    let group = choice.group
    // A date that only the files tell is marked.
    let detail =
      (group.isDated ? "" : "~ ") + "\(DateWords.shortWeekday(group.date.day)) \(group.date.clock)"
      + "  ▣ \(CountWords.grouped(group.photos.count))"
    let start = grid.draw(trailing: detail, in: rect.inset(right: 1), theme.dim)
    let words = [DateWords.short(group.date.day), group.title].filter { !$0.isEmpty }
    grid.draw(
      words.joined(separator: "  "), in: rect.inset(left: 3, right: rect.endColumn - start + 1),
      !choice.isTaken ? theme.dim : isSelected ? theme.title : theme.text)
  }

  private static func drawEmpty(
    _ photos: PhotoImportState, in grid: inout Grid, _ theme: Theme
  ) {
    let rect = ScreenFrame.body(grid.size)
    var words = localized("No photos in this folder or its subfolders.")
    if photos.alreadyThere > 0 {
      let count = CountWords.photos(photos.alreadyThere)
      let trashed = CountWords.grouped(photos.inTrash)
      words =
        photos.inTrash == 0
        ? localized("All \(count) here are already in the diary.")
        : localized(
          """
          All \(count) here are already in the diary, \(trashed) of them in the trash. Press Esc, t, \
          then r to restore them.
          """)
    }
    var lines = [words] + photos.refused.map(\.line)
    lines = lines.flatMap { LineWrapping.rows(ofText: $0, columns: max(1, rect.columns - 6)) }
    for (row, line) in lines.prefix(rect.rows).enumerated() {
      grid.draw(line.trimmedEnd, in: rect.inset(left: 3, top: 2).line(row), theme.dim)
    }
  }
}
