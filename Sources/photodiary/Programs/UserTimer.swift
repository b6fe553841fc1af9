import DiaryCore
import System
import Text

/// A sub-command that systemd runs at certain times: a user service and its timer.
struct UserTimer {
  /// The name of both units, which differs for each diary.
  let name: String
  /// The folder of the units.
  private let folder: String
  private let title: String
  private let command: [String]
  private let environment: [(name: String, value: String)]
  private let serviceLines: [String]
  private let timerLines: [String]

  /// Variables by which the diary and programs are found. systemd has its own environment.
  private static let variables = [
    "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PATH",
    Facility.variable,
  ]
  private static let milliseconds = 10_000

  /// - Parameters:
  ///   - arguments: the sub-command and its options, without those that select the diary.
  ///   - variables: further environment variables to pass on.
  ///   - service: lines of the service's section.
  ///   - timer: lines of the timer's section.
  init(
    _ folders: Folders, title: String, arguments: [String], variables: [String] = [],
    service: [String], timer: [String]
  ) {
    folder = folders.systemdUnits
    let place = folders.arguments
    name =
      "photodiary-\(arguments[0])"
      + (place.isEmpty ? "" : "-" + folders.key)
    self.title = title
    command = [Path.executable ?? "photodiary"] + arguments + place
    environment = (Self.variables + variables).compactMap { name in
      Environment[name].map { (name: name, value: $0) }
    }
    ending =
      (["photodiary", arguments[0], "--uninstall"] + place).map(ShellWord.quoted)
      .joined(separator: " ")
    serviceLines = service
    timerLines = timer
  }

  private var service: String { Path.join(folder, name + ".service") }
  private var timer: String { Path.join(folder, name + ".timer") }
  /// The link by which systemd enables the timer.
  private var link: String { Path.join(folder, "timers.target.wants", name + ".timer") }

  /// The command that removes the timer.
  let ending: String

  /// Writes both units and starts the timer. Can be called repeatedly. Returns `false`, after
  /// reporting it, if systemd doesn't respond.
  ///
  /// - Throws: `CommandError` if the units can't be written.
  func install() throws -> Bool {
    try write(serviceText, to: service)
    try write(timerText, to: timer)
    let commands = [["daemon-reload"], ["enable", "--now", name + ".timer"]]
    guard Self.runSystemctl(commands) else {
      ErrorLine.report(
        localized(
          "Wrote \(timer), but systemd doesn't respond. When it does, run: \(Self.line(commands))")
      )
      return false
    }
    return true
  }

  /// Stops the timer and removes both units. Returns `false`, after reporting it, if they don't
  /// exist or systemd doesn't respond.
  ///
  /// - Throws: `CommandError` if the units can't be removed.
  func uninstall() throws -> Bool {
    guard FileSystem.exists(service) || FileSystem.exists(timer) else {
      ErrorLine.report(localized("There's no timer to remove."))
      return false
    }
    let hasStopped = Self.runSystemctl([["disable", "--now", name + ".timer"]])
    for file in [link, timer, service] {
      do {
        try FileSystem.remove(file)
      } catch {
        throw CommandError(
          localized(
            "Couldn't delete \(file): \(error.message). Delete it yourself."))
      }
    }
    let commands = [["daemon-reload"]]
    guard hasStopped, Self.runSystemctl(commands) else {
      ErrorLine.report(
        localized(
          """
          Removed the timer, but systemd doesn't respond. If it's running: systemctl --user stop \
          \(name).timer && \(Self.line(commands))
          """))
      return false
    }
    return true
  }

  private func write(_ text: String, to path: String) throws {
    do {
      try FileSystem.makeFolders(Path.parent(path))
      try DurableFile.write(Array(text.utf8), to: path)
    } catch {
      throw CommandError(localized("Couldn't write \(error.path): \(error.message)."))
    }
  }

  // MARK: Unit files

  private var serviceText: String {
    Self.text(
      [
        "[Unit]", "Description=" + title, "", "[Service]", "Type=oneshot",
        "ExecStart=" + command.enumerated().map { Self.word($0, $1) }.joined(separator: " "),
      ]
        + environment.map { "Environment=" + Self.quoted("\($0.name)=\($0.value)") }
        + serviceLines)
  }

  private var timerText: String {
    Self.text(
      ["[Unit]", "Description=" + title, "", "[Timer]"] + timerLines
        + ["Persistent=true", "", "[Install]", "WantedBy=timers.target"])
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  /// Quotes a word of the command. Variables are escaped in arguments; the program's path has none.
  private static func word(_ index: Int, _ argument: String) -> String {
    quoted(index == 0 ? argument : argument.replacing("$", with: "$$"))
  }

  /// Returns the text in quotes, with systemd's special characters escaped.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }

  // MARK: systemd

  /// Runs systemctl commands. Returns `true` if all succeeded.
  private static func runSystemctl(_ commands: [[String]]) -> Bool {
    guard let systemctl = HelperProgram.find("systemctl") else { return false }
    return commands.allSatisfy {
      systemctl.run(["--user"] + $0, within: milliseconds) != nil
    }
  }

  /// Returns the commands as a shell command line.
  private static func line(_ commands: [[String]]) -> String {
    commands.map { "systemctl --user " + $0.joined(separator: " ") }.joined(separator: " && ")
  }
}

// MARK: - SyncTimer

/// A timer that syncs a diary every 15 minutes while the user is logged in.
struct SyncTimer {
  private let timer: UserTimer

  init(_ folders: Folders) {
    timer = UserTimer(
      folders, title: localized("PhotoDiary sync"), arguments: ["sync"], service: ["Nice=10"],
      // Machines should not sync all at the same second.
      timer: ["OnCalendar=*:0/15", "RandomizedDelaySec=60"])
  }

  func install() throws {
    guard try timer.install() else { return }
    ErrorLine.report(
      localized(
        """
        Syncs every 15 minutes while you're logged in. To see its log: journalctl --user -u \
        \(timer.name). To stop: \(timer.ending)
        """))
  }

  func uninstall() throws {
    guard try timer.uninstall() else { return }
    ErrorLine.report(localized("Removed the timer. Diaries still sync while they're open."))
  }
}

// MARK: - ReminderTimer

/// A timer that reminds the user at a time of each day while they are logged in.
struct ReminderTimer {
  private let timer: UserTimer

  init(_ folders: Folders, at clock: ClockTime) {
    timer = UserTimer(
      folders, title: localized("PhotoDiary reminder"),
      // systemd catches up on missed times, possibly the next morning: `--at` then waits for the
      // time.
      arguments: ["remind", "--notify", "--at", clock.text], variables: ["TERMINAL"],
      // The terminal window must stay open.
      service: ["KillMode=process"], timer: ["OnCalendar=*-*-* \(clock.text):00"])
  }

  func install(at clock: ClockTime) throws {
    guard try timer.install() else { return }
    ErrorLine.report(
      localized(
        "Reminds you at \(clock.text) on days without an entry. To stop: \(timer.ending)"))
  }

  static func uninstall(_ folders: Folders) throws {
    guard try ReminderTimer(folders, at: .midnight).timer.uninstall() else { return }
    ErrorLine.report(localized("Removed the timer. You'll get no more reminders."))
  }
}
