import ArgumentParser
import DiaryCore
import System
import TerminalUI
import Text

struct RemindCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind",
    abstract: localized("Write about today if you haven't yet, or get a reminder."),
    discussion: localized(
      id: "discussion.remind",
      """
      If you haven't written anything today, opens the editor with the photos taken today in \
      photos_folder, a setting in config.toml. With --notify or --at, or without a terminal, shows \
      a desktop notification instead, with an entry from this day in an earlier year and the \
      question of the day. A click on it opens the editor in a terminal ($TERMINAL, if it's set). \
      Does nothing if today has an entry.

      --at waits until that time, unless it has passed. --install has systemd remind you at that \
      time each day while you're logged in. --uninstall removes the timer.

      While an encrypted diary is locked, it can't be checked for an entry, so you're reminded \
      anyway, without an earlier entry. To use your own questions, write them in prompts.txt \
      beside config.toml, one per line; questions below a line such as [Work] are for that journal.

      Examples:
        photodiary remind
        photodiary remind --at 21:30 --install
        photodiary remind --uninstall
      """))

  @Option(localized("The time: 21:30, 9:30pm, 오후 9시 반."), valueName: "time")
  var at: ClockArgument?

  @Flag(help: .localized("Show a desktop notification (notify-send); a click opens the editor."))
  var notify = false

  @Flag(help: .localized("Remind you at that time each day, with a systemd user timer."))
  var install = false

  @Flag(help: .localized("Remove the timer."))
  var uninstall = false

  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var storeOptions: StoreOptions

  static var unlockingNeed: UnlockRequirement { .optional }

  var allowsMissingDiary: Bool { uninstall }

  func validate() throws {
    _ = try at?.clock()
    if install && uninstall {
      throw ValidationError(localized("--install and --uninstall can't be used together."))
    }
    if install && at == nil {
      throw ValidationError(localized("--install needs a time: --at 21:30."))
    }
    if (install || uninstall) && notify || uninstall && at != nil {
      throw ValidationError(
        localized("--install and --uninstall can't be combined with other options."))
    }
  }

  /// Waits here, so that the diary isn't open in the meantime.
  func prepare() async throws {
    guard !install, let clock = try at?.clock() else { return }
    try await Self.wait(until: clock)
  }

  func run(in dependencies: Dependencies) async throws {
    if uninstall { return try ReminderTimer.uninstall(dependencies.folders) }
    let clock = try at?.clock()
    if install, let clock {
      try ReminderTimer(dependencies.folders, at: clock).install(at: clock)
      if Notifier.find() == nil {
        ErrorLine.write(localized("Can't show desktop notifications: notify-send isn't installed."))
      }
      return
    }
    guard clock == nil, !notify, StandardInput.isTerminal, Output.isTerminal else {
      return try await Interruption.stopping {
        try await showReminder(of: dependencies)
      }
    }
    let now = LocalTime.today()
    if let entry = try await Reminder(dependencies: dependencies, now: now).written() {
      return ErrorLine.report(
        localized("Today has an entry: “\(entry.displayTitle.printable)”."))
    }
    let fields = EntryFields(date: now, title: "", content: "")
    let status = try await openDiary(
      dependencies, screenOptions.choice, at: .new(fields, addsPhotosOfDay: true))
    guard status == 0 else { throw ExitCode(status) }
  }

  /// Shows a notification, unless today has an entry. If the diary is locked in the meantime, the
  /// notification is removed.
  private func showReminder(of dependencies: Dependencies) async throws {
    let reminder = Reminder(dependencies: dependencies, now: LocalTime.today())
    guard try await reminder.written() == nil else { return }
    let showing = Task { try await reminder.show() }
    let locking = Task {
      guard dependencies.unlocking.state == .open else { return }
      for await _ in dependencies.unlocking.lockRequests() { return showing.cancel() }
    }
    defer { locking.cancel() }
    try await withTaskCancellationHandler {
      try await showing.value
    } onCancel: {
      showing.cancel()
    }
  }

  /// Waits until a time of day. Checks the clock repeatedly, as it may be set and the machine may
  /// sleep.
  private static func wait(until clock: ClockTime) async throws {
    if clock.seconds(after: LocalTime.today()) > 0 {
      ErrorLine.report(localized("Waiting until \(clock.text). Press Ctrl-C to stop."))
    }
    while true {
      let left = clock.seconds(after: LocalTime.today())
      guard left > 0 else { return }
      // Looks again soon, because the clock may be set and the machine may sleep.
      try await Task.sleep(for: .seconds(min(left, 20)))
    }
  }
}

