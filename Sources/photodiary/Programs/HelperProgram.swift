import DiaryCore
import Dispatch
import Interchange
import Synchronization
import System
import Text

/// A program of the system, run without a shell and for a short time.
struct HelperProgram: Sendable {
  let path: String

  private static let maxOutputLength = 1 << 16

  /// Returns the first executable of that name in `PATH`. Relative folders in `PATH` are skipped.
  static func find(_ name: String) -> HelperProgram? {
    for folder in (Environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let path = "\(folder)/\(name)"
      if FileSystem.isExecutable(path), FileSystem.status(of: path)?.isRegularFile == true {
        return HelperProgram(path: path)
      }
    }
    return nil
  }

  /// The outcome of a program whose output went to a file.
  enum End: Hashable {
    /// All output was written, with this size in bytes.
    case whole(Int)
    case tooMuch
    case failed
  }

  /// Runs the program. Returns its output, or `nil` if it failed, wrote more than `limit` bytes, or
  /// was ended by `stop` or after the time limit.
  func run(
    _ arguments: [String], within milliseconds: Int, limit: Int = maxOutputLength,
    stop: ProcessHandle = ProcessHandle()
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    let end = run(arguments, within: milliseconds, limit: limit, stop: stop) { piece in
      bytes += piece
      return true
    }
    guard case .whole = end else { return nil }
    return bytes
  }

  /// Runs the program and writes its output to an open file.
  func run(
    _ arguments: [String], within milliseconds: Int, limit: Int, stop: ProcessHandle,
    to file: Descriptor
  ) -> End {
    run(arguments, within: milliseconds, limit: limit, stop: stop) { piece in
      (try? file.write(piece)) != nil
    }
  }

  /// Runs the program with input, and waits only for its own end: processes that it leaves in its
  /// session may keep its output open. Returns `true` if it succeeded.
  func run(_ arguments: [String], input: [UInt8], within milliseconds: Int) -> Bool {
    guard let file = try? Descriptor.memory("input") else { return false }
    defer { file.close() }
    guard (try? file.write(input)) != nil, (try? file.seek(to: 0)) != nil else { return false }
    guard var run = try? ProgramRun(spawn(arguments, input: .open(file), group: .newSession))
    else { return false }
    return run.finish(until: SystemClock.milliseconds + milliseconds) == .success
  }

  private func run(
    _ arguments: [String], within milliseconds: Int, limit: Int, stop: ProcessHandle,
    receive: (ArraySlice<UInt8>) -> Bool
  ) -> End {
    // A separate group, so that processes that it starts are ended with it.
    guard var run = try? ProgramRun(spawn(arguments, output: .pipe, group: .newGroup), stop)
    else { return .failed }
    var size = 0
    let status = run.finish(until: SystemClock.milliseconds + milliseconds) { event in
      guard case .output(let bytes) = event else { return true }
      size += bytes.count
      return size <= limit && receive(bytes)
    }
    if size > limit { return .tooMuch }
    return status == .success ? .whole(size) : .failed
  }

  /// Starts the program in a new session: it has no access to the terminal, and continues when this
  /// program ends. Without `input`, it reads nothing.
  func start(_ arguments: [String], input: Descriptor? = nil) -> ChildProcess? {
    try? spawn(arguments, input: input.map { .open($0) } ?? .null, group: .newSession).start()
  }

  private func spawn(
    _ arguments: [String], input: Spawn.Redirection = .null, output: Spawn.Redirection = .null,
    group: Spawn.Group
  ) -> Spawn {
    Spawn(
      path, [path] + arguments, files: .only(input: input, output: output, errors: .null),
      group: group)
  }
}

// MARK: - TerminalLauncher

