import DiaryCore
import TerminalUI
import Words

/// All photos of the diary, by month.
enum GalleryView {
  static func layOut(_ gallery: inout GalleryState, _ state: AppState) {
    gallery.position.layOut(GalleryState.sheet(in: state), height: ScreenFrame.body(state.size).rows)
  }

  static func draw(_ gallery: GalleryState, _ state: AppState, in grid: inout Grid) {
    let roll = state.roll ?? PhotoRoll()
    let frame = ScreenFrame(
      title: localized("Photos"), trailing: count(roll, gallery),
      hints: state.keys[.gallery].bindings,
      in: &grid,
      state)
    if roll.isComplete, roll.count == 0 {
      return drawEmpty(in: &grid, frame.body, state)
    }
    GalleryState.sheet(in: state).draw(in: &grid, frame.body, gallery.position, state) { tile($0, roll) }
  }

  static func pictures(_ gallery: GalleryState, _ state: AppState) -> WantedPictures {
    guard let roll = state.roll else { return WantedPictures() }
    return GalleryState.sheet(in: state).pictures(
      in: ScreenFrame.body(state.size), gallery.position, state
    ) { tile($0, roll) }
  }

  private static func tile(_ item: Int, _ roll: PhotoRoll) -> ContactTile? {
    guard let item = roll[item] else { return nil }
    let day = "\(item.day.day) \(DateWords.shortWeekday(item.day))"
    let caption = item.photo.caption.isBlank ? "" : "  " + item.photo.caption
    return ContactTile(subject: .photo(item.photo), caption: day + caption)
  }

  private static func count(_ roll: PhotoRoll, _ gallery: GalleryState) -> String {
    guard roll.isKnown else { return "" }
    let photos = CountWords.photos(roll.count)
    if roll.isComplete { return photos }
    return gallery.goesToEnd
      ? localized("\(photos) so far…  Press Esc to stop") : localized("\(photos) so far")
  }

  private static func drawEmpty(in grid: inout Grid, _ rect: Rect, _ state: AppState) {
    let words = [
      localized("No photos yet."), "",
      localized(
        "In the list, press n for a new entry or e to edit one, then Ctrl-P to add photos."),
    ]
    let column = rect.inset(left: 3, top: 2, right: 3)
    let rows = words.flatMap { LineWrapping.rows(ofText: $0, columns: column.columns) }
    for (index, row) in rows.enumerated() {
      grid.draw(
        row.trimmedEnd, in: column.line(index), index == 0 ? state.theme.title : state.theme.dim)
    }
  }
}
