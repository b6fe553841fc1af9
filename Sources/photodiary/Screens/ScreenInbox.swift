import DiaryCore
// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import Interchange
import System

/// The inbox that the settings name, for the screens.
struct ScreenInbox: InboxImporting {
  let settings: SettingsFile
  let importer: PhotoImporter

  func folder() async -> String? { settings.known().inbox.map(Folders.expanded) }

  private func inbox(_ folder: String) -> InboxImporter {
    InboxImporter(folder, importer: importer, now: { SystemClock.now / 1000 })
  }

  func proposal(
    for folder: String, grouping: PhotoGrouping,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoProposal? {
    try await inbox(folder).proposal(grouping: grouping, progress: progress)
  }

  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoImportOutcome {
    guard let folder = await folder() else { return PhotoImportOutcome() }
    return try await inbox(folder).write(groups, progress: progress)
  }

  func counts() -> AsyncStream<InboxCount> {
    AsyncStream { continuation in
      guard let folder = settings.known().inbox.map(Folders.expanded),
        let found = FileChanges()
      else { return continuation.finish() }
      let inbox = inbox(folder)
      let queue = DispatchQueue(label: "photodiary.inbox", qos: .background)
      let source = DispatchSource.makeReadSource(
        fileDescriptor: found.descriptor.number, queue: queue)
      let look: @Sendable () -> Void = {
        // Watching again changes nothing.
        for folder in inbox.watchedFolders { found.watch(folder, for: Self.changes) }
        continuation.yield(inbox.count())
      }
      source.setEventHandler {
        found.take()
        look()
      }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in source.cancel() }
      source.activate()
      queue.async(execute: look)
    }
  }

  private static let changes: FileChanges.Kinds = [.made, .movedIn, .movedOut, .closed, .removed]
}