/// A new terminal window, for a program that is started without a terminal.
enum TerminalLauncher {
  /// Terminal programs, with the arguments before the command: the user's choice first, then the
  /// desktop's.
  private static let programs: [(name: String, arguments: [String])] = [
    ("xdg-terminal-exec", []), ("x-terminal-emulator", ["-e"]), ("gnome-terminal", ["--"]),
    ("kgx", ["--"]), ("ptyxis", ["--"]), ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]),
    ("kitty", []), ("ghostty", ["-e"]), ("foot", []), ("alacritty", ["-e"]),
    ("wezterm", ["start", "--"]), ("xterm", ["-e"]),
  ]
  /// A program that hasn't failed after this time has opened a window.
  private static let milliseconds = 2000

  /// Runs a command in a new window, which stays open when this program ends. Returns `false` if
  /// none could be opened.
  static func open(_ command: [String]) -> Bool {
    for (name, arguments) in chosen + programs {
      guard let program = HelperProgram.find(name),
        let process = program.start(arguments + command)
      else { continue }
      guard process.waitForExit(until: SystemClock.milliseconds + milliseconds) == true,
        process.wait() != .success
      else { return true }
    }
    return false
  }

  /// The program in the variable `TERMINAL`.
  private static var chosen: [(name: String, arguments: [String])] {
    guard let value = Environment["TERMINAL"], !value.isEmpty else { return [] }
    let name = Path.name(value)
    return [(name, programs.first { $0.name == name }?.arguments ?? ["-e"])]
  }
}

// MARK: - Notifier

/// Shows desktop notifications with `notify-send`, one after the other, in the background.
final class Notifier: Sendable {
  private let program: HelperProgram
  private let queue = DispatchQueue(label: "photodiary.notifier")
  private let hasWarned = Atomic(false)

  private static let milliseconds = 5000

  private init(_ program: HelperProgram) { self.program = program }

  /// Returns `nil` if `notify-send` isn't installed.
  static func find() -> Notifier? { HelperProgram.find("notify-send").map(Notifier.init) }

  /// Shows a change. `device` is the device that made it, if it isn't this one.
  func report(_ change: DiaryChange, from device: DeviceState?) {
    show(Self.text(of: change) + (device.map { " (\($0.name.printable))" } ?? ""))
  }

  func show(_ words: String) {
    let language = Language.current
    queue.async(
      execute: Invocation.inheriting { [self] in
        // The summary is plain text; a body could contain markup.
        let arguments = ["--app-name=PhotoDiary", "--", words]
        guard program.run(arguments, within: Self.milliseconds) == nil else { return }
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        language.speaking {
          ErrorLine.write(localized("Couldn't show a desktop notification: notify-send failed."))
        }
      })
  }

  /// The user's answer to a notification.
  enum Answer { case clicked, dismissed }

  /// Shows a notification with an action, and waits until it is clicked or closed, or until the
  /// time is over. Returns `nil` if it couldn't be shown.
  func offer(
    _ title: String, _ text: String, action: String, within milliseconds: Int
  ) async -> Answer? {
    let (program, deadline) = (program, SystemClock.milliseconds + milliseconds)
    let options = ["--app-name=PhotoDiary"]
    let words = ["--", title, Self.plain(text)]
    let clicked = await ProcessHandle.running(on: queue) { stop in
      program.run(
        options + ["--action=default=\(action)"] + words, within: milliseconds, stop: stop)
    }
    if let clicked { return clicked.isEmpty ? .dismissed : .clicked }
    if Task.isCancelled || SystemClock.milliseconds >= deadline { return .dismissed }
    // Old versions don't support actions.
    let shown = await ProcessHandle.running(on: queue) { stop in
      program.run(options + words, within: Self.milliseconds, stop: stop)
    }
    return shown == nil && !Task.isCancelled ? nil : .dismissed
  }

  /// Escapes markup and notify-send's own escapes.
  private static func plain(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\\", with: "\\\\")
  }

