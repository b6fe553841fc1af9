import DiaryCore

extension Settings {
  /// Reads settings from the values of a file, and returns them with all errors.
  package static func read(
    _ items: [SettingItem], path: String, keys: KeyCatalog, themes: [String: OwnTheme] = [:]
  ) -> (settings: Settings, issues: [SettingsIssue]) {
    var reader = SettingsReader(path: path, keys: keys, themes: themes)
    for item in items { reader.apply(item) }
    return reader.result
  }
}

/// Settings while they are read.
private struct SettingsReader {
  let path: String
  let keys: KeyCatalog
  private var settings = Settings()
  private var issues: [SettingsIssue] = []
  /// The paths of rejected items. No further errors are reported for items inside them.
  private var rejected: Set<[String]> = []

  init(path: String, keys: KeyCatalog, themes: [String: OwnTheme]) {
    (self.path, self.keys) = (path, keys)
    settings.preferences.themes = themes
  }

  private static let options = [String: SettingsOption](
    uniqueKeysWithValues: SettingsOption.all.map { ($0.name, $0) })
  private static let tables = Set(SettingsOption.all.map(\.table))
    .union(["keys", commandTable])
  private static let commandTable = "commands"

  var result: (settings: Settings, issues: [SettingsIssue]) {
    let keyIssues = keys.issues(settings.keys, settings.commands)
      .map { SettingsIssue(path: path, line: $0.line, $0.failure) }
    return (settings, (issues + keyIssues).sorted { $0.line < $1.line })
  }

  mutating func apply(_ item: SettingItem) {
    guard !rejected.contains(where: { item.path.starts(with: $0) }) else { return }
    if item.path.first == "keys" { return applyKeys(item) }
    if item.path.count == 1, Self.tables.contains(item.name) {
      if item.value != .table { reject(item, .invalid(option: item.name, .table)) }
      return
    }
    if item.path.first == Self.commandTable { return applyCommand(item) }
    guard let option = Self.options[item.name] else { return reject(item, unknownOption(item)) }
    guard option.set(item.value, &settings) else {
      return reject(item, .invalid(option: item.name, option.kind))
    }
    settings.origins[item.name] = .file(line: item.line)
  }

  private mutating func applyKeys(_ item: SettingItem) {
    guard item.path.count > 2 || item.value == .table else {
      return reject(item, .invalid(option: item.name, .table))
    }
    guard item.path.count < 4 else { return reject(item, .invalid(option: item.name, .keys)) }
    if item.path.count == 2, !keys.names.contains(item.path[1]) {
      let nearest = NearestName.closest(to: item.path[1], among: keys.names)
      return reject(item, .unknownScreen(item.path[1], nearest: nearest))
    }
    guard item.path.count == 3 else { return }
    let names: [String]
    switch item.value {
    case .list(let keys): names = keys
    case .text(let key): names = [key]
    default: return reject(item, .invalid(option: item.name, .keys))
    }
    settings.keys.append(
      KeyBinding(screen: item.path[1], command: item.path[2], keys: names, line: item.line))
    settings.origins[item.name] = .file(line: item.line)
  }

  private mutating func applyCommand(_ item: SettingItem) {
    guard item.path.count == 2, case .text(let text) = item.value, CommandKey.isCommand(text)
    else {
      return reject(item, .invalid(option: item.name, .command("wc -w")))
    }
    settings.commands.append(CommandKey(key: item.path[1], command: text, line: item.line))
    settings.origins[item.name] = .file(line: item.line)
  }

  private func unknownOption(_ item: SettingItem) -> SettingsIssueReason {
    let names = Self.options.keys.sorted() + Self.tables.filter { !$0.isEmpty }.sorted()
    return .unknownOption(item.name, nearest: NearestName.closest(to: item.name, among: names))
  }

  private mutating func reject(_ item: SettingItem, _ failure: SettingsIssueReason) {
    rejected.insert(item.path)
    issues.append(SettingsIssue(path: path, line: item.line, failure))
  }
}

// MARK: - SettingItem

/// A value in the settings file, with its path and line.
package struct SettingItem: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    /// A list of strings.
    case list([String])
    case table
    /// A value that no option has: a date, a float, or a list of other values.
    case other
  }

  /// The keys that lead to the value, such as `["editor", "tab_width"]`.
  package let path: [String]
  package let value: Value
  package let line: Int

  package init(path: [String], value: Value, line: Int) {
    self.path = path
    self.value = value
    self.line = line
  }

  /// The full name of the option, such as `editor.tab_width`.
  var name: String { path.joined(separator: ".") }
}

// MARK: - NearestName

/// Finds the name that the user probably meant by a misspelled one.
package enum NearestName {
  /// Returns the name with the smallest edit distance, the first one if there are several, if it is
  /// similar, otherwise `nil`. At most half of the letters differ, and at most `limit`.
  package static func closest(
    to name: String, among names: [String], within limit: Int = .max
  ) -> String? {
    let limit = min(limit, max(1, name.count / 2))
    let nearest = names.min { editDistance(name, $0) < editDistance(name, $1) }
    return nearest.flatMap { editDistance(name, $0) <= limit ? $0 : nil }
  }

  /// Returns the number of letters to add, remove, replace or swap (optimal string alignment), for
  /// the first 64 letters, ignoring case.
  private static func editDistance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.lowercased().prefix(64)), Array(other.lowercased().prefix(64)))
    // The costs of the last but one row, the last one and this one.
    var (earlier, last, costs) = ([Int](), [Int](), Array(0...other.count))
    for (row, letter) in one.enumerated() {
      (earlier, last) = (last, costs)
      costs[0] = row + 1
      for column in other.indices {
        let replaced = last[column] + (letter == other[column] ? 0 : 1)
        costs[column + 1] = min(replaced, last[column + 1] + 1, costs[column] + 1)
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == other[column] {
          costs[column + 1] = min(costs[column + 1], earlier[column - 1] + 1)
        }
      }
    }
    return costs[other.count]
  }
}
