import DiaryCore
import TerminalUI
import Text

/// The range of an entry's photos that fits on the names' row of the photo strip.
struct PhotoStrip: Hashable {
  /// The indices of the photos that are shown.
  let shown: Range<Int>
  private let count: Int

  static let gap = 3

  /// Chooses the photos to show: from the first one on, or from a later one if the selected photo
  /// wouldn't fit. `widths` are the columns of the labels. A label that is too wide even alone is
  /// shown anyway.
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

  /// The count of the hidden photos before the shown ones; `nil` if there are none.
  var before: String? { Self.mark(shown.lowerBound) }
  /// The count of the hidden photos after the shown ones; `nil` if there are none.
  var after: String? { Self.mark(count - shown.upperBound) }

  private static func mark(_ hidden: Int) -> String? { hidden > 0 ? "+\(hidden)" : nil }
}

// MARK: - StripItem

/// An item of the photo strip: a photo or another file of the entry.
enum StripItem: Hashable, Sendable {
  case photo(Photo)
  case file(Attachment)

  /// Returns the photo to draw for the item; `nil` for a file without a picture.
  func picture(in state: AppState) -> Photo? {
    switch self {
    case .photo(let photo): photo
    case .file(let file): file.type.isVideo && state.canExtractFrames() ? Photo(file) : nil
    }
  }
}

extension EditorState.Page {
  /// The entry's photos, followed by the videos and other files that don't belong to a photo.
  var stripItems: [StripItem] {
    photos.map(StripItem.photo)
      + attachments.filter { !photos.isLivePhotoVideo($0) }.map(StripItem.file)
  }

  var selectedStripItem: StripItem? { stripItems.element(at: selectedItem) }

  /// The entry's photos and the videos that don't belong to a photo.
  var pictures: [Photo] { photos.withVideos(among: attachments) }

  /// Removes an item; for a Live Photo, its video as well.
  mutating func removeStripItem(at index: Int) {
    let items = stripItems
    guard let item = items.element(at: index) else { return }
    let before = photos
    switch item {
    case .photo: photos.remove(at: index)
    case .file(let file): attachments.removeAll { $0.asset == file.asset }
    }
    attachments.removeAll { before.isLivePhotoVideo($0) && !photos.isLivePhotoVideo($0) }
    selectedItem = max(0, min(index, items.count - 2))
  }

