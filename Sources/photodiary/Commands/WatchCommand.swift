import ArgumentParser
import DiaryCore
import Localization

struct WatchCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: localized("Print changes to the diary as they happen."),
    discussion: localized(
      id: "discussion.watch",
      """
      Prints a line of JSON for each change from now on, by whatever program: {"kind":…,"entry":…}, \
      where the kind is added, updated, deleted, restored or purged. The options choose entries as \
      those of `list` do. It runs until it is interrupted.

      Examples:
        photodiary watch --tag family --notify
        photodiary watch | jq -r '.kind + " " + .entry.title'
      """))

  @OptionGroup var filters: FilterOptions

  @Flag(help: .localized("Also show each change as a desktop notification (notify-send)."))
  var notify = false

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let notifier = notify ? Notifier.find() : nil
    if notify, notifier == nil {
      ErrorLine.write(localized("notify-send isn't installed; changes are only printed."))
    }
    // Before the first look, so that nothing falls in between.
    let ticks = dependencies.ticks()
    try await dependencies.diary.refresh()
    let telling = Task {
      var left = filters.limit ?? .max
      for await _ in ticks {
        let predicate = try await dependencies.diary.naming(filters.predicate())
        for change in try await dependencies.diary.refresh()
        where left > 0 && predicate.matches(change.entry) {
          try report(change, of: dependencies.diary)
          notifier?.report(change)
          left -= 1
        }
        if left == 0 { return }
      }
      if Task.isCancelled { return }
      throw DiaryError.store(
        path: dependencies.folders.store,
        .unavailable(
          operation: .watching, reason: localized("the system's limit on file watches is reached")))
    }
    Interruption.cancel(telling)
    ErrorLine.report(localized("Watching \(dependencies.folders.store). Press Ctrl-C to stop."))
    do {
      try await telling.value
    } catch is ReaderIsGone {
      return
    }
    await notifier?.finish()
  }

  private func report(_ change: DiaryChange, of diary: DiaryService) throws {
    let object = JSONValue.object([
      JSONMember("kind", .string(change.kind.rawValue)),
      JSONMember("entry", change.entry.json(file: diary.path(of:))),
    ])
    try Output.write { output in try JSONFormat.lines([object], to: &output) }
  }
}
