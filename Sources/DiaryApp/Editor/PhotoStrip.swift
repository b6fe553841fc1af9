import DiaryCore
import Localization
import TerminalUI

/// Which of an entry's photos have room on the editor's line of them.
struct PhotoStrip: Hashable {
  /// Those that are shown.
  let shown: Range<Int>
  private let count: Int

  static let gap = 3

  /// The first photos, or those from a later one on where the selected one has no room otherwise.
  /// `widths` are those of their labels; one that is too wide alone is shown nevertheless.
  init(widths: [Int], selected: Int, columns: Int) {
    count = widths.count
    guard widths.indices.contains(selected) else {
      shown = 0..<0
      return
    }
    func fits(_ range: Range<Int>) -> Bool {
      let marks = [Self.mark(range.lowerBound), Self.mark(widths.count - range.upperBound)]
      let parts = widths[range] + marks.compactMap(\.self).map(TextWidth.columns)
      return parts.reduce(0) { $0 + $1 + Self.gap } - Self.gap <= columns
    }
    var first = 0
    while first < selected, !fits(first..<selected + 1) { first += 1 }
    var end = selected + 1
    while end < widths.count, fits(first..<end + 1) { end += 1 }
    shown = first..<end
  }

  /// Says how many there are before those that are shown; `nil` when there are none.
  var before: String? { Self.mark(shown.lowerBound) }
  /// Says how many there are behind those that are shown; `nil` when there are none.
  var after: String? { Self.mark(count - shown.upperBound) }

  private static func mark(_ hidden: Int) -> String? { hidden > 0 ? "+\(hidden)" : nil }
}

// MARK: - StripItem

/// What stands at the foot of an entry that is written: a photo, or another file of it.
enum StripItem: Hashable, Sendable {
  case photo(Photo)
  case file(Attachment)

  /// What is drawn of it; `nil` for what has no picture.
  func picture(in state: ScreenContext) -> Photo? {
    switch self {
    case .photo(let photo): photo
    case .file(let file): file.type.isFilm && state.takesFrames() ? Photo(file) : nil
    }
  }
}

extension EditorState.Page {
  /// Its photos, and after them the films and other files that no photo stands for.
  var stripItems: [StripItem] {
    photos.map(StripItem.photo) + attachments.filter { !photos.stand(for: $0) }.map(StripItem.file)
  }

  var selectedStripItem: StripItem? { stripItems.element(at: selectedItem) }

  /// Its photos, and the films that none stands for.
  var pictures: [Photo] { photos.withFilms(among: attachments) }

  /// Takes one away; with a Live Photo, its film.
  mutating func removeStripItem(at index: Int) {
    let items = stripItems
    guard let item = items.element(at: index) else { return }
    let before = photos
    switch item {
    case .photo: photos.remove(at: index)
    case .file(let file): attachments.removeAll { $0.asset == file.asset }
    }
    attachments.removeAll { before.stand(for: $0) && !photos.stand(for: $0) }
    selectedItem = max(0, min(index, items.count - 2))
  }

  /// Exchanges two that are next to each other. Photos stay before the other files.
  mutating func exchangeStripItems(_ index: Int, _ target: Int) {
    let items = stripItems
    switch (items.element(at: index), items.element(at: target)) {
    case (.photo?, .photo?): photos.swapAt(index, target)
    case (.file(let file)?, .file(let other)?):
      guard let first = attachments.firstIndex(of: file),
        let second = attachments.firstIndex(of: other)
      else { return }
      attachments.swapAt(first, second)
    default: return
    }
    selectedItem = target
  }
}

// MARK: - PhotoStripLayout

/// Where each photo, film and other file of the entry that is written stands at its foot: its picture, where
/// there is one and room for it, and its name below.
struct PhotoStripLayout {
  struct Slot {
    let index: Int
    let label: String
    let picture: Rect
    let name: Rect

    /// Both, and the blanks between them.
    var whole: Rect {
      Rect(
        column: picture.column, row: picture.row, columns: max(picture.columns, name.columns),
        rows: picture.rows + name.rows)
    }
  }

