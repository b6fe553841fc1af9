import DiaryCore
import TerminalUI

/// The command palette: what is typed narrows all commands of the screen below down.
package struct PaletteState: Sendable {
  var filter = TextField()
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
    let pattern = FuzzyPattern(String(filter.text.prefix(Self.longest)))
    var found = items.compactMap { item in item.match(pattern).map { (item: item, match: $0) } }
    // Letters here and there are meant only where nothing else has them; one or two within a word
    // only where no word begins with them.
    let least: [FuzzyMatch.Kind] =
      filter.text.count > 2 ? [.contiguous] : [.wordStarts, .contiguous]
    let good = least.lazy.map { kind in
      found.filter { $0.match.found.kind.rawValue >= kind.rawValue }
    }
    if let best = good.first(where: { !$0.isEmpty }) { found = best }
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

extension PaletteState: FilteredScreen {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.palette]] }

  package func dialogHints(in app: ScreenContext) -> [Binding] { app.keys[.palette].bindings }

  mutating func narrow(in app: inout ScreenContext) -> [Effect] {
    narrow()
    return []
  }

  /// Does what the selected command's key does on the screen below.
  mutating func open(in app: inout ScreenContext) -> [Effect] {
    guard let item = selected else { return [] }
    app.pop()
    app.recentCommands = [item.name] + app.recentCommands.filter { $0 != item.name }
    return switch item.call {
    case .key(let key): [.press(key)]
    case .elsewhere(let command): [.goElsewhere(command)]
    }
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    let layout = PaletteLayout(self, app.size)
    switch choice.handle(mouse, count: shown.count, in: layout.rows) {
    case .opened: return open(in: &app)
    case .selected: break
    case nil:
      // Beside it, a click leaves it.
      if mouse.action == .press, !layout.box.contains(mouse.point) { app.pop() }
    }
    return []
  }
}
