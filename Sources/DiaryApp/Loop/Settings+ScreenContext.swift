import DiarySettings
import Localization
import TerminalUI

extension Settings {
  /// Takes them up: theme, keys, preferences, photos and language change at once. Whether there are
  /// screens at all stays as it is until the next start.
  func apply(to app: inout ScreenContext) -> [Effect] {
    app.preferences = preferences
    app.keys = Keymap.changed(by: keys).keymap
    // Of keys that are taken the settings tell.
    _ = app.keys.take(commands)
    app.showsPhotos = photos != .off && !app.speaks
    return [.adopt(photos, language)]
  }
}

extension SettingsError {
  /// The first mistake in the settings for the bottom line, where there is no room for a path; the
  /// former settings stay in force.
  var brief: String? {
    guard let first = issues.first else { return nil }
    let name = first.path.split(separator: "/").last.map(String.init) ?? first.path
    let words = SettingsIssue(path: name, line: first.line, first.failure).text
    return issues.count > 1
      ? localized("\(words) There are \(issues.count - 1) more mistakes.") : words
  }
}

extension Message {
  /// The settings have become other ones.
  package static func settingsRead(_ result: Result<Settings, SettingsError>) -> Message {
    .performing(result) { state in
      switch result {
      case .success(let settings):
        state.toast = nil
        return settings.apply(to: &state.context)
      case .failure(let error):
        state.toast = error.brief
        return []
      }
    }
  }
}
