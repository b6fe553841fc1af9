import TerminalUI

/// The keys of a screen, made from the same tables that the keys are looked up in.
package struct HelpState: Sendable {
  let tables: [KeyTable]
  var scroll = ScrollPosition()

  init(_ tables: [KeyTable]) { self.tables = tables }

  private var everywhere: String { KeyTable.everywhere.title }

  /// Each key with its words, under the title of its table.
  var lines: [(keys: String, words: String)] {
    tables.flatMap { table in
      [(table.title, "")]
        + table.bindings.filter { $0.command != .help || table.title == everywhere }.map {
          binding in
          (binding.keys.map(\.name).joined(separator: "  "), binding.help)
        } + [("", "")]
    }
  }
}

extension AppState {
  /// The tables of the front screen and of everywhere.
  var helpTables: [KeyTable] {
    let own: [KeyTable] =
      switch layers.last {
      case .reader: [.reader]
      case .viewer: [.viewer]
      case .gallery: [.gallery]
      case .copyOut: [.copyOut]
      case .editor: [.editor, .photoStrip]
      case .picker(let picker): [picker.table]
      case .photoImport: [.photoImport]
      case .trash: [.trash]
      case .history: [.history]
      case .versions: [.versions]
      case .status: [.status]
      case .export: [.export]
      case .details: [.details]
      case .templates: [.templates]
      case .caption, .authorName: [.line]
      case .confirm, .notice, .draftOffer: [.dialog]
      default: search == nil ? [.list] : [.search]
      }
    return own + [isTyping ? .everywhereInText : .everywhere]
  }

  /// Whether letters are typed on the front screen.
  private var isTyping: Bool {
    switch layers.last {
    case .editor, .details, .templates, .picker, .caption, .authorName, .export, .copyOut: true
    case nil: search != nil
    default: false
    }
  }

  mutating func updateHelp(_ event: KeyEvent, _ help: HelpState) -> [Effect] {
    var help = help
    let height = HelpView.body(size).rows
    func scroll(_ rows: Int) {
      help.scroll.move(by: rows, content: help.lines.count, height: height)
    }
    switch event.key {
    case .escape, .character("q"), .character("?"), .function(1), .enter:
      layers.removeLast()
      return []
    case .down, .character("j"): scroll(1)
    case .up, .character("k"): scroll(-1)
    case .pageDown, .character(" "): scroll(height - 1)
    case .pageUp: scroll(1 - height)
    default:
      let command = KeyTable.everywhere.command(for: event)
      return command.map { updateEverywhere($0) } ?? []
    }
    layers[layers.count - 1] = .help(help)
    return []
  }
}

enum HelpView {
  static func body(_ size: Size) -> Rect { Rect(size).inset(left: 2, top: 2, right: 2, bottom: 1) }

  static func draw(_ help: HelpState, _ state: AppState, in grid: inout Grid) {
    let hint = Binding(.back, .character("q"), help: "", hint: "back")
    let more = Binding(.down, KeyEvent(.down), help: "", hint: "scroll")
    _ = ScreenFrame(title: "Keys", hints: [hint, more], in: &grid, state)
    let body = body(grid.size)
    let lines = help.lines
    let column = min(26, body.columns / 3)
    for row in 0..<body.rows {
      let index = help.scroll.top + row
      guard lines.indices.contains(index) else { break }
      let (keys, words) = lines[index]
      let line = body.line(row)
      if words.isEmpty {
        grid.draw(keys, in: line, state.theme.title)
      } else {
        grid.draw(keys, in: line.inset(right: line.columns - column + 1), state.theme.accent)
        grid.draw(words, in: line.inset(left: column), state.theme.text)
      }
    }
  }
}
