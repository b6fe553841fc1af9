import ArgumentParser
import DiaryCore
import Localization
import Photos
import TerminalUI

struct StatusCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: localized(
      "Show where the diary is, its author, its size and its state."),
    discussion: localized(
      id: "discussion.status",
      """
      In JSON the state is available, empty, read-only, encrypted, locked, damaged, newer-format, \
      missing, no-permission or temporarily-unavailable; the table says it in words. In the first two the \
      exit status is 0, else 1, and what to do stands on standard error. “sync” tells of each \
      remote when it was last synced, what waits to be sent, and how many files are not here.
      """))

  static var unlockingNeed: UnlockingNeed { .optional }

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let status = await dependencies.diary.status()
    let remotes = await dependencies.sync.state().remotes
    try listing.write(one: status.json(remotes)) { output in
      let facts =
        status.facts(LocalTime.date(of:))
        + remotes.map {
          (name: localized("sync"), value: "\($0.name) (\($0.address)): \($0.words)")
        }
      let columns = 2 + facts.reduce(8) { max($0, TextWidth.columns($1.name)) }
      for (name, value) in facts { try output.line(name.padded(to: columns) + value) }
    }
    let limits = await dependencies.pictureProgram?.limits()
    if limits?.isFiltered == false {
      ErrorLine.write(
        localized(
          """
          This system doesn't support system call filters, so photos are decoded with limits on \
          memory, time and files only. Be careful with photos from strangers.
          """))
    }
    let takesFrames = MediaPrograms.installed.takesFrames
    if !takesFrames || limits?.filmsAreAlone == false, status.attachments ?? 0 > 0,
      let films = try? await dependencies.diary.entries(EntryQuery(.withFilms, limit: 1)),
      !films.isEmpty
    {
      ErrorLine.write(
        takesFrames
          ? localized(
            """
            This kernel has no Landlock, so ffmpeg could open other files while it reads films. Be \
            careful with films from strangers.
            """)
          : localized("Install ffmpeg to see frames of films and how long they are."))
    }
    for refused in status.refused { ErrorLine.write(refused.line) }
    for remote in remotes { remote.reportProblems() }
    if let problem = status.problem { throw problem }
  }
}

extension DiaryStatus {
  fileprivate func json(_ remotes: [RemoteState]) -> JSONValue {
    [
      "state": .string(state.rawValue),
      "store": .optional(path),
      "format": .optional(format),
      "author": author?.json ?? .null,
      "device": .optional(device?.description),
      "entries": .optional(entries),
      "waiting": .integer(waiting),
      "trashed": .optional(trashed),
      "photos": .optional(photos),
      "attachments": .optional(attachments),
      "bytes": .optional(size),
      "saved": .optional(saved?.description),
      "sync": .array(remotes.map(\.json)),
      "refused": .array(refused.map(\.json)),
      "limits": .array(limits.map { .string($0.rawValue) }),
    ]
  }
}

extension RefusedLines {
  fileprivate var json: JSONValue {
    [
      "device": .string(device.description), "deviceName": .optional(deviceName),
      "person": .optional(person), "reason": .string(reason.rawValue), "lines": .integer(count),
    ]
  }
}

extension Author {
  var json: JSONValue {
    ["id": .string(id.description), "name": .string(name)]
  }
}
