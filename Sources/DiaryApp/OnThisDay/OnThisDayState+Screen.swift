import DiaryCore
import TerminalUI

extension OnThisDayState: Screen {
  package var leavesList: Bool { true }
  package var opener: Command? { .onThisDay }
  package var readEntry: Entry? { selectedEntry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.onThisDay]] }

  package mutating func layOut(in app: AppState) { OnThisDayView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    OnThisDayView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { OnThisDayView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    let title = OnThisDayView.title(of: self)
    guard let entries = self.entries else { return Speech(title) }
    guard let entry = selectedEntry else {
      return Speech(title, [OnThisDayView.emptyWords(app)])
    }
    let year = OnThisDayView.words(forYear: entry.date.day.year, from: day)
    return Speech(
      title,
      selected: Speech.item("\(year), \(Speech.words(for: entry))", selected, of: entries.count)
    )
  }

  package func place(in app: AppState) -> Place.Screen? {
    Place.Screen(kind: .onThisDay, entry: selectedEntry?.id, day: day)
  }
}

extension Place.Kind {
  static let onThisDay = Self("on-this-day", needsDay: true) { place, _, old, app in
    guard let day = place.day else { return nil }
    var screen = OnThisDayState(day)
    if let open = old as? OnThisDayState, open.day == day { screen = open }
    screen.want(place.entry)
    return (screen, [])
  }
}
