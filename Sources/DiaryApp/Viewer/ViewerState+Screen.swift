import DiaryCore
import TerminalUI
import Words

extension ViewerState: Screen {
  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.viewer]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    ViewerView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { ViewerView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    guard var photo = self.photo else { return Speech(localized("Photo")) }
    photo.caption = entry.fields.caption(of: photo)
    let details =
      showsDetails
      ? PhotoFileDetails.lines(of: photo, self.details).map { "\($0.0): \($0.1)" } : []
    return Speech(
      localized("Photo of “\(entry.displayTitle)”"), details,
      selected: Speech.item(Speech.words(for: photo), index, of: entry.photos.count))
  }

  package func place(in app: AppState) -> Place.Screen? {
    photo.map { Place.Screen(kind: .viewer, entry: entry.id, photo: $0.asset) }
  }
}

extension Place.Kind {
  static let viewer = Self("viewer", needsEntry: true, needsPhoto: true) { place, visit, _, app in
    guard let entry = place.entry.flatMap({ visit.entries[$0] }),
      let index = entry.photos.firstIndex(where: { $0.asset == place.photo })
    else { return nil }
    return (ViewerState(entry, index: index, ViewerState.scope(of: entry, in: app)), [])
  }
}
