import TerminalUI
import Words

/// The keys of a screen, made from the same tables that the keys are looked up in.
package struct HelpState: Sendable {
  let tables: [KeyTable]
  var scroll = ScrollPosition()

  init(_ tables: [KeyTable]) { self.tables = tables }

  /// Each key with its words, under the title of its table.
  var lines: [(keys: String, words: String)] {
    tables.indices.flatMap { index in
      let table = tables[index]
      // The key of help stands with those of everywhere, which come last.
      let bindings = table.bindings.filter { $0.command != .help || index == tables.count - 1 }
      return [(table.title, "")]
        + bindings.map { ($0.keys.map(\.name).joined(separator: "  "), $0.help) } + [("", "")]
    }
  }
}

extension AppState {
  /// The tables of the front screen and of everywhere.
  var helpTables: [KeyTable] {
    let own: [KeyTable] =
      switch layers.last {
      case .reader: [keys.reader]
      case .viewer: [keys.viewer]
      case .gallery: [keys.gallery]
      case .calendar(let calendar): [calendar.jump == nil ? keys.calendar : keys.line]
      case .onThisDay: [keys.onThisDay]
      case .copyOut: [keys.copyOut]
      case .editor(let editor) where editor.find?.isAsking == true: [keys.replacing]
      case .editor(let editor) where editor.find != nil: [keys.find]
      case .editor: [keys.editor, keys.photoStrip]
      case .picker(let picker): [picker.table(in: keys)]
      case .photoImport: [keys.photoImport]
      case .diaryImport: [keys.diaryImport]
      case .trash: [keys.trash]
      case .history: [keys.history]
      case .versions: [keys.versions]
      case .status: [keys.status]
      case .export: [keys.export]
      case .details: [keys.details]
      case .templates: [keys.templates]
      case .caption, .line: [keys.line]
      case .tagList: [keys.tagList]
      case .statistics: [keys.statistics]
      case .places: [keys.places]
      case .journals: [keys.journals]
      case .palette: [keys.palette]
      case .journalChoice: [keys.choice]
      case .draftOffer: [keys.draftOffer]
      case .confirm: [keys.dialog]
      case .notice: [keys.notice]
      default: search == nil ? [keys.list] : [keys.search]
      }
    guard isTyping else { return own + [everywhere] }
    let isPage = layers.last?.isEditor == true
    let text = isPage ? keys.text.without(keys.editor) : keys.text.forOneLine
    return own[...0] + [text] + own[1...] + [everywhere.withoutLetters]
  }

  /// Those of everywhere that do something in front.
  private var everywhere: KeyTable {
    canGoElsewhere ? keys.everywhere : keys.everywhere.without([.jumpBack, .jumpForward])
  }

  /// Whether letters are typed on the front screen.
  private var isTyping: Bool {
    switch layers.last {
    case .editor, .details, .templates, .picker, .caption, .line, .export, .copyOut, .palette: true
    case .calendar(let calendar): calendar.jump != nil
    case .tagList(let list): list.isFiltering
    case nil: search != nil
    default: false
    }
  }

  /// The key by which the front screen calls a command, for a text that says how; `nil` if none does.
  func keyName(of command: Command) -> String? {
    helpTables.lazy.compactMap { $0.keyName(of: command) }.first
  }

  mutating func updateHelp(_ event: KeyEvent, _ help: HelpState) -> [Effect] {
    let height = HelpView.body(size).rows
    let command = keys.everywhere.command(for: event)
    if command == .back || command == .help {
      layers.removeLast()
      return []
    }
    if command == .jumpBack || command == .jumpForward {
      layers.removeLast()
      return command.map { updateEverywhere($0) } ?? []
    }
    switch event.key {
    case .escape, .enter:
      layers.removeLast()
      return []
    case .down, .character("j"): scroll(help, by: 1)
    case .up, .character("k"): scroll(help, by: -1)
    case .pageDown, .character(" "): scroll(help, by: height - 1)
    case .pageUp: scroll(help, by: 1 - height)
    default:
      return command.map { updateEverywhere($0) } ?? []
    }
    return []
  }

  mutating func scroll(_ help: HelpState, by rows: Int) {
    var help = help
    let body = HelpView.body(size)
    help.scroll.move(
      by: rows, content: HelpView.rows(help, columns: body.columns).count, height: body.rows)
    layers[layers.count - 1] = .help(help)
  }
}

enum HelpView {
  enum Row: Hashable {
    case title(String)
    case binding(keys: String, words: String)
  }

  /// Between two keys of a command.
  private static let gap = "  "

  static func body(_ size: Size) -> Rect { Rect(size).inset(left: 2, top: 2, right: 2, bottom: 1) }

  /// The lines as rows of a width: what has no room beside the keys, or they beside it, goes on
  /// below.
  static func rows(_ help: HelpState, columns: Int) -> [Row] {
    let column = wordsColumn(help, columns)
    return help.lines.flatMap { keys, words -> [Row] in
      guard !words.isEmpty else { return [.title(keys)] }
      let left = keyRows(keys, columns: column - 1)
      let right = LineWrapping.rows(ofText: words, columns: max(1, columns - column))
      return (0..<max(left.count, right.count)).map { row in
        .binding(
          keys: row < left.count ? left[row] : "", words: row < right.count ? right[row] : "")
      }
    }
  }

  /// Where the words begin: behind the longest key.
  private static func wordsColumn(_ help: HelpState, _ columns: Int) -> Int {
    let keys = help.lines.filter { !$0.words.isEmpty }.flatMap { $0.keys.split(separator: gap) }
    let longest = keys.map { TextWidth.columns($0) }.max() ?? 0
    return min(26, max(columns / 3, min(longest + 1, columns / 2)))
  }

  /// A key isn't cut in two.
  private static func keyRows(_ keys: String, columns: Int) -> [String] {
    keys.split(separator: gap).reduce(into: []) { rows, key in
      if let last = rows.last, TextWidth.columns(last + gap + key) <= columns {
        rows[rows.count - 1] += gap + key
      } else {
        rows.append(String(key))
      }
    }
  }

  static func draw(_ help: HelpState, _ state: AppState, in grid: inout Grid) {
    let back = state.keys.everywhere.hint(.back, "back")
    let more = Binding(.down, KeyEvent(.down), help: "", hint: "scroll")
    _ = ScreenFrame(
      title: localized("Keys"), hints: [back, more].compactMap(\.self), in: &grid, state)
    let body = body(grid.size)
    let column = wordsColumn(help, body.columns)
    let rows = rows(help, columns: body.columns).dropFirst(help.scroll.top).prefix(body.rows)
    for (line, row) in zip((0..<body.rows).map(body.line), rows) {
      switch row {
      case .title(let title): grid.draw(title, in: line, state.theme.title)
      case .binding(let keys, let words):
        grid.draw(keys, in: line.inset(right: line.columns - column + 1), state.theme.accent)
        grid.draw(words, in: line.inset(left: column), state.theme.text)
      }
    }
  }
}