  /// Waits until all notifications are shown.
  func finish() async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
  }

  private static func text(of change: DiaryChange) -> String {
    let title = "“\(change.entry.displayTitle.printable)”"
    return switch change.kind {
    case .added: localized("\(title) was added")
    case .updated, .hidden: localized("\(title) was changed")
    case .deleted: localized("\(title) was deleted")
    case .restored: localized("\(title) was restored")
    case .purged: localized("\(title) was permanently deleted")
    case .commented: localized("\(title) has a new comment")
    case .commentChanged: localized("A comment on \(title) was changed")
    }
  }
}

// MARK: - InstalledPrinter

/// Prints books with an installed browser or converter. It has no network, and writes its other
/// files to a private folder.
struct InstalledPrinter: Sendable {
  private enum Converter {
    case chromium, weasyprint, wkhtmltopdf
  }

  /// The best first: the others don't support all CSS of books.
  private static let names: [(String, Converter)] = [
    ("chromium", .chromium), ("chromium-browser", .chromium), ("google-chrome", .chromium),
    ("google-chrome-stable", .chromium), ("chrome", .chromium), ("weasyprint", .weasyprint),
    ("wkhtmltopdf", .wkhtmltopdf),
  ]

  private let program: HelperProgram
  private let converter: Converter

  /// Returns the best installed converter, or `nil` if there is none.
  static func find() -> InstalledPrinter? {
    names.lazy.compactMap { name, converter in
      HelperProgram.find(name).map { InstalledPrinter(program: $0, converter: converter) }
    }.first
  }

  func print(page: String, to file: String, in folder: String, seconds: Int) async -> String? {
    guard let env = HelperProgram.find("env") else { return localized("no converter was found") }
    let arguments =
      Self.environment(folder) + Self.withoutNetwork() + [program.path]
      + Self.arguments(converter, page: page, to: file, in: folder)
    let isDone = await ProcessHandle.running(on: .global()) { stop in
      env.run(arguments, within: seconds * 1000, stop: stop) != nil
    }
    guard !isDone else { return nil }
    return localized("\(program.path) failed, or took longer than \(seconds) seconds")
  }

  /// The arguments of env(1): a private home, and proxies that lead nowhere.
  private static func environment(_ folder: String) -> [String] {
    [
      "HOME=\(folder)", "XDG_CONFIG_HOME=\(folder)/config", "XDG_CACHE_HOME=\(folder)/cache",
      "XDG_DATA_HOME=\(folder)/data", "http_proxy=http://127.0.0.1:9",
      "https_proxy=http://127.0.0.1:9",
    ]
  }

  /// Returns the command that runs a program without network, or nothing if the system doesn't
  /// permit it.
  private static func withoutNetwork() -> [String] {
    guard let unshare = HelperProgram.find("unshare") else { return [] }
    let options = ["--user", "--map-current-user", "--net", "--"]
    guard unshare.run(options + ["true"], within: 10_000) != nil else { return [] }
    return [unshare.path] + options
  }

  private static func arguments(
    _ converter: Converter, page: String, to file: String, in folder: String
  ) -> [String] {
    switch converter {
    case .chromium:
      // Chromium's sandbox doesn't work for root, and our own page doesn't need it.
      [
        "--headless", "--disable-gpu", "--disable-extensions", "--disable-background-networking",
        "--no-first-run", "--no-pdf-header-footer", "--generate-pdf-document-outline",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=\(folder)/profile",
        "--print-to-pdf=\(file)",
      ] + (CurrentUser.isRoot ? ["--no-sandbox"] : []) + [address(of: page)]
    case .weasyprint: ["--quiet", address(of: page), file]
    case .wkhtmltopdf:
      [
        "--quiet", "--disable-javascript", "--enable-local-file-access", "--page-size", "A5",
        "--footer-center", "[page]", page, file,
      ]
    }
  }

  private static func address(of path: String) -> String {
    "file://" + path.percentEncoded { "/-_.".utf8.contains($0) }
  }
}
