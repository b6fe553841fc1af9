import DiaryCore

extension Settings {
  /// What the values of a file set, and all that is wrong in it.
  package static func read(
    _ items: [SettingItem], path: String, keys: KeyCatalog
  ) -> (settings: Settings, issues: [SettingsIssue]) {
    var reader = SettingsReader(path: path, keys: keys)
    for item in items { reader.take(item) }
    return reader.outcome
  }
}

/// Settings in the making.
private struct SettingsReader {
  let path: String
  let keys: KeyCatalog
  private var settings = Settings()
  private var issues: [SettingsIssue] = []
  /// Tables that there are none of: what stands in them is not told as well.
  private var unknown: Set<[String]> = []

  init(path: String, keys: KeyCatalog) { (self.path, self.keys) = (path, keys) }

  private static let options = [String: SettingsOption](
    uniqueKeysWithValues: SettingsOption.all.map { ($0.name, $0) })
  private static let tables = Set(SettingsOption.all.map(\.table))
    .union(["keys", commandTable])
  private static let commandTable = "commands"

  var outcome: (settings: Settings, issues: [SettingsIssue]) {
    let ofKeys = keys.issues(settings.keys, settings.commands)
      .map { SettingsIssue(path: path, line: $0.line, $0.failure) }
    return (settings, (issues + ofKeys).sorted { $0.line < $1.line })
  }

  mutating func take(_ item: SettingItem) {
    guard !unknown.contains(where: { item.path.starts(with: $0) }) else { return }
    if item.path.first == "keys" { return takeKeys(item) }
    if item.path.count == 1, Self.tables.contains(item.name) {
      if item.value != .table { refuse(item, .invalid(option: item.name, .table)) }
      return
    }
    if item.path.first == Self.commandTable { return takeCommand(item) }
    guard let option = Self.options[item.name] else { return refuse(item, unknownOption(item)) }
    guard option.set(item.value, &settings) else {
      return refuse(item, .invalid(option: item.name, option.kind))
    }
    settings.origins[item.name] = .file(line: item.line)
  }

  private mutating func takeKeys(_ item: SettingItem) {
    guard item.path.count > 2 || item.value == .table else {
      return refuse(item, .invalid(option: item.name, .table))
    }
    guard item.path.count < 4 else { return refuse(item, .invalid(option: item.name, .keys)) }
    if item.path.count == 2, !keys.names.contains(item.path[1]) {
      let nearest = NearestName.of(item.path[1], among: keys.names)
      return refuse(item, .unknownScreen(item.path[1], nearest: nearest ?? ""))
    }
    guard item.path.count == 3 else { return }
    let names: [String]
    switch item.value {
    case .list(let keys): names = keys
    case .text(let key): names = [key]
    default: return refuse(item, .invalid(option: item.name, .keys))
    }
    settings.keys.append(
      KeyBinding(screen: item.path[1], command: item.path[2], keys: names, line: item.line))
    settings.origins[item.name] = .file(line: item.line)
  }

  private mutating func takeCommand(_ item: SettingItem) {
    guard item.path.count == 2, case .text(let text) = item.value, CommandKey.isCommand(text)
    else {
      return refuse(item, .invalid(option: item.name, .command))
    }
    settings.commands.append(CommandKey(key: item.path[1], command: text, line: item.line))
    settings.origins[item.name] = .file(line: item.line)
  }

  private func unknownOption(_ item: SettingItem) -> SettingsIssueReason {
    let names = Self.options.keys.sorted() + Self.tables.filter { !$0.isEmpty }.sorted()
    return .unknownOption(item.name, nearest: NearestName.of(item.name, among: names) ?? "")
  }

  private mutating func refuse(_ item: SettingItem, _ failure: SettingsIssueReason) {
    unknown.insert(item.path)
    issues.append(SettingsIssue(path: path, line: item.line, failure))
  }
}

// MARK: - SettingItem

/// A value of the settings file, with the names that lead to it and its line.
package struct SettingItem: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    /// A list of texts.
    case list([String])
    case table
    /// What no option has: a date, a fraction, a list of other things.
    case other
  }

  /// `["editor", "tab_width"]`
  package let path: [String]
  package let value: Value
  package let line: Int

  package init(path: [String], value: Value, line: Int) {
    self.path = path
    self.value = value
    self.line = line
  }

  /// The option's name as one would say it: `editor.tab_width`.
  var name: String { path.joined(separator: ".") }
}

// MARK: - NearestName

/// Finds what a person meant who misspelt a name.
package enum NearestName {
  /// The name that takes the fewest changes; the first of equals.
  package static func of(_ name: String, among names: [String]) -> String? {
    names.min { distance(name, $0) < distance(name, $1) }
  }

  /// The nearest name, if it is so near that it may well be meant.
  package static func meant(by name: String, among names: [String]) -> String? {
    of(name, among: names).flatMap { distance(name, $0) <= max(1, name.count / 2) ? $0 : nil }
  }

  /// How many letters have to be added, removed or replaced (Levenshtein's distance).
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one.prefix(64)), Array(other.prefix(64)))
    var costs = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var diagonal = costs[0]
      costs[0] = row + 1
      for column in other.indices {
        let replaced = diagonal + (letter == other[column] ? 0 : 1)
        diagonal = costs[column + 1]
        costs[column + 1] = min(replaced, diagonal + 1, costs[column] + 1)
      }
    }
    return costs[other.count]
  }
}
