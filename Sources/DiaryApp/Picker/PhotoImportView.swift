import DiaryCore
import TerminalUI
import Text

// The view: the proposed entries on the left, the photos of the selected one on the right.
extension PhotoImportState {
  func rowCount(in app: AppState) -> Int { choices.count }

  func list(in app: AppState) -> Rect { Self.layout(app.size).list }

  static func layout(_ size: Size) -> (list: Rect, sheet: Rect?) {
    let body = Rect(size).inset(top: 2, bottom: 1)
    guard size.columns >= ScreenFrame.minWidthForTwo else { return (body, nil) }
    let width = min(48, body.columns / 2)
    return (
      body.inset(right: body.columns - width), body.inset(left: width + 2, top: 1, right: 1)
    )
  }

  /// Returns the contact sheet of an entry's photos.
  func sheet(of group: PhotoGroup?, _ state: AppState) -> ContactSheet {
    let layout = Self.layout(state.size)
    let space = (layout.sheet ?? layout.list).size
    return ContactSheet(
      count: group?.photos.count ?? 0, TileLayout(for: space, cellRatio: state.facts.cellRatio))
  }

  package mutating func layOut(in app: AppState) {
    let layout = Self.layout(app.size)
    choice.layOut(count: choices.count, height: layout.list.rows)
    sheet.layOut(
      sheet(of: selected?.group, app), height: (layout.sheet ?? layout.list).rows)
  }

  package func draw(in grid: inout Grid, _ state: AppState) -> Point? {
    _ = ScreenFrame(
      title: isInbox
        ? localized("Inbox · \(folder)") : localized("Start from photos · \(folder)"),
      trailing: countText(columns: grid.size.columns), hints: hints(state.keys), in: &grid, state)
    guard phase == .asking else {
      drawProgress(in: &grid, state)
      return nil
    }
    if choices.isEmpty { emptyPage.draw(in: &grid, ScreenFrame.body(grid.size), state.theme) }
    drawRows(in: &grid, state)
    if let rect = Self.layout(grid.size).sheet, let group = selected?.group {
      if group.photos.isEmpty { drawText(of: group, in: &grid, rect, state.theme) }
      sheet(of: group, state).draw(in: &grid, rect, sheet, state) { Self.tile($0, of: group) }
    }
    return nil
  }

  var taskText: String {
    switch phase {
    case .preparing, .asking: localized("Finding photos")
    case .running: localized("Adding the photos")
    case .stopping: localized("Entries added so far are kept, with all their photos.")
    }
  }

  /// Returns the pictures of the selected entry, and the first ones of the next.
  package func pictures(in state: AppState) -> WantedPictures {
    guard phase == .asking, let rect = Self.layout(state.size).sheet else {
      return WantedPictures()
    }
    func pictures(_ index: Int, _ position: SheetPosition) -> WantedPictures {
      guard let group = choices.element(at: index)?.group else { return WantedPictures() }
      return sheet(of: group, state).pictures(in: rect, position, state) {
        Self.tile($0, of: group)
      }
    }
    var wanted = pictures(choice.selected, sheet)
    wanted.ahead += pictures(choice.selected + 1, SheetPosition()).inView
    return wanted
  }

  private static func tile(_ index: Int, of group: PhotoGroup) -> ContactTile? {
    group.photos.element(at: index).map { photo in
      ContactTile(subject: .file(photo), caption: "\(DateText.clock(photo.date)) \(photo.name)")
    }
  }

  // MARK: Parts

  private func countText(columns: Int) -> String {
    guard phase == .asking, !choices.isEmpty else { return "" }
    let groups = included
    guard columns >= ScreenFrame.minWidthForTwo else { return CountText.entries(groups.count) }
    var words = [CountText.entries(groups.count), groups.partText].filter { !$0.isEmpty }
      .joined(separator: " · ")
    if isTruncated { words += localized(", and more") }
    if existing > 0 {
      words += " · " + localized("\(existing) already there")
    }
    if similar > 0 { words += " · " + localized("\(similar) like others") }
    if !refused.isEmpty { words += " · " + localized("\(refused.count) skipped") }
    return words
  }

