import DiaryCore
import Localization
import TerminalUI

// All photos of the diary, by month.
extension GalleryState {
  package mutating func layOut(in app: ScreenContext) {
    position.layOut(Self.sheet(in: app), height: ScreenFrame.body(app.size).rows)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let feed = app.feed ?? PhotoFeed()
    let frame = ScreenFrame(
      title: localized("Photos"), trailing: count(feed),
      hints: app.keys[.gallery].bindings, in: &grid, app)
    if feed.isComplete, feed.count == 0 {
      Self.drawEmpty(in: &grid, frame.body, app)
    } else {
      Self.sheet(in: app).draw(in: &grid, frame.body, position, app) { Self.tile($0, feed) }
    }
    return nil
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
    guard let feed = app.feed else { return WantedPictures() }
    return Self.sheet(in: app).pictures(
      in: ScreenFrame.body(app.size), position, app
    ) { Self.tile($0, feed) }
  }

  private static func tile(_ item: Int, _ feed: PhotoFeed) -> ContactTile? {
    guard let item = feed[item] else { return nil }
    let day = "\(item.day.day) \(DateWords.shortWeekday(item.day))"
    let caption = item.photo.caption.isBlank ? "" : "  " + item.photo.caption
    return ContactTile(subject: .photo(item.photo), caption: day + caption)
  }

  private func count(_ feed: PhotoFeed) -> String {
    guard feed.isKnown else { return "" }
    let photos = CountWords.media(photos: feed.count - feed.films, films: feed.films)
    if feed.isComplete { return photos }
    return goesToEnd
      ? localized("\(photos) so far…  Press Esc to stop") : localized("\(photos) so far")
  }

  private static func drawEmpty(in grid: inout Grid, _ rect: Rect, _ app: ScreenContext) {
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

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = localized("Photos")
    guard let item = app.feed?[position.selected] else {
      return AccessibleText(
        title, selected: app.feed?.isComplete == true ? localized("No photos yet.") : nil)
    }
    return AccessibleText(
      title, selected: "\(DateWords.long(item.day)), \(AccessibleText.words(for: item.photo))")
  }
}

extension Location.Kind {
  static let gallery = Self(name: "gallery") { location, _, old, app in
    if app.feed == nil { app.feed = PhotoFeed() }
    var gallery = old as? GalleryState ?? GalleryState()
    if let entry = location.entry, let photo = location.photo {
      gallery.wanted = GalleryState.Wanted(entry: entry, photo: photo)
    }
    return (gallery, [])
  }
}
