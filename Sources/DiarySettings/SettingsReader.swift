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
