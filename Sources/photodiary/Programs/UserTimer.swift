import DiaryCore
import DiaryStore
import Localization
import System

/// A sub-command that systemd runs for a person at its times: a user's service and its timer.
struct UserTimer {
  /// What the two are called: each diary has its own.
  let name: String
  /// Where they stand.
  private let folder: String
  private let title: String
  private let command: [String]
  private let environment: [(name: String, value: String)]
  private let serviceLines: [String]
  private let timerLines: [String]

  /// What a diary is found by, and the programs that are run; systemd has its own.
  private static let variables = [
    "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PATH",
    Facility.variable,
  ]
  private static let milliseconds = 10_000

  /// - Parameters:
  ///   - arguments: the sub-command and its options, without those that name the diary.
  ///   - variables: what the program needs of the environment besides.
  ///   - service: what the service says of how it is run.
  ///   - timer: what the timer says of when.
  init(
    _ folders: Folders, title: String, arguments: [String], variables: [String] = [],
    service: [String], timer: [String]
  ) {
    folder = folders.systemdUnits
    let place = folders.arguments
    name =
      "photodiary-\(arguments[0])"
      + (place.isEmpty ? "" : "-" + StoreLayout(root: folders.store).key)
    self.title = title
    command = [Path.ownProgram ?? "photodiary"] + arguments + place
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
  /// How systemd knows that the timer is enabled.
  private var link: String { Path.join(folder, "timers.target.wants", name + ".timer") }

  /// What a person types to remove it.
  let ending: String

  /// Writes both, and starts the timer. Done again it changes nothing. `false` where systemd doesn't
  /// answer, which is told.
  func install() throws(CommandError) -> Bool {
    try write(serviceText, to: service)
    try write(timerText, to: timer)
    let commands = [["daemon-reload"], ["enable", "--now", name + ".timer"]]
    guard Self.tell(commands) else {
      ErrorLine.report(
        localized(
          "Wrote \(timer), but systemd doesn't answer. When it does, run: \(Self.line(commands))")
      )
      return false
    }
    return true
  }

  /// Stops the timer and removes both files. `false` where they aren't there or systemd doesn't answer,
  /// which is told.
  func uninstall() throws(CommandError) -> Bool {
    guard FileSystem.exists(service) || FileSystem.exists(timer) else {
      ErrorLine.report(localized("There's no timer to remove."))
      return false
    }
    let hasStopped = Self.tell([["disable", "--now", name + ".timer"]])
    for file in [link, timer, service] {
      do throws(SystemError) {
        try FileSystem.remove(file)
      } catch {
        throw CommandError(localized("Couldn't remove \(file): \(error.words)."))
      }
    }
    let commands = [["daemon-reload"]]
    guard hasStopped, Self.tell(commands) else {
      ErrorLine.report(
        localized(
          """
          Removed the timer, but systemd doesn't answer. If it runs: systemctl --user stop \
          \(name).timer && \(Self.line(commands))
          """))
      return false
    }
    return true
  }

  private func write(_ text: String, to path: String) throws(CommandError) {
    do throws(SystemError) {
      try FileSystem.makeFolders(Path.parent(path))
      try DurableFile<SystemError>.write(Array(text.utf8), to: path)
    } catch {
      throw CommandError(localized("Couldn't write \(error.path): \(error.words)."))
    }
  }

  // MARK: What they say

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

  /// Only arguments may have variables in them, not the program's path.
  private static func word(_ index: Int, _ argument: String) -> String {
    quoted(index == 0 ? argument : argument.replacing("$", with: "$$"))
  }

  /// In quotes, with nothing that systemd takes for something else.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }

  // MARK: systemd

  /// Whether systemd did all of it.
  private static func tell(_ commands: [[String]]) -> Bool {
    guard let systemctl = HelperProgram.find("systemctl") else { return false }
    return commands.allSatisfy {
      systemctl.run(["--user"] + $0, within: milliseconds) != nil
    }
  }

  /// As a person types them.
  private static func line(_ commands: [[String]]) -> String {
    commands.map { "systemctl --user " + $0.joined(separator: " ") }.joined(separator: " && ")
  }
}

// MARK: - SyncTimer

/// Has systemd sync a diary every 15 minutes while its person is logged in.
struct SyncTimer {
  private let timer: UserTimer

  init(_ folders: Folders) {
    timer = UserTimer(
      folders, title: localized("PhotoDiary sync"), arguments: ["sync"], service: ["Nice=10"],
      // Not every machine at the same second.
      timer: ["OnCalendar=*:0/15", "RandomizedDelaySec=60"])
  }

  func install() throws(CommandError) {
    guard try timer.install() else { return }
    ErrorLine.report(
      localized(
        """
        Syncs every 15 minutes while you are logged in. What it says: journalctl --user -u \(timer.name). \
        To end it: \(timer.ending)
        """))
  }

  func uninstall() throws(CommandError) {
    guard try timer.uninstall() else { return }
    ErrorLine.report(localized("Removed the timer. Open diaries still sync by themselves."))
  }
}

// MARK: - ReminderTimer

/// Has systemd remind a person at a time of each day while they are logged in.
struct ReminderTimer {
  private let timer: UserTimer

  init(_ folders: Folders, at clock: ClockTime) {
    timer = UserTimer(
      folders, title: localized("PhotoDiary reminder"),
      // systemd makes up for what was missed, which may be on the morning after: --at has it wait then.
      arguments: ["remind", "--notify", "--at", clock.text], variables: ["TERMINAL"],
      // The window that was opened stays.
      service: ["KillMode=process"], timer: ["OnCalendar=*-*-* \(clock.text):00"])
  }

  func install(at clock: ClockTime) throws(CommandError) {
    guard try timer.install() else { return }
    ErrorLine.report(
      localized(
        "Reminds you at \(clock.text) on days without an entry. To end it: \(timer.ending)"))
  }

  static func uninstall(_ folders: Folders) throws(CommandError) {
    guard try ReminderTimer(folders, at: .midnight).timer.uninstall() else { return }
    ErrorLine.report(localized("Removed the timer. Nothing reminds you any more."))
  }
}
