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
      where the kind is added, updated, deleted, restored, purged, commented or comment-changed; these \
      two also have {"comment":…}. The options choose entries as those of `list` do. It runs until it \
      is interrupted. What came from another machine by sync also has {"device":{"id":…,"name":…}}.

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
      var origin = ChangeOrigin(of: dependencies.diary)
      for await _ in ticks {
        let predicate = try await dependencies.diary.naming(filters.predicate())
        let changes = try await dependencies.diary.refresh().filter {
          $0.kind != .hidden && predicate.matches($0.entry)
        }
        // Many ticks bring nothing.
        let devices = await changes.isEmpty ? [] : dependencies.sync.state().devices
        for change in changes.prefix(left) {
          let device = await origin.device(of: change, among: devices)
          try report(change, from: device, of: dependencies.diary)
          notifier?.report(change, from: device)
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

  private func report(
    _ change: DiaryChange, from device: DeviceState?, of diary: DiaryService
  ) throws {
    var object: JSONValue = [
      "kind": .string(change.kind.rawValue), "entry": change.entry.json(file: diary.path(of:)),
    ]
    if let comment = change.comment { object["comment"] = comment.json }
    if let device {
      object["device"] = ["id": .string(device.id.description), "name": .string(device.name)]
    }
    try Output.write { output in try JSONFormat.lines([object], to: &output) }
  }
}