  let strip: PhotoStrip
  let slots: [Slot]

  /// Beside a small picture a long name takes no more than this.
  private static let widestName = 16

  init(_ editor: EditorState, _ layout: EditorLayout, _ state: ScreenContext) {
    let page = editor.page
    let items = page.stripItems
    let room = Size(columns: layout.thumbnails.columns, rows: layout.thumbnails.rows)
    let hasPictures = room.rows > 0
    let labels = items.map { Self.label(of: $0, page, hasPictures: hasPictures, state) }
    let pictures = items.map { item in
      guard hasPictures, let photo = item.picture(in: state), photo.knownProblem == nil
      else { return Size(columns: 0, rows: 0) }
      // Else a panorama would leave no room for the others.
      let widest = Size(columns: min(room.columns, room.rows * 6), rows: room.rows)
      return PhotoView.room(for: photo, within: widest, state)
    }
    let names = zip(labels, pictures).map { label, picture in
      let width = TextWidth.columns(label)
      return picture.rows > 0 ? min(width, Self.widestName) : width
    }
    let widths = zip(pictures, names).map { max($0.columns, $1) }
    strip = PhotoStrip(
      widths: widths, selected: min(page.selectedItem, max(0, items.count - 1)),
      columns: layout.photos.columns)
    let line = layout.photos
    let reserved = strip.after.map { TextWidth.columns($0) + PhotoStrip.gap } ?? 0
    var column = line.column
    if let before = strip.before { column += TextWidth.columns(before) + PhotoStrip.gap }
    var slots: [Slot] = []
    for index in strip.shown {
      let columns = min(widths[index], line.endColumn - reserved - column)
      // Pictures of all heights stand on their names.
      let rows = min(pictures[index].rows, room.rows)
      slots.append(
        Slot(
          index: index, label: labels[index],
          picture: Rect(
            column: column, row: line.row - rows, columns: min(pictures[index].columns, columns),
            rows: rows),
          name: Rect(column: column, row: line.row, columns: columns, rows: 1)))
      column += columns + PhotoStrip.gap
    }
    self.slots = slots
  }

  /// What has its picture or its name under a place of the screen.
  func item(at point: Point) -> Int? { slots.first { $0.whole.contains(point) }?.index }

  /// The column behind the last one.
  var endColumn: Int? { slots.last.map { $0.name.endColumn } }

  /// Below a picture, where there is little room, the caption alone tells more than the file's name.
  private static func label(
    of item: StripItem, _ page: EditorState.Page, hasPictures: Bool, _ state: ScreenContext
  ) -> String {
    switch item {
    case .photo(let photo):
      let isLive =
        state.mediaLengths.isMotionPhoto(photo)
        || page.attachments.contains { [photo].stand(for: $0) }
      return label(of: photo, isLive: isLive, hasPicture: hasPictures)
    case .file(let file):
      // A picture has the length on it.
      let isDrawn = hasPictures && item.picture(in: state) != nil
      return AttachmentWords.title(
        file, milliseconds: isDrawn ? nil : state.mediaLengths[file.asset])
    }
  }

  private static func label(of photo: Photo, isLive: Bool, hasPicture: Bool) -> String {
    let name = photo.name.printable + (isLive ? " \(PhotoView.liveSign)" : "")
    let caption = photo.caption.isBlank ? nil : "“\(photo.caption.printable)”"
    if hasPicture { return caption ?? name }
    return (["▣", name] + [caption].compactMap(\.self)).joined(separator: " ")
  }
}

// MARK: - PhotoStripView

/// The photos and other files at the foot of the entry that is written, those around the selected one.
enum PhotoStripView {
  private static let adding = "+ Ctrl-P"

