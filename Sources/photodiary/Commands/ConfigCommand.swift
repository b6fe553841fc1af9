import ArgumentParser
import DiaryApp
import DiarySettings
import Localization

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: localized("Print or edit the settings."),
    discussion: localized(
      id: "discussion.config",
      """
      What is printed is valid TOML: every option with what it may be, its value, and where that \
      comes from (default, config.toml, a variable, the command line).

      --edit opens config.toml in your editor, and makes it first, with every option in a comment, \
      if there is none. What is wrong in it afterwards is told, and it stays as you wrote it. A \
      diary that is open takes the settings up at once.

      Examples:
        photodiary config
        photodiary config --edit
      """))

  @Flag(name: .long, help: .localized("Open config.toml in your editor."))
  var edit = false

  @OptionGroup var screenOptions: ScreenOptions

  func run() throws {
    let file = Folders.ownSettings
    if edit {
      try SettingsEditing(file: file).run()
      return
    }
    var settings = file.known().effective(screenOptions.choice)
    // As a new diary would get it.
    if settings.author == nil {
      settings.author = AuthorName(folders: try Folders(store: nil)).find()
    }
    try Output.write { output in try output.text(SettingsText.effective(settings, keys: .screens)) }
  }
}
