import DiaryCore
import Localization
import TerminalUI

/// What a person has set, and the defaults where nothing is.
package struct Settings: Hashable, Sendable {
  /// The name that the author of a new diary gets.
  package var author: String?
  /// `nil` is the locale's.
  package var language: Language?
  package var photos = PhotoDisplay.auto
  package var colorLimit = ColorLimit.auto
  /// The editor of `E`; `nil` is the environment's.
  package var externalEditor: String?
  /// What plays films and recordings; `nil` is mpv, else the desktop's program.
  package var player: String?
  /// Where photos of the day are looked for when an entry is begun, as it is written.
  package var photosFolder: String?
  /// The folder that other devices put things for the diary into, as it is written.
  package var inbox: String?
  /// Whether the diary opens as lines of text, for screen readers.
  package var isPlain = false
  package var start = StartChoice.newest
  /// What the desktop tells of what others write: names of diaries, and searches.
  package var notifications: [String] = []
  /// What is run after each save, for the shell.
  package var saveHook: String?
  /// After how many seconds that is ended, and a command on a key as well.
  package var commandSeconds = 10
  package var preferences = Preferences()
  /// The keys that a person has changed.
  package var keys: [KeyBinding] = []
  /// The commands of their own that they have put on keys.
  package var commands: [CommandKey] = []
  /// Where what isn't a default comes from, by the option's name.
  package var origins: [String: SettingOrigin] = [:]

  package init() {}
}

/// What the diary opens with when nothing else is asked for.
package enum StartChoice: String, Hashable, Sendable, CaseIterable {
  case newest
  /// Where it was left.
  case last
}

/// Where the value of an option comes from.
package enum SettingOrigin: Hashable, Sendable {
  case file(line: Int)
  /// A variable.
  case environment(String)
  case commandLine
}
