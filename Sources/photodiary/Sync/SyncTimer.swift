import DiaryStore
import Localization
import System

/// Has systemd sync a diary every 15 minutes while its person is logged in: a user's service and its
/// timer.
struct SyncTimer {
  /// Where the two stand.
  private let folder: String
  /// What they are called: each diary has its own.
  private let name: String
  private let arguments: [String]
  private let environment: [(name: String, value: String)]

  /// What a diary is found by, and the programs that reach a remote; systemd has its own.
  private static let variables = [
    "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PATH",
    Facility.variable,
  ]
  private static let milliseconds = 10_000

  init(_ folders: Folders) {
    folder = folders.systemdUnits
    let isUsual = folders.store == Folders.usualStore
    let layout = StoreLayout(root: folders.store)
    name = "photodiary-sync" + (isUsual ? "" : "-" + layout.key)
    let place = folders.diary.map { ["--diary", $0] } ?? ["--store", layout.root]
    arguments = [Path.ownProgram ?? "photodiary", "sync"] + (isUsual ? [] : place)
    environment = Self.variables.compactMap { name in
      Environment[name].map { (name: name, value: $0) }
    }
  }

  private var service: String { Path.join(folder, name + ".service") }
  private var timer: String { Path.join(folder, name + ".timer") }
  /// How systemd knows that the timer is enabled.
  private var link: String { Path.join(folder, "timers.target.wants", name + ".timer") }

  /// Writes both, and starts the timer where systemd answers. Done again it changes nothing.
  func install() throws(CommandError) {
    try write(serviceText, to: service)
    try write(timerText, to: timer)
    let commands = [["daemon-reload"], ["enable", "--now", name + ".timer"]]
    guard Self.tell(commands) else {
      ErrorLine.report(
        localized(
          "Wrote \(timer), but systemd doesn't answer. When it does, run: \(Self.line(commands))")
      )
      return
    }
    ErrorLine.report(
      localized(
        """
        Syncs every 15 minutes while you are logged in. What it says: journalctl --user -u \(name). \
        To end it: \(ending)
        """))
  }

  /// What a person types to remove it.
  private var ending: String {
    (["photodiary", "sync", "--uninstall"] + arguments.dropFirst(2)).map(ShellWord.quoted)
      .joined(separator: " ")
  }

  /// Stops the timer and removes both files. Where they aren't there it says so.
  func uninstall() throws(CommandError) {
    guard FileSystem.exists(service) || FileSystem.exists(timer) else {
      ErrorLine.report(localized("There's no timer to remove."))
      return
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
      return
    }
    ErrorLine.report(localized("Removed the timer. Open diaries still sync by themselves."))
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
        "[Unit]", "Description=" + Self.title, "", "[Service]", "Type=oneshot",
        "ExecStart=" + arguments.enumerated().map { Self.word($0, $1) }.joined(separator: " "),
      ]
        + environment.map { "Environment=" + Self.quoted("\($0.name)=\($0.value)") }
        + ["Nice=10"])
  }

  private var timerText: String {
    Self.text([
      "[Unit]", "Description=" + Self.title, "", "[Timer]", "OnCalendar=*:0/15",
      // Not every machine at the same second.
      "RandomizedDelaySec=60", "Persistent=true", "", "[Install]", "WantedBy=timers.target",
    ])
  }

  private static var title: String { localized("PhotoDiary sync") }

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
