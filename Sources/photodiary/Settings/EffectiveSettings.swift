import DiarySettings
import Localization
import System
import TerminalUI

/// What the command line says of the screens, which goes before the settings.
struct ScreenChoice: Sendable {
  var photos: PhotoDisplay?
  var isPlain = false
  /// Whether all diaries are shown as one.
  var isTogether = false

  /// As the command line says it.
  var arguments: [String] {
    (photos.map { ["--photos", $0.rawValue] } ?? []) + (isPlain ? ["--plain"] : [])
      + (isTogether ? ["--together"] : [])
  }
}

extension Settings {
  /// The settings of a file with what the environment says where they say nothing, and with the
  /// command line before them.
  func effective(_ choice: ScreenChoice = ScreenChoice()) -> Settings {
    var settings = self
    if language == nil {
      let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
      settings.language = Language { Environment[$0] }
      settings.origins["language"] =
        variables.first { Environment[$0] != nil }.map { .environment($0) }
    }
    if externalEditor == nil,
      let variable = ["VISUAL", "EDITOR"].first(where: { Environment[$0] != nil })
    {
      settings.externalEditor = Environment[variable]
      settings.origins["external_editor"] = .environment(variable)
    }
    if let photos = choice.photos {
      settings.photos = photos
      settings.origins["photos"] = .commandLine
    }
    if choice.isPlain {
      settings.isPlain = true
      settings.origins["plain"] = .commandLine
    } else if !isPlain, Environment["TERM"] == "dumb" {
      settings.isPlain = true
      settings.origins["plain"] = .environment("TERM")
    }
    return settings
  }
}
