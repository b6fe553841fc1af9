import DiaryCore
import TerminalUI
import Text

/// The settings screen: all options of `config.toml` by table. A change is written to the file and
/// takes effect immediately, except for options that only count at the start.
package struct SettingsScreen: Sendable {
  var filter = TextField()
  var isFiltering = false
  var choice = ChoiceList()
  /// The options that match the filter.
  private(set) var shown = SettingsOption.all

  var selected: SettingsOption? { shown.element(at: choice.selected) }

  fileprivate mutating func select(_ name: String?) {
    choice.select(shown.firstIndex { $0.name == name } ?? 0, count: shown.count)
  }

  mutating func narrow() {
    let name = selected?.name
    let phrase = SearchPhrase(String(filter.text.trimmed))
    shown = SettingsOption.all.filter { option in
      [option.name, option.comment.text, option.group].contains {
        FoldedText($0).contains(phrase)
      }
    }
    select(name)
  }
}

extension SettingsScreen: SearchableScreen {
  package var opener: Command? { .settings }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.settings]] }

  /// Selects the next value, or opens the dialog for a text or number.
  mutating func open(in app: inout AppState) -> [Effect] {
    guard let selected else { return [] }
    if selected.kind == .theme {
      app.push(ThemeChoice(in: app))
    } else if selected.choices(in: app.settings).isEmpty {
      app.push(SettingDialog(selected, in: app))
    } else {
      return step(by: 1, in: &app)
    }
    return []
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .right: return step(by: 1, in: &app)
    case .left: return step(by: -1, in: &app)
    case .search: isFiltering = true
    case .delete:
      guard let selected, case .file = app.settings.origins[selected.name] else { return [] }
      return app.change(selected, to: nil)
    default: return nil
    }
    return []
  }

  private func step(by count: Int, in app: inout AppState) -> [Effect] {
    guard let selected, case let choices = selected.choices(in: app.settings), !choices.isEmpty
    else { return [] }
    let index = selected.ownValue(in: app.settings).flatMap { choices.firstIndex(of: $0) } ?? 0
    return app.change(selected, to: choices[(index + count + choices.count) % choices.count])
  }
}

extension AppState {
  /// Changes an option, or resets it to its default, unless the command line has set it.
  fileprivate mutating func change(
    _ option: SettingsOption, to value: SettingItem.Value?
  ) -> [Effect] {
    guard settings.origins[option.name] != .commandLine else {
      toast = localized("The command line has set \(option.name) until you quit.")
      return []
    }
    return [.changeSetting(SettingChange(option.key, in: option.table, to: value))]
  }
}

extension Effect {
  /// Selects an option on the settings screen, if that is open.
  static func selectSetting(_ name: String) -> Effect {
    .update(name) { state in
      state.screens.update(SettingsScreen.self) { $0.select(name) }
      return []
    }
  }

  /// Changes an option in the settings file, and applies the settings.
  ///
  /// - Parameter old: the theme to return to if that fails.
  static func changeSetting(
    _ change: SettingChange, from old: Preferences.ThemeName? = nil
  ) -> Effect {
    .run(change, in: .queue("settings")) { context in
      await context.environment.changeSetting(change)
    } thenPerform: { state, result in
      if case .failure = result, let old { state.preferences.theme = old }
      return state.adopt(result)
    }
  }
}

// MARK: - Values

extension SettingsOption {
  /// The title of the option's table.
  fileprivate var group: String {
    switch table {
    case "colors": localized("Colors")
    case "editor": localized("Editor")
    case "hooks": localized("Hooks")
    default: localized("General")
    }
  }

  /// Returns the values to choose from; none for texts, numbers and lists.
  fileprivate func choices(in settings: Settings) -> [SettingItem.Value] {
    switch kind {
    case .theme: settings.preferences.themeNames.map { .text($0.rawValue) }
    case .flag: [.flag(false), .flag(true)]
    case .oneOf(let values): values.map { .text($0) }
    default: []
    }
  }

  /// Returns the value without those of the environment, which replace the default.
  fileprivate func ownValue(in settings: Settings) -> SettingItem.Value? {
    if case .environment = settings.origins[name] { return value(Settings()) }
    return value(settings)
  }

