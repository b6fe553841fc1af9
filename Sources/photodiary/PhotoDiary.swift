import ArgumentParser
import Localization
import System

/// The program: a sub-command of it runs, or without one the diary opens.
@main
struct PhotoDiary: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photodiary",
    abstract: localized("A photo diary for the terminal: local, private, kept in plain files."),
    usage: localized(
      id: "usage.photodiary",
      """
      photodiary [--store <dir> | --diary <name>] [--photos <how>] [--plain]
                                       opens the diary
      photodiary --together            opens all diaries as one timeline
      photodiary <id> | <date>         opens it there
      photodiary <subcommand> ...      see photodiary help <subcommand>
      """),
    discussion: localized(
      id: "discussion.photodiary",
      """
      Without a sub-command the diary opens; press ? there for its keys. With the id of an entry, \
      or how it begins, it opens at that entry, with a date (2024-05-03, 2024-05, yesterday) at that \
      day, month or year.

      The diary is kept in the folder given by --store, else by PHOTODIARY_STORE, else in \
      $XDG_DATA_HOME/photodiary (usually ~/.local/share/photodiary). Its FORMAT.txt says how to \
      read it without this program. A diary that you share with others is meant by --diary, before \
      or after any sub-command. --together opens all of them as one timeline; new entries go to the one \
      that is named.

      Photos are shown as well as the terminal can: --photos auto asks it. kitty, sixel and iterm \
      name a protocol, cells draws them in characters, off doesn't draw them. The same as \
      photos = "…" in config.toml, where all else is set: see photodiary config.

      --plain opens it without screens, as lines of text, for screen readers and dumb terminals.

      Examples:
        photodiary add "A walk by the river" --photo bridge.jpg --tag walks
        photodiary list --limit 10
        photodiary search "plum tree" --format json

      For a report of a mistake, photodiary --version --verbose names the store's format and the \
      libraries and programs that were found.

      Completions: photodiary --generate-completion-script bash (or zsh, fish).
      Exit status: 0 done, 1 failed, 64 wrong usage.
      """),
    version: ProgramVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: localized("Entry"),
        subcommands: [
          AddCommand.self, NewCommand.self, ListCommand.self, ShowCommand.self, EditCommand.self,
          CommentCommand.self,
          SearchCommand.self, OnThisDayCommand.self, RemindCommand.self,
          HistoryCommand.self, RevertCommand.self,
          RandomCommand.self, JournalsCommand.self, TagsCommand.self, StatsCommand.self,
          ReviewCommand.self, TripsCommand.self, MapCommand.self,
        ]),
      CommandGroup(
        name: localized("Trash"),
        subcommands: [DeleteCommand.self, RestoreCommand.self, TrashCommand.self]),
      CommandGroup(
        name: localized("Diary"),
        subcommands: [
          StatusCommand.self, AuthorCommand.self, VerifyCommand.self, BackupCommand.self,
          ExportCommand.self, ImportCommand.self,
          WatchCommand.self, ConfigCommand.self, DemoCommand.self,
        ]),
      CommandGroup(
        name: localized("Encryption"),
        subcommands: [
          EncryptCommand.self, DecryptCommand.self, UnlockCommand.self, LockCommand.self,
          KeyCommand.self,
        ]),
      CommandGroup(
        name: localized("Several machines"),
        subcommands: [
          SyncCommand.self, RemoteCommand.self, CloneCommand.self, DeviceCommand.self,
          PhotosCommand.self,
        ]),
      CommandGroup(
        name: localized("Several people"),
        subcommands: [
          ShareCommand.self, JoinCommand.self, PeopleCommand.self, DiariesCommand.self,
          PublishCommand.self, FollowCommand.self,
        ]),
    ])

  /// What the sub-commands are called, `help` among them.
  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// What is wrong with them is said in the language of the settings, which nothing else needs yet.
  private static func readArguments() throws -> Arguments {
    do {
      return try Arguments()
    } catch {
      if let language = Folders.ownSettings.known().language { Language.use(language) }
      return try Arguments()
    }
  }

  static func main() async {
    // Nothing is waited for before this, so no thread has begun.
    guard ThisProgram.canWatchThreads else { ThisProgram.exit(exitStatusWithoutThreads()) }
    ThisProgram.exit(await exitStatus())
  }

  /// Shows help, the version and what is wrong with the arguments; anything else needs threads. Returns the exit
  /// status.
  private static func exitStatusWithoutThreads() -> Int32 {
    Language.use(Language(environment: { Environment[$0] }))
    do {
      _ = try parseAsRoot(readArguments().forParser)
      throw CommandError(
        localized(
          """
          Couldn't start: /proc isn't mounted here. Mount it (mount -t proc proc /proc), or allow it in \
          the sandbox.
          """))
    } catch {
      return ExitHandler.report(error)
    }
  }

  /// Does what the arguments ask for. Returns the exit status.
  fileprivate static func exitStatus() async -> Int32 {
    Language.use(Language(environment: { Environment[$0] }))
    do {
      return try await perform()
    } catch {
      return ExitHandler.report(error)
    }
  }

  private static func perform() async throws -> Int32 {
    if let name = Facility.choice.unknown.first { throw CommandError.unknownFacility(name) }
    let arguments = try readArguments()
    guard !arguments.areVersionReport else {
      try await VersionReport.write()
      return 0
    }
    // Nothing of the parser on the way to the first frame.
    if let opening = arguments.opening {
      var dependencies = try Dependencies(
        store: arguments.store, diary: arguments.diary,
        passphraseFile: arguments.passphraseFile)
      try await dependencies.open(.optional)
      if arguments.screens.isTogether { dependencies = try await dependencies.withOthers() }
      let status = try await openDiary(dependencies, arguments.screens, at: opening)
      try await dependencies.reportRemadeIndex()
      return status
    }
    let (settings, issues) = Folders.ownSettings.contents()
    if let language = settings.language { Language.use(language) }
    // Nor on that to a shell's first prompt.
    guard !arguments.areOnThisDay else {
      ErrorLine.warn(of: issues)
      let dependencies = try Dependencies(store: arguments.store, diary: arguments.diary)
      // A shell that starts asks nobody.
      guard try await dependencies.open(.optional) != .locked else { return 0 }
      try await OnThisDayLines(day: LocalTime.today().day).write(of: dependencies.diary)
      try await dependencies.reportRemadeIndex()
      return 0
    }
    // Only what completes from the diary waits for it: waiting starts threads, which takes a tenth
    // of the time of a short command.
    if arguments.areCompletion { _ = try await asyncParseAsRoot(arguments.forParser) }
    var command = try await parsed(arguments.forParser)
    if (command as? ConfigCommand)?.edit != true { ErrorLine.warn(of: issues) }
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
    return 0
  }

  /// Parses the arguments of a sub-command by its type alone, which takes half the time. For help and mistakes, the
  /// parser needs the whole program.
  private static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
    let type = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if let type = type as? any AsyncParsableCommand.Type, type.configuration.subcommands.isEmpty,
      let command = try? await type.asyncParseAsRoot(Array(arguments.dropFirst())),
      Swift.type(of: command) == type
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}

/// Runs the program within this process, beside others. Returns its exit status. Help is in English, whatever the
/// language of the run: `configuration` is made once.
package func runProgram(_ invocation: Invocation) async -> Int32 {
  await Language.english.speaking {
    _ = ValueOptions.names
    return await Invocation.$current.withValue(invocation) { await PhotoDiary.exitStatus() }
  }
}