  /// Returns where the caret stands.
  static func draw(
    _ editor: EditorState, _ layout: EditorLayout, among count: Int, _ state: ScreenContext,
    in grid: inout Grid
  ) -> Point {
    let (line, theme) = (layout.photos, state.theme)
    let isFocused = editor.focus == .photos
    var caret = Point(column: line.column, row: line.row)
    let offer = editor.offer(in: state)
    guard !editor.page.stripItems.isEmpty else {
      grid.draw(
        "▣ " + (offer ?? localized("no photos")) + "   " + Self.adding, in: line,
        isFocused ? theme.accent : theme.dim)
      return caret
    }
    let more = ([offer].compactMap(\.self) + [Self.adding]).joined(separator: "   ")
    let places = PhotoStripLayout(editor, layout, state)
    if let words = places.strip.before { grid.draw(words, in: line, theme.dim) }
    for slot in places.slots {
      let isSelected = isFocused && slot.index == editor.page.selectedItem
      if isSelected { caret.column = slot.name.column }
      photoView(slot, editor, among: count, state)?.draw(in: &grid)
      grid.draw(slot.label, in: slot.name, isSelected ? theme.selected : theme.dim)
      if isSelected, slot.picture.rows > 0 { drawMark(slot.picture, theme, in: &grid) }
    }
    var end = places.endColumn ?? line.column
    if let words = places.strip.after {
      end = grid.draw(words, in: line.inset(left: end + PhotoStrip.gap - line.column), theme.dim)
    }
    let room = line.inset(left: end + PhotoStrip.gap - line.column)
    if room.columns >= TextWidth.columns(more) { grid.draw(more, in: room, theme.dim) }
    return caret
  }

  /// The selected one shows without a color, too.
  private static func drawMark(_ picture: Rect, _ theme: Theme, in grid: inout Grid) {
    for row in picture.row..<picture.endRow {
      let place = Rect(column: picture.column - 1, row: row, columns: 1, rows: 1)
      grid.draw("▌", in: place, theme.accent)
    }
  }

  static func requests(
    _ editor: EditorState, _ layout: EditorLayout, among count: Int, _ state: ScreenContext
  ) -> [PictureRequest] {
    PhotoStripLayout(editor, layout, state).slots.flatMap { slot in
      photoView(slot, editor, among: count, state)?.requests ?? []
    }
  }

  private static func photoView(
    _ slot: PhotoStripLayout.Slot, _ editor: EditorState, among count: Int, _ state: ScreenContext
  ) -> PhotoView? {
    editor.page.stripItems[slot.index].picture(in: state).map {
      PhotoView($0, in: slot.picture, among: count, state)
    }
  }
}

// MARK: - PhotoDate

extension EditorState {
  /// Gives the entry the date of its first photo.
  mutating func takePhotoDate(in app: inout ScreenContext) {
    guard let date = photoDate(in: app) else {
      app.toast = localized("No photo here has a date taken.")
      return
    }
    setDate(date)
    app.toast =
      app.keys[.editor].keyName(of: .undo).map {
        localized("Changed the entry's date to the photo's. Press \($0) to undo.")
      } ?? localized("Changed the entry's date to the photo's.")
  }

  /// The words that propose the date of a new entry's first photo; `nil` when there is no need. It
  /// is never taken unasked. The key comes first, to be there on a narrow screen too.
  func proposal(before: [Photo], in app: ScreenContext) -> String? {
    guard original == nil, before.isEmpty, !isDateChanged,
      let date = photoDate(in: app), let entry = fields?.date,
      date.day != entry.day, let key = app.keys[.editor].keyName(of: .datePhoto)
    else { return nil }
    return localized("Press \(key) to date the entry \(DateWords.short(date.day)), \(date.clock).")
  }

  /// When the first photo of an entry that says so was taken, in its own zone, else in this one.
  private func photoDate(in app: ScreenContext) -> EntryDate? {
    page.photos.lazy.compactMap { photo in
      EntryDate(taken: photo.taken) { local in
        // The offset of the place at about that time, asked for once more with it known.
        let guess = app.localDate(Timestamp(milliseconds: local * 1000)).offset
        return app.localDate(Timestamp(milliseconds: (local - Int64(guess)) * 1000)).offset
      }
    }.first
  }
}
