import DiaryCore
import TerminalUI

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