/// A time of day on the command line.
struct ClockArgument: ExpressibleByArgument {
  private let text: String

  init(argument: String) { text = argument }

  func clock() throws -> ClockTime {
    guard let clock = ClockTime(text) else {
      throw ValidationError(
        localized("“\(text.printable)” isn't a time. Write it as 21:30 or 9:30pm."))
    }
    return clock
  }
}

// MARK: - Reminder

/// A reminder to write about a day without an entry.
struct Reminder {
  let dependencies: Dependencies
  let now: EntryDate

  /// Returns the user's first entry of the day; `nil` if there is none, or while the diary is
  /// locked.
  func written() async throws -> Entry? {
    guard isReadable else { return nil }
    let author = try await dependencies.diary.author().id
    return try await dependencies.diary.entries(EntryQuery(.on(now.day)))
      .first { $0.isWritten(by: author) }
  }

  /// `true` if the diary exists and isn't locked.
  private var isReadable: Bool {
    dependencies.storeExists && dependencies.unlocking.state != .locked
  }

  /// Shows a notification, and waits until the end of the day for a click, which opens the editor
  /// in a terminal.
  ///
  /// - Throws: `CommandError` if the notification can't be shown or no terminal can be opened.
  func show() async throws {
    guard let notifier = Notifier.find() else {
      throw CommandError(
        localized(
          "Can't show desktop notifications: notify-send isn't installed."))
    }
    let seconds = max(Self.shortestWait, Self.secondsOfDay - now.secondOfDay)
    let answer = await notifier.offer(
      title, try await lines().joined(separator: "\n"), action: localized("Write"),
      within: seconds * 1000)
    guard let answer else {
      throw CommandError(localized("Couldn't show a desktop notification: notify-send failed."))
    }
    guard answer == .clicked else { return }
    let command = [Path.executable ?? "photodiary", "remind"] + dependencies.folders.arguments
    guard TerminalLauncher.open(command) else {
      throw CommandError(
        localized("Couldn't find a terminal program. Set TERMINAL, for example TERMINAL=xterm."))
    }
  }

  private static let secondsOfDay = 86_400
  /// In seconds, for a reminder just before midnight.
  private static let shortestWait = 3600

  private var title: String {
    guard let diary = dependencies.folders.diary else {
      return localized("You haven't written today yet.")
    }
    return localized("You haven't written in \(diary.printable) today yet.")
  }

  /// Returns the lines of the notification: an entry of an earlier year, and the prompt of the day.
  private func lines() async throws -> [String] {
    var lines: [String] = []
    if isReadable, let id = try await dependencies.diary.ids(onThisDay: now.day, years: 1).first,
      let entry = try await dependencies.diary.entries(ids: [id]).first
    {
      let age = DateText.yearsAgo(now.day.year - entry.date.day.year)
      lines.append("\(age): \(TextWidth.cut(entry.displayTitle.printable, columns: 80))")
    }
    guard Folders.userSettings.known().preferences.asksDailyPrompt else { return lines }
    let prompts = dependencies.folders.prompts.knownPrompts()
    return lines + [prompts.text(on: now.day, in: EntryFields.defaultJournal).printable]
  }
}