  fileprivate func valueText(in settings: Settings) -> String {
    value(settings)?.words ?? localized("not set")
  }

  /// Returns the value that a text means; `nil` for an empty one.
  fileprivate func value(of text: String) -> SettingItem.Value? {
    let text = String(text.trimmed)
    guard !text.isEmpty else { return nil }
    switch kind {
    case .number: return Int(text).map { .number($0) } ?? .text(text)
    case .color: return Int(text).map { .number($0) } ?? .text(Self.unquoted(text))
    case .dictionaries where ["auto", "off"].contains(text): return .text(text)
    case .dictionaries, .subscriptions, .moods:
      let parts = text.trimming { "[]".contains($0) }.split(separator: ",")
      return .list(parts.map { Self.unquoted(String($0.trimmed)) }.filter { !$0.isEmpty })
    case .command: return .text(text)
    default: return .text(Self.unquoted(text))
    }
  }

  /// Removes the quotes that the settings file would need.
  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast())
  }
}

extension SettingItem.Value {
  /// The value as it is shown and typed.
  fileprivate var words: String? {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    case .flag(true): localized(id: "setting.on", "on")
    case .flag(false): localized(id: "setting.off", "off")
    case .list(let texts): texts.joined(separator: ", ")
    case .table, .other: nil
    }
  }
}

