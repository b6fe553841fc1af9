import DiaryCore
import TerminalUI

/// The command palette: what is typed narrows all commands of the screen below down.
package struct PaletteState: Sendable {
  var field = TextField()
  let items: [PaletteItem]
  /// Names of commands that were called from here, the last one first.
  private let recent: [String]
  var choice = ChoiceList()
  /// Those that have what is typed, the best first.
  private(set) var shown: [(item: PaletteItem, match: PaletteItem.Match)] = []

  init(_ items: [PaletteItem], recent: [String]) {
    self.items = items
    self.recent = recent
    narrow()
  }

  var selected: PaletteItem? {
    shown.indices.contains(choice.selected) ? shown[choice.selected].item : nil
  }

  /// In letters: no command has as many.
  private static let longest = 200

  mutating func narrow() {
    let pattern = FuzzyPattern(String(field.text.prefix(Self.longest)))
    var found = items.compactMap { item in item.match(pattern).map { (item: item, match: $0) } }
    // Letters here and there are meant only where nothing else has them.
    let good = found.filter { $0.match.found.kind != .scattered }
    if !good.isEmpty { found = good }
    let ages = found.map { recent.firstIndex(of: $0.item.name) ?? recent.count }
    // Of equals the one that was called last goes first; the others stay in their order.
    shown = found.indices.sorted { left, right in
      let (one, other) = (found[left].match.found, found[right].match.found)
      if one < other || other < one { return other < one }
      return (ages[left], left) < (ages[right], right)
    }.map { found[$0] }
    choice.select(0, count: shown.count)
  }
}

extension AppState {
  mutating func openPalette() {
    // Help is of the screen below it.
    if screens.front is HelpState { screens.pop() }
    screens.push(PaletteState(paletteItems, recent: recentCommands))
  }

  mutating func updatePalette(_ event: KeyEvent, _ palette: PaletteState) -> [Effect] {
    var palette = palette
    let count = palette.shown.count
    let page = PaletteLayout(palette, size).rows.rows
    let command = keys[.palette].command(for: event)
    if let command, palette.choice.handle(command, count: count, page: page) {
      screens.replaceFront(with: palette)
      return []
    }
    switch command {
    case .cancel:
      screens.pop()
      return []
    case .open: return call(palette.selected)
    case .help: return updateEverywhere(.help)
    default:
      let before = palette.field.text
      if type(event, into: &palette.field) {
        if palette.field.text != before { palette.narrow() }
      } else if let command = keys[.everywhere].withoutLetters.command(for: event) {
        return updateEverywhere(command)
      }
    }
    screens.replaceFront(with: palette)
    return []
  }

  /// Does what a command's key does on the screen below.
  private mutating func call(_ item: PaletteItem?) -> [Effect] {
    guard let item else { return [] }
    screens.pop()
    recentCommands = [item.name] + recentCommands.filter { $0 != item.name }
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
    case .selected: screens.replaceFront(with: palette)
    case nil:
      // Beside it, a click leaves it.
      if mouse.action == .press, !layout.box.contains(mouse.point) { screens.pop() }
    }
    return []
  }
}
