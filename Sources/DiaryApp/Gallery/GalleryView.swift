import DiaryCore
import TerminalUI
import Words

// All photos of the diary, by month.
extension GalleryState {
  package mutating func layOut(in app: AppState) {
    position.layOut(Self.sheet(in: app), height: ScreenFrame.body(app.size).rows)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let roll = app.roll ?? PhotoRoll()
    let frame = ScreenFrame(
      title: localized("Photos"), trailing: count(roll),
      hints: app.keys[.gallery].bindings, in: &grid, app)
    if roll.isComplete, roll.count == 0 {
      Self.drawEmpty(in: &grid, frame.body, app)
    } else {
      Self.sheet(in: app).draw(in: &grid, frame.body, position, app) { Self.tile($0, roll) }
    }
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures {
    guard let roll = app.roll else { return WantedPictures() }
    return Self.sheet(in: app).pictures(
      in: ScreenFrame.body(app.size), position, app
    ) { Self.tile($0, roll) }
  }

  private static func tile(_ item: Int, _ roll: PhotoRoll) -> ContactTile? {
    guard let item = roll[item] else { return nil }
    let day = "\(item.day.day) \(DateWords.shortWeekday(item.day))"
    let caption = item.photo.caption.isBlank ? "" : "  " + item.photo.caption
    return ContactTile(subject: .photo(item.photo), caption: day + caption)
  }

  private func count(_ roll: PhotoRoll) -> String {
    guard roll.isKnown else { return "" }
    let photos = CountWords.photos(roll.count)
    if roll.isComplete { return photos }
    return goesToEnd
      ? localized("\(photos) so far…  Press Esc to stop") : localized("\(photos) so far")
  }

  private static func drawEmpty(in grid: inout Grid, _ rect: Rect, _ app: AppState) {
    let words = [
      localized("No photos yet."), "",
      localized(
        "In the list, press n for a new entry or e to edit one, then Ctrl-P to add photos."),
    ]
    let column = rect.inset(left: 3, top: 2, right: 3)
    let rows = words.flatMap { LineWrapping.rows(ofText: $0, columns: column.columns) }
    for (index, row) in rows.enumerated() {
      grid.draw(
        row.trimmedEnd, in: column.line(index), index == 0 ? app.theme.title : app.theme.dim)
    }
  }

  package func speech(in app: AppState) -> Speech {
    let title = localized("Photos")
    guard let item = app.roll?[position.selected] else {
      return Speech(
        title, selected: app.roll?.isComplete == true ? localized("No photos yet.") : nil)
    }
    return Speech(
      title, selected: "\(DateWords.long(item.day)), \(Speech.words(for: item.photo))")
  }
}

extension Place.Kind {
  static let gallery = Self("gallery") { place, _, old, app in
    if app.roll == nil { app.roll = PhotoRoll() }
    var gallery = old as? GalleryState ?? GalleryState()
    if let entry = place.entry, let photo = place.photo {
      gallery.wanted = GalleryState.Wanted(entry: entry, photo: photo)
    }
    return (gallery, [])
  }
}