extension StringProtocol {
  /// Returns the string without characters at both ends that satisfy a condition.
  fileprivate func trimming(_ isUnwanted: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isUnwanted($0) }),
      let last = lastIndex(where: { !isUnwanted($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}

// MARK: - Dialog

/// The dialog for an option's text, number or list. The input is checked as in the settings file.
struct SettingDialog: LineDialog {
  private let option: SettingsOption
  private let start: String
  var field: TextField

  init(_ option: SettingsOption, in app: AppState) {
    self.option = option
    start = option.ownValue(in: app.settings)?.words ?? ""
    field = TextField(start)
  }

  var title: String { option.name }
  var label: String { localized("Value") }

  var lines: [String] {
    let form: String
    switch option.kind {
    case .dictionaries, .subscriptions, .moods:
      form = localized("Separate them with commas. Empty: the default.")
    case .number, .color: form = localized("\(option.kind.valid). Empty: the default.")
    default: form = localized("Empty: the default.")
    }
    return [option.comment.text, form]
  }

  mutating func accept(in app: inout AppState) throws -> [Effect] {
    guard field.text != start else { return cancel(in: &app) }
    let value = option.value(of: field.text)
    var settings = app.settings
    if let value, !option.set(value, &settings) {
      let issue = SettingsIssue(path: "", line: 0, .invalid(option: option.name, option.kind))
      app.toast = issue.text
      return []
    }
    app.pop()
    return app.change(option, to: value)
  }
}

// MARK: - Themes

/// The dialog for the theme, which shows the selected one everywhere until it is closed.
struct ThemeChoice: ChoiceDialog {
  var choice = ChoiceList()
  private let themes: [Preferences.ThemeName]
  private let old: Preferences.ThemeName

  init(in app: AppState) {
    themes = app.preferences.themeNames
    old = app.preferences.theme
    choice.select(themes.firstIndex(of: old) ?? 0, count: themes.count)
  }

  private var selected: Preferences.ThemeName { themes[choice.selected] }

  var title: String { localized("Theme") }

  mutating func requests(in app: inout AppState) -> [Effect] {
    if app.preferences.theme != selected { app.preferences.theme = selected }
    return []
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    app.pop()
    guard selected != old else { return [] }
    return [.changeSetting(SettingChange("theme", to: .text(selected.rawValue)), from: old)]
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    guard command == .cancel else { return nil }
    app.preferences.theme = old
    app.pop()
    return []
  }

  func rowCount(in app: AppState) -> Int { themes.count }

  /// Draws a row like `▌gruvbox    ●●●●●●`, with the colors of journals in the selected theme.
  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    if isSelected { grid.draw("▌", in: line, app.theme.accent) }
    let name = line.inset(left: 1)
    grid.draw(
      themes[row].rawValue.printable, in: name, isSelected ? app.theme.title : app.theme.text)
    guard isSelected else { return }
    for (index, color) in JournalColor.allCases.enumerated() {
      grid.draw(JournalMark.text, in: name.inset(left: 16 + index), app.theme.hue(color))
    }
  }

  func text(ofRow row: Int, in app: AppState) -> String { themes[row].rawValue }
}

// MARK: - View

extension SettingsScreen {
  func rowCount(in app: AppState) -> Int { shown.count }

  func list(in app: AppState) -> Rect {
    let body = ScreenFrame.body(app.size)
    return body.inset(top: showsFilter ? 1 : 0, bottom: Self.detailRows(body) + 1)
  }

  private static func isNarrow(_ rect: Rect) -> Bool { rect.columns < 76 }

  /// The rows of the selected option's description.
  private static func detailRows(_ body: Rect) -> Int { isNarrow(body) ? 3 : 2 }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let theme = app.theme
    let frame = ScreenFrame(
      title: localized("Settings"), trailing: fileText(app),
      hints: app.keys[.settings].bindings, in: &grid, app)
    let caret = drawFilter(in: &grid, frame.body, theme)
    if shown.isEmpty {
      grid.draw(
        localized("No settings match."), in: list(in: app).inset(left: 3, top: 1).line(0),
        theme.dim)
    }
    drawRows(in: &grid, app)
    let details = frame.body.split(bottom: Self.detailRows(frame.body) + 1).bottom
    grid.draw(String(repeating: "─", count: details.columns), in: details, theme.rule)
    if let selected {
      drawDetails(of: selected, in: &grid, details.inset(left: 1, top: 1, right: 1), app)
    }
    return caret
  }

  /// Returns the file's path, with `~` for the home folder.
  private func fileText(_ app: AppState) -> String {
    let (path, home) = (app.settingsFile, app.homeFolder)
    return (path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path).printable
  }

  /// Draws what the option does, its valid values and the source of its value.
  private func drawDetails(
    of option: SettingsOption, in grid: inout Grid, _ rect: Rect, _ app: AppState
  ) {
    grid.draw(
      paragraph: option.comment.text, in: rect.inset(bottom: 1), app.theme.text)
    let origin = SettingsText.sourceText(of: app.settings.origins[option.name])
    let key = app.keys[.settings].keyName(of: .open) ?? ""
    let valid =
      switch option.kind {
      case .flag: [String]()
      case .theme: [localized("\(key) lists the themes")]
      default: [option.kind.valid]
      }
    grid.draw(
      ([origin] + valid).joined(separator: " · "), in: rect.line(rect.rows - 1), app.theme.dim)
  }

  /// Draws a row like `▌Editor   tab_width        8        Columns between tab stops`.
  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    let theme = app.theme
    let option = shown[row]
    if isSelected { grid.draw("▌", in: line, theme.accent) }
    var space = line.inset(left: 1, right: 1)
    let isNarrow = Self.isNarrow(line)
    if !isNarrow {
      let isFirst = row == choice.top || shown[row - 1].table != option.table
      if isFirst { grid.draw(option.group, in: space.leading(8), theme.dim) }
      space = space.inset(left: 10)
    }
    grid.draw(option.key, in: space.leading(16), isSelected ? theme.title : theme.text)
    space = space.inset(left: 17)
    let isDefault = app.settings.origins[option.name] == nil
    let value = option.valueText(in: app.settings).printable
    grid.draw(
      value, in: isNarrow ? space : space.leading(16), isDefault ? theme.dim : theme.text)
    if !isNarrow { grid.draw(option.comment.text, in: space.inset(left: 18), theme.dim) }
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    let option = shown[row]
    return "\(option.name): \(option.valueText(in: app.settings)), \(option.comment.text)"
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(
      localized("Settings"), selected: selectedText(in: app),
      field: isFiltering ? .init(localized("Search"), filter) : nil)
  }
}

extension Rect {
  /// Returns the first columns, at most `count`.
  fileprivate func leading(_ count: Int) -> Rect { inset(right: max(0, columns - count)) }
}
