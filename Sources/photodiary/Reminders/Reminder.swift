import DiaryCore
import Localization
import System
import TerminalUI

/// Reminds of writing about a day on which nothing was written yet.
struct Reminder {
  let dependencies: Dependencies
  let now: EntryDate

  /// What the person has written about the day; `nil` if nothing, or while the diary is locked.
  func written() async throws(DiaryError) -> Entry? {
    guard isReadable else { return nil }
    let author = try await dependencies.diary.identity().id
    return try await dependencies.diary.entries(EntryQuery(.on(now.day)))
      .first { $0.isOwn(of: author) }
  }

  /// A locked diary tells nothing.
  private var isReadable: Bool {
    dependencies.storeExists && dependencies.unlocking.state != .locked
  }

  /// Tells on the desktop, and waits until the day is over for a click, which opens the editor. Throws
  /// where nothing can be shown or opened.
  func tell() async throws {
    guard let notifier = Notifier.find() else {
      throw CommandError(localized("notify-send isn't installed; nothing is shown on the desktop."))
    }
    let seconds = max(Self.shortestWait, Self.secondsOfDay - now.secondOfDay)
    let answer = await notifier.offer(
      title, try await lines().joined(separator: "\n"), action: localized("Write"),
      within: seconds * 1000)
    guard let answer else {
      throw CommandError(localized("notify-send failed; nothing is shown on the desktop."))
    }
    guard answer == .taken else { return }
    let command = [Path.ownProgram ?? "photodiary", "remind"] + dependencies.folders.arguments
    guard TerminalWindow.open(command) else {
      throw CommandError(
        localized("No terminal program was found. Set TERMINAL, for example TERMINAL=xterm."))
    }
  }

  private static let secondsOfDay = 86_400
  /// Of a reminder just before midnight.
  private static let shortestWait = 3600

  private var title: String {
    guard let diary = dependencies.folders.diary else {
      return localized("You haven't written today yet.")
    }
    return localized("You haven't written in \(diary.printable) today yet.")
  }

  /// What an earlier year had on this day, and the question of the day.
  private func lines() async throws -> [String] {
    var lines: [String] = []
    if isReadable, let id = try await dependencies.diary.ids(returningOn: now.day).first,
      let entry = try await dependencies.diary.entries(ids: [id]).first
    {
      let age = DateWords.yearsAgo(now.day.year - entry.date.day.year)
      lines.append("\(age): \(TextWidth.cut(entry.displayTitle.printable, columns: 80))")
    }
    guard Folders.ownSettings.known().preferences.asksDailyPrompt else { return lines }
    let prompts = dependencies.folders.prompts.knownPrompts()
    return lines + [prompts.text(on: now.day, in: EntryFields.defaultJournal).printable]
  }
}
