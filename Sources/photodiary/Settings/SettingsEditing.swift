import DiarySettings
import Localization
import System

/// `config.toml` in the person's own editor.
struct SettingsEditing {
  let file: SettingsFile

  /// Opens it, made first if there is none, and throws what is wrong in it afterwards.
  func run() throws {
    try makeIfMissing()
    try file.checkEditable()
    try ExternalEditor.chosen(by: file).open(file.path)
    _ = try file.settings()
    ErrorLine.report(localized("The settings are in \(file.path)."))
  }

  private func makeIfMissing() throws(SettingsError) {
    // `~/.config` may be missing as well.
    FileSystem.makeFoldersAsCan(Path.parent(file.path))
    do throws(SystemError) {
      try OpenFile(file.path, .new).write(Array(SettingsText.template.utf8))
    } catch {
      // Somebody has just made it.
      if error.operation == .opening, error.number == .exists { return }
      throw SettingsError([
        SettingsIssue(path: file.path, line: 0, .unwritable(reason: error.words))
      ])
    }
  }
}
