import ArgumentParser
import DiaryCore
import Localization

struct HistoryCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: localized("List an entry's revisions, latest first."),
    discussion: localized(
      id: "discussion.history",
      """
      A line is a state: how its id begins, when it was saved, what was done, and the title. Where \
      an entry was changed in two places at once, “version” stands at those that are both kept. An \
      entry in the trash has its history, too.

      Examples:
        photodiary history 3f2a91c0
        photodiary history 3f2a91c0 --format jsonl | jq -r '.saved + " " + .kind'
        photodiary history 3f2a91c0 --format json | jq -r '.[-1].entry.content'
      """))

  @OptionGroup var argument: EntryArgument

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    let entry = try await diary.entry(withPrefix: argument.id)
    let history = EntryHistory(try await diary.history(of: entry.id))
    let objects = history.revisions.lazy.map { $0.json(in: history, file: diary.path(of:)) }
    try listing.write(objects) { output in try HistoryTable(history).write(to: &output) }
  }
}

extension Revision {
  /// The state as an object: what it is, and the entry as it was then.
  fileprivate func json(in history: EntryHistory, file: (AssetFile) -> String?) -> JSONValue {
    [
      "revision": .string(id.description),
      "parents": .array(parents.map { .string($0.description) }),
      "saved": .string(clock.time.description),
      "device": .string(device.description),
      "kind": .string(history.kind(of: self).name),
      "head": .bool(history.heads.contains(id)),
      "trashed": .bool(entry.isTrashed),
      "entry": entry.json(file: file),
    ]
  }
}
