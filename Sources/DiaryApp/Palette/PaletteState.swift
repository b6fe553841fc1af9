import DiaryCore
import TerminalUI

/// The command palette: what is typed narrows all commands of the screen below down.
package struct PaletteState: Sendable {
  var field = TextField()
  let items: [PaletteItem]
  var choice = ChoiceList()
  /// Those that have what is typed, the best first.
  private(set) var shown: [(item: PaletteItem, match: PaletteItem.Match)] = []

  init(_ items: [PaletteItem]) {
    self.items = items
    narrow()
  }

  var selected: PaletteItem? {
    shown.indices.contains(choice.selected) ? shown[choice.selected].item : nil
  }

  /// In letters: no command has as many.
  private static let longest = 200

  mutating func narrow() {
    let pattern = FuzzyPattern(String(field.text.prefix(Self.longest)))
    shown = items.compactMap { item in item.match(pattern).map { (item, $0) } }
    // Equals stay in their order.
    let ranked = shown.enumerated().sorted { left, right in
      let (one, other) = (left.element.match.score, right.element.match.score)
      return one == other ? left.offset < right.offset : one > other
    }
    shown = ranked.map(\.element)
    choice.select(0, count: shown.count)
  }
}

extension AppState {
  mutating func openPalette() {
    // Help is of the screen below it.
    if case .help = layers.last { layers.removeLast() }
    layers.append(.palette(PaletteState(paletteItems)))
  }

  mutating func updatePalette(_ event: KeyEvent, _ palette: PaletteState) -> [Effect] {
    var palette = palette
    let count = palette.shown.count
    let page = PaletteLayout(palette, size).rows.rows
    let command = keys.palette.command(for: event)
    if let command, palette.choice.handle(command, count: count, page: page) {
      layers[layers.count - 1] = .palette(palette)
      return []
    }
    switch command {
    case .cancel:
      layers.removeLast()
      return []
    case .open: return call(palette.selected)
    case .help: return updateEverywhere(.help)
    default:
      let before = palette.field.text
      if type(event, into: &palette.field) {
        if palette.field.text != before { palette.narrow() }
      } else if let command = keys.everywhere.withoutLetters.command(for: event) {
        return updateEverywhere(command)
      }
    }
    layers[layers.count - 1] = .palette(palette)
    return []
  }

  /// Does what a command's key does on the screen below.
  private mutating func call(_ item: PaletteItem?) -> [Effect] {
    guard let item else { return [] }
    layers.removeLast()
    return switch item.call {
    case .key(let key): giveFront(key)
    case .elsewhere(let command): goElsewhere(command)
    }
  }

  mutating func clickPalette(_ mouse: MouseEvent, _ palette: PaletteState) -> [Effect] {
    var palette = palette
    let layout = PaletteLayout(palette, size)
    switch palette.choice.handle(mouse, count: palette.shown.count, in: layout.rows) {
    case .opened: return call(palette.selected)
    case .selected: layers[layers.count - 1] = .palette(palette)
    case nil:
      // Beside it, a click leaves it.
      if mouse.action == .press, !layout.box.contains(mouse.point) { layers.removeLast() }
    }
    return []
  }
}
