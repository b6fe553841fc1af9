import ArgumentParser
import DiaryApp
import DiaryCore
import Dispatch
import System
import Text

/// The program. It runs a sub-command, or opens the diary without one.
@main
struct PhotoDiary: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photodiary",
    abstract: localized(
      "A photo diary for the terminal: local, private and stored in plain files."),
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
      Without a sub-command, opens the diary; press ? there to see the keys. With an entry's id, \
      or its first digits, opens that entry. With a date (2024-05-03, 2024-05, yesterday), opens \
      the diary at that day, month or year.

      The diary is in the folder given by --store or PHOTODIARY_STORE, or else in \
      $XDG_DATA_HOME/photodiary (usually ~/.local/share/photodiary). Its FORMAT.txt explains how \
      to read it without this program. --diary, before or after any sub-command, selects a diary \
      that you share or follow. --together opens all of them as one timeline; new entries are \
      added to the one named by --diary, or to your own.

      Photos are shown in the best way that the terminal supports (--photos auto), with a given \
      graphics protocol (kitty, sixel, iterm), as colored characters (cells) or by name only \
      (off). This is the same as photos = "…" in config.toml. For all settings, see photodiary \
      config.

      --plain opens the diary as lines of text, for screen readers and dumb terminals.

      Examples:
        photodiary add A walk by the river --photo bridge.jpg --tag walks
        photodiary list --limit 10
        photodiary search "plum tree" --format json

      When reporting a bug, include the output of photodiary --version --verbose.

      Exit status: 0 success, 1 failure, 64 wrong usage.
      """),
    version: ProgramVersion.current,
    groupedSubcommands: [
      CommandGroup(
        name: localized("Entry"),
        subcommands: [
          TodayCommand.self, AddCommand.self, NewCommand.self, ListCommand.self, ShowCommand.self,
          EditCommand.self, CommentCommand.self,
          SearchCommand.self, LinksCommand.self, OnThisDayCommand.self, RemindCommand.self,
          HistoryCommand.self, RevertCommand.self,
          RandomCommand.self, JournalsCommand.self, SearchesCommand.self, TagsCommand.self,
          StatsCommand.self,
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
          WatchCommand.self, ConfigCommand.self, CompletionsCommand.self, DemoCommand.self,
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

  /// The names of the sub-commands, including `help`.
  static var commandNames: [String] {
    configuration.subcommands.map { $0.commandName } + ["help"]
  }

  /// Parses the arguments. Help and errors are in the language of the settings, which are only read
  /// for them.
  private static func readArguments() throws -> Arguments {
    if let arguments = try? Arguments(), arguments.help == nil { return arguments }
    if let language = Folders.userSettings.known().language { Language.use(language) }
    return try Arguments()
  }

  static func main() async {
    // Another file would get the number of a closed standard input, and be read as an entry's text.
    if (try? Descriptor.standardInput.status()) == nil {
      _ = try? Descriptor.open("/dev/null", .readOnly)
    }
    // No `await` before this, so no thread has started yet.
    guard CurrentProcess.canReadThreadStates else {
      CurrentProcess.exit(exitStatusWithoutThreads())
    }
    CurrentProcess.exit(await exitStatus())
  }

  /// Shows help, the version and errors in the arguments; all else needs threads. Returns the exit
  /// status.
  private static func exitStatusWithoutThreads() -> Int32 {
    Language.use(Language(environment: { Environment[$0] }))
    do {
      let arguments = try readArguments()
      if let help = arguments.help { return ExitHandler.write(help.text) }
      _ = try parseAsRoot(arguments.forProgram)
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

  /// Runs the program. Returns its exit status.
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
    if let help = arguments.help { return ExitHandler.write(help.text) }
    guard !arguments.requestsVersionReport else {
      try await VersionReport.write()
      return 0
    }
    // Skips the parser, to show the first frame sooner.
    if let opening = arguments.opening {
      var dependencies = try Dependencies(
        store: arguments.store, diary: arguments.diary,
        passphraseFile: arguments.passphraseFile)
      try await dependencies.open(.optional)
      if arguments.screens.isCombined { dependencies = try await dependencies.combinedWithOthers() }
      let status = try await openDiary(dependencies, arguments.screens, at: opening)
      try await dependencies.reportRebuiltIndex()
      return status
    }
    let (settings, issues) = Folders.userSettings.contents()
    if let language = settings.language { Language.use(language) }
    DateStyle.use(settings.preferences.dateStyle(locale: .ofLocale { Environment[$0] }))
    // Skips the parser here too, as shells run this before their first prompt.
    guard !arguments.requestsOnThisDay else {
      ErrorLine.warn(of: issues)
      let dependencies = try Dependencies(store: arguments.store, diary: arguments.diary)
      // Must not ask for a passphrase while a shell starts.
      guard try await dependencies.open(.optional) != .locked else { return 0 }
      try await OnThisDayLines(day: LocalTime.today().day).write(in: dependencies)
      try await dependencies.reportRebuiltIndex()
      return 0
    }
    // Only completions that read the diary await: that starts threads, which takes a tenth of the
    // time of a short command.
    if arguments.requestsCompletion { _ = try await asyncParseAsRoot(arguments.forProgram) }
    var command = try await parsed(arguments)
    if (command as? ConfigCommand)?.edit != true { ErrorLine.warn(of: issues) }
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
    return 0
  }

  /// Parses the arguments with the type of the sub-command, which takes half the time. For help and
  /// mistakes, the parser needs the whole program.
  private static func parsed(_ arguments: Arguments) async throws -> any ParsableCommand {
    if let type = arguments.commands.last as? any AsyncParsableCommand.Type,
      type.configuration.subcommands.isEmpty,
      let command = try? await type.asyncParseAsRoot(arguments.forCommand),
      Swift.type(of: command) == type
    {
      return command
    }
    return try parseAsRoot(arguments.forProgram)
  }
}

/// Runs the program within this process, for tests. Returns its exit status. Help is in English,
/// whatever the language of the run, as `configuration` is created once.
package func runProgram(_ invocation: Invocation) async -> Int32 {
  await Language.english.speaking {
    _ = allConfigurations
    return await Invocation.$current.withValue(invocation) { await PhotoDiary.exitStatus() }
  }
}

/// Creates the configurations of all sub-commands, which the help of any one does.
private let allConfigurations: Void = { _ = PhotoDiary.helpMessage(for: PhotoDiary.self) }()

// MARK: - ExitHandler

/// Converts errors to lines on standard error and an exit status.
enum ExitHandler {
  /// Reports an error. Returns the program's exit status.
  static func report(_ error: any Error) -> Int32 {
    switch error {
    case is DiaryError, is SystemError:
      let error = DiaryError(error)
      return fail([error.line + advice(after: error)])
    case let error as SettingsError: return fail(error.issues.map(\.text))
    case let error as CommandError: return fail([error.line])
    case let error as MessageError: return fail([error.line])
    default: return report(parserError: error)
    }
  }

  /// Returns a sentence with the arguments that the commands in an error's line need, if any: they
  /// mustn't restore or create another diary.
  private static func advice(after error: DiaryError) -> String {
    guard case .store(let path, .disappeared) = error else { return "" }
    let words = Folders.arguments(selecting: path).map(ShellWord.quoted)
    guard !words.isEmpty else { return "" }
    let arguments = words.joined(separator: " ")
    return " " + localized("Add \(arguments) to these commands.").printable
  }

  private static func fail(_ lines: [String]) -> Int32 {
    for line in lines { ErrorLine.write(line) }
    return ExitCode.failure.rawValue
  }

  /// Handles the parser's errors. Help, version and completions are thrown too, but succeed.
  private static func report(parserError error: any Error) -> Int32 {
    let code = PhotoDiary.exitCode(for: error)
    guard code != .success else {
      let text = PhotoDiary.fullMessage(for: error, columns: HelpText.unlimited)
      return write(HelpText.isHelp(text) ? HelpText.laidOut(text) : text)
    }
    let message = ParserMessages.error(PhotoDiary.message(for: error))
    if let last = message.last {
      ErrorLine.write("\(message)\(".?!".contains(last) ? "" : ".") \(hint)")
    }
    return code.rawValue
  }

  /// Writes a result. Returns the program's exit status.
  static func write(_ text: String) -> Int32 {
    do {
      try Output.write { output in try output.text(text.hasSuffix("\n") ? text : text + "\n") }
      return ExitCode.success.rawValue
    } catch {
      return report(error)
    }
  }

  private static var hint: String {
    var names: [String] = []
    var known = PhotoDiary.configuration.subcommands
    for argument in CurrentProcess.arguments.dropFirst() {
      guard let command = known.first(named: argument) else { continue }
      names.append(argument)
      known = command.configuration.subcommands
    }
    return names.isEmpty
      ? localized("See `photodiary --help`.")
      : localized("See `photodiary \(names.joined(separator: " ")) --help`.")
  }
}

// MARK: - CommandError

/// An error of a sub-command that isn't an error of the diary.
struct CommandError: Error {
  /// The error on one line, safe for a terminal.
  let line: String

  init(_ words: String) { line = words.printable }

  static func unknownFacility(_ name: String) -> CommandError {
    let known = Facility.allCases.map(\.rawValue).joined(separator: ", ")
    return CommandError(
      localized("Unknown name “\(name)” in PHOTODIARY_WITHOUT. Use one of: \(known)."))
  }

  static var notATerminal: CommandError {
    CommandError(
      localized(
        """
        The diary only opens in a terminal. Run `photodiary --help` for commands to use in scripts.
        """))
  }

  static func noTemporaryFolder(_ reason: String) -> CommandError {
    CommandError(
      localized(
        "Couldn't create a temporary folder: \(reason). Set TMPDIR to a folder with free space."))
  }

  /// The error of text that couldn't be saved for `reason` and is kept in `file`.
  static func textKept(in file: String, _ reason: String) -> CommandError {
    CommandError(localized("\(reason) Your text is kept in \(file)."))
  }
}

// MARK: - Interruption

/// Ends long-running tasks on signals, and when no one reads their output any more.
enum Interruption {
  /// The exit status of an interrupted program, as in shells: 128 plus the number of SIGINT.
  private static let status: Int32 = 130

  /// Runs a long task. SIGINT and SIGTERM cancel it.
  ///
  /// - Throws: the error of the task, or an exit code after reporting that it was cancelled.
  static func stopping(_ task: @escaping @Sendable () async throws -> Void) async throws {
    let work = Task(operation: task)
    stop(work)
    do {
      try await work.value
    } catch let error as DiaryError {
      switch error {
      case .export(_, .cancelled), .backup(_, .cancelled): throw stopped(error.line)
      default: throw error
      }
    } catch let error as MessageError where work.isCancelled {
      throw stopped(error.line)
    }
  }

  /// The exit code of a cancelled task that has reported this itself.
  static var ending: ExitCode { ExitCode(status) }

  /// Reports that a task was cancelled. Returns the exit code to throw.
  static func stopped(_ words: String) -> ExitCode {
    ErrorLine.write(words)
    return ExitCode(status)
  }

  /// Cancels a task on a signal, and waits until it ends by itself. A second signal ends the
  /// program immediately.
  private static func stop(_ task: Task<some Sendable, any Error>) {
    guard let signals = CurrentProcess.catchTerminationSignals() else { return }
    DispatchQueue(label: "photodiary.interruption").async {
      var byte: [UInt8] = [0]
      _ = try? signals.read(into: &byte)
      task.cancel()
      _ = try? signals.read(into: &byte)
      CurrentProcess.exitImmediately(status)
    }
  }

  /// Cancels a task on a signal, or if the reader of standard output is gone. Signals are read from
  /// a pipe, as a dispatch source of signals misses some while the main thread is about to sleep.
  static func cancel(_ task: Task<some Sendable, any Error>) {
    guard let signals = CurrentProcess.catchTerminationSignals() else { return }
    DispatchQueue(label: "photodiary.interruption").async {
      while (try? Readiness.wait(for: [.readable(signals), .closed(.standardOutput)])) == nil {}
      task.cancel()
      // A reader that stalls could block the last line, and an unresponsive desktop the last
      // notification.
      Readiness.pause(milliseconds: 1000)
      CurrentProcess.exitImmediately(0)
    }
  }
}
