import Localization
import TerminalUI

/// The list of what the place of an entry may be called, of which one is chosen.
package struct PlaceChooser: Sendable {
  let places: [String]
  var choice = ChoiceList()

  /// `selected` is the one that was chosen before.
  init(_ places: [String], selected: String) {
    self.places = places
    choice.select(places.firstIndex(of: selected) ?? 0, count: places.count)
  }
}

extension PlaceChooser: ChoiceScreen {
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.placeChooser]] }

  mutating func open(in app: inout ScreenContext) -> [Effect] {
    guard let place = places.element(at: choice.selected) else { return [] }
    app.pop()
    return [
      .update { state in
        state.screens.update(DetailsState.self) { $0.place = TextField(place) }
        return [.scheduleEditorDraft]
      }
    ]
  }

  // MARK: What is shown

  func rowCount(in app: ScreenContext) -> Int { places.count }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(
      title: localized("Where was it?"), hints: app.keys[.placeChooser].bindings, in: &grid, app)
    drawRows(in: &grid, app)
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    if isSelected { grid.draw("▌", in: line, app.theme.accent) }
    grid.draw(
      places[row], in: line.inset(left: 2), isSelected ? app.theme.title : app.theme.text)
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String { places[row] }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(localized("Where was it?"), selected: selectedWords(in: app))
  }
}

extension KeyScreen {
  static let placeChooser = KeyScreen(
    "place-chooser",
    title: "Places of an entry",
    bindings: [
      Binding(.open, .enter, help: "Take the place", hint: "choose"),
      Binding(.cancel, .escape, "q", help: "Cancel", hint: "leave"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
    ] + Binding.listMotions)
}