  /// Swaps two adjacent items. Photos stay before other files.
  mutating func swapStripItems(_ index: Int, _ target: Int) {
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

/// The layout of the photo strip: each item's picture, if there is one and enough space, and its
/// name below.
struct PhotoStripLayout {
  struct Slot {
    let index: Int
    let label: String
    let picture: Rect
    let name: Rect

    /// The picture, the name and the blanks between them.
    var whole: Rect {
      Rect(
        column: picture.column, row: picture.row, columns: max(picture.columns, name.columns),
        rows: picture.rows + name.rows)
    }
  }

  let strip: PhotoStrip
  let slots: [Slot]

  /// The widest name, in columns, below a small picture.
  private static let maxNameWidth = 16

  init(_ editor: EditorState, _ layout: EditorLayout, _ state: AppState) {
    let page = editor.page
    let items = page.stripItems
    let space = Size(columns: layout.thumbnails.columns, rows: layout.thumbnails.rows)
    let hasPictures = space.rows > 0
    let labels = items.map { Self.label(of: $0, page, hasPictures: hasPictures, state) }
    let pictures = items.map { item in
      guard hasPictures, let photo = item.picture(in: state), photo.knownProblem == nil
      else { return Size(columns: 0, rows: 0) }
      // A panorama would leave no space for the others.
      let widest = Size(columns: min(space.columns, space.rows * 6), rows: space.rows)
      return PhotoView.space(for: photo, within: widest, state)
    }
    let names = zip(labels, pictures).map { label, picture in
      let width = TextWidth.columns(label)
      return picture.rows > 0 ? min(width, Self.maxNameWidth) : width
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
      // Pictures of different heights are aligned at their names.
      let rows = min(pictures[index].rows, space.rows)
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

  /// Returns the index of the item whose picture or name contains a cell.
  func item(at point: Point) -> Int? { slots.first { $0.whole.contains(point) }?.index }

  /// The column after the last item.
  var endColumn: Int? { slots.last.map { $0.name.endColumn } }

  /// Returns an item's label. Below a picture, where space is scarce, the caption replaces the
  /// file's name.
  private static func label(
    of item: StripItem, _ page: EditorState.Page, hasPictures: Bool, _ state: AppState
  ) -> String {
    switch item {
    case .photo(let photo):
      let isLive =
        state.mediaLengths.isMotionPhoto(photo)
        || page.attachments.contains { [photo].isLivePhotoVideo($0) }
      return label(of: photo, isLive: isLive, hasPicture: hasPictures)
    case .file(let file):
      // The length is already shown on the picture.
      let isDrawn = hasPictures && item.picture(in: state) != nil
      return AttachmentText.title(
        file, milliseconds: isDrawn ? nil : state.mediaLengths[file.asset])
    }
  }

  private static func label(of photo: Photo, isLive: Bool, hasPicture: Bool) -> String {
    let name = photo.name.printable + (isLive ? " \(PhotoView.liveBadge)" : "")
    let caption = photo.caption.isBlank ? nil : "“\(photo.caption.printable)”"
    if hasPicture { return caption ?? name }
    return (["▣", name] + [caption].compactMap(\.self)).joined(separator: " ")
  }
}

// MARK: - PhotoStripView

/// The view of the photo strip: the items around the selected one.
enum PhotoStripView {
  private static let adding = "+ Ctrl-P"

  /// Draws the strip. Returns the caret's cell.
  static func draw(
    _ editor: EditorState, _ layout: EditorLayout, among count: Int, _ state: AppState,
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
    let space = line.inset(left: end + PhotoStrip.gap - line.column)
    if space.columns >= TextWidth.columns(more) { grid.draw(more, in: space, theme.dim) }
    return caret
  }

  /// Marks the selected item for terminals without colors, too.
  private static func drawMark(_ picture: Rect, _ theme: Theme, in grid: inout Grid) {
    for row in picture.row..<picture.endRow {
      let place = Rect(column: picture.column - 1, row: row, columns: 1, rows: 1)
      grid.draw("▌", in: place, theme.accent)
    }
  }

  static func requests(
    _ editor: EditorState, _ layout: EditorLayout, among count: Int, _ state: AppState
  ) -> [PictureRequest] {
    PhotoStripLayout(editor, layout, state).slots.flatMap { slot in
      photoView(slot, editor, among: count, state)?.requests ?? []
    }
  }

  private static func photoView(
    _ slot: PhotoStripLayout.Slot, _ editor: EditorState, among count: Int, _ state: AppState
  ) -> PhotoView? {
    editor.page.stripItems[slot.index].picture(in: state).map {
      PhotoView($0, in: slot.picture, among: count, state)
    }
  }
}

// MARK: - PhotoDate

extension EditorState {
  /// Sets the entry's date to the first photo's.
  mutating func usePhotoDate(in app: inout AppState) {
    guard !page.photos.isEmpty else { return refuseWithoutPhotos(in: &app) }
    guard let date = photoDate(in: app) else {
      app.toast = localized("These photos have no date taken.")
      return
    }
    setDate(date)
    app.toast =
      app.keys[.editor].keyName(of: .undo).map {
        localized("Changed the entry's date to the photo's. Press \($0) to undo.")
      } ?? localized("Changed the entry's date to the photo's.")
  }

  /// Returns a message that suggests the first photo's date for a new entry; `nil` if there is no
  /// need. The date is never changed automatically. The key comes first, so that it is visible on a
  /// narrow screen too.
  func proposal(before: [Photo], in app: AppState) -> String? {
    guard original == nil, before.isEmpty, !isDateChanged,
      let date = photoDate(in: app), let entry = fields?.date,
      date.day != entry.day, let key = app.keys[.editor].keyName(of: .datePhoto)
    else { return nil }
    return localized(
      "Press \(key) to date the entry \(DateText.short(date.day)), \(DateText.clock(date)).")
  }

  /// Returns the date of the first photo that has one, in its time zone or, if that is unknown, in
  /// the local one.
  private func photoDate(in app: AppState) -> EntryDate? {
    page.photos.lazy.compactMap { photo in
      EntryDate(taken: photo.taken) { local in
        // The offset is determined twice because the first guess may be on the other side of a
        // clock change.
        let guess = app.localDate(Timestamp(milliseconds: local * 1000)).offset
        return app.localDate(Timestamp(milliseconds: (local - Int64(guess)) * 1000)).offset
      }
    }.first
  }
}
