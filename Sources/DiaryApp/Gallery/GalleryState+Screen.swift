import DiaryCore
import TerminalUI
import Words

extension GalleryState: Screen {
  package var leavesList: Bool { true }
  package var opener: Command? { .gallery }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.gallery]] }

  package mutating func layOut(in app: AppState) { GalleryView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    GalleryView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { GalleryView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    let title = localized("Photos")
    guard let item = app.roll?[position.selected] else {
      return Speech(title, selected: app.roll?.isComplete == true ? localized("No photos yet.") : nil)
    }
    return Speech(
      title, selected: "\(DateWords.long(item.day)), \(Speech.words(for: item.photo))")
  }

  package func place(in app: AppState) -> Place.Screen? {
    let item = app.roll?[position.selected]
    return Place.Screen(kind: .gallery, entry: item?.entry, photo: item?.photo.asset)
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
