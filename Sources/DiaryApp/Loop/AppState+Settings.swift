import DiarySettings
import TerminalUI
import Words

extension AppState {
  /// Takes settings up: theme, keys, preferences, photos and language change at once. Whether there
  /// are screens at all stays as it is until the next start.
  mutating func adopt(_ settings: Settings) -> [Effect] {
    preferences = settings.preferences
    keys = Keymap.changed(by: settings.keys).keymap
    showsPhotos = settings.photos != .off && !speaks
    return [.adopt(settings.photos, settings.language)]
  }
}

extension SettingsError {
  /// The first mistake in the settings for the bottom line, where there is no room for a path; the
  /// former settings stay in force.
  var brief: String? {
    guard let first = mistakes.first else { return nil }
    let name = first.path.split(separator: "/").last.map(String.init) ?? first.path
    let words = SettingsMistake(path: name, line: first.line, first.fault).text
    return mistakes.count > 1
      ? localized("\(words) There are \(mistakes.count - 1) more mistakes.") : words
  }
}

extension Message {
  /// The settings have become other ones.
  package static func settingsRead(_ result: Result<Settings, SettingsError>) -> Message {
    .performing(result) { state in
      switch result {
      case .success(let settings):
        state.toast = nil
        return state.adopt(settings)
      case .failure(let error):
        state.toast = error.brief
        return []
      }
    }
  }
}