  private func hints(_ keys: Keymap) -> [Binding] {
    guard phase == .asking else { return [] }
    guard choices.isEmpty else { return keys[.photoImport].bindings }
    return [keys[.photoImport].hint(.back, "back"), keys[.photoImport].hint(.help, "keys")]
      .compactMap(\.self)
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ rect: Rect, _ app: AppState) {
    let (choice, theme) = (choices[row], app.theme)
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    grid.draw(choice.isIncluded ? "✓" : "·", in: rect.inset(left: 1), theme.accent)
    let group = choice.group
    let date = DateText.short(group.date.day)
    let day = date + String(repeating: " ", count: max(0, DateText.shortColumns - date.count))
    let words = [day, group.title, group.placeSubtitle].filter { !$0.isEmpty }
    // The title or place comes first; details only use the remaining space. A title that is too
    // long leaves space for the first icon.
    let space = rect.inset(left: 3, right: 1)
    let wanted = TextWidth.columns(words.prefix(2).joined(separator: "  "))
    let details = Self.details(of: group)
    let detail = (details + [Self.mark(of: group)]).first { detail in
      wanted + (detail.isEmpty ? 1 : 2) + TextWidth.columns(detail) <= space.columns
    }
    let start = grid.draw(trailing: detail ?? details.last ?? "", in: space, theme.dim)
    grid.draw(
      words.joined(separator: "  "), in: space.inset(right: space.endColumn - start + 1),
      !choice.isIncluded ? theme.dim : isSelected ? theme.title : theme.text)
  }

  /// Returns a mark for a date that is only the files' modification time.
  private static func mark(of group: PhotoGroup) -> String { group.isDated ? "" : "~" }

  /// Returns the time and the contents of a group, longest form first.
  private static func details(of group: PhotoGroup) -> [String] {
    let (mark, clock) = (mark(of: group), DateText.clock(group.date))
    let icons = icons(of: group)
    let times = ["\(DateText.shortWeekday(group.date.day)) \(clock)", clock, ""].map { time in
      [mark, time].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return (times.map { [$0] + icons } + [[mark] + icons.prefix(1)]).map { parts in
      parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
  }

  /// Returns icons with the numbers of photos, notes, videos and recordings.
  private static func icons(of group: PhotoGroup) -> [String] {
    let parts = [group].parts
    let counts = [
      ("▣", parts.photos), ("✎", parts.notes), ("▶", parts.videos), ("♪", parts.recordings),
    ].filter { $0.1 > 0 }
    return counts.map { "\($0.0) \(CountText.grouped($0.1))" }
  }

  /// Draws the notes and the names of recordings for a group without photos.
  private func drawText(
    of group: PhotoGroup, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    let names = group.recordings.map { AttachmentText.icon(of: $0.type) + " " + $0.name }
    grid.draw(texts: ([group.fields.content] + names).map { ($0, theme.dim) }, in: rect)
  }

  private var emptyPage: EmptyPage {
    var words =
      isInbox
      ? localized("The inbox is empty.")
      : localized("No photos in this folder or its subfolders.")
    if existing > 0 {
      let count = CountText.photos(existing)
      let trashed = CountText.grouped(inTrash)
      words =
        inTrash == 0
        ? localized("All \(count) here are already in the diary.")
        : localized(
          """
          All \(count) here are already in the diary, \(trashed) of them in the trash. Press Esc, t, \
          then r to restore them.
          """)
    }
    return EmptyPage(words, hints: refused.map(\.line))
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    let group = choices[row].group
    let parts = [DateText.long(group.date.day), [group].partText, group.place?.printable]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return choices[row].isIncluded ? text : localized("\(text), left out")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let selected =
      switch phase {
      case .preparing: localized("Finding photos…")
      case .running: localized("Adding…")
      case .stopping: localized("Stopping…")
      case .asking: selectedText(in: app) ?? localized("No photos to add.")
      }
    return AccessibleText(localized("Start from photos in \(folder)"), selected: selected)
  }
}
