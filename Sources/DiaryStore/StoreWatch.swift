import DiaryCore
// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import System

/// Tells when a program may have written to a store's logs.
package enum StoreWatch {
  /// Ticks after changes, this program's own among them. Ends with its consumer.
  package static func ticks(of layout: StoreLayout) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard let found = FileChanges() else { return continuation.finish() }
      let queue = DispatchQueue(label: "photodiary.store-watch")
      let source = DispatchSource.makeReadSource(
        fileDescriptor: found.descriptor.number, queue: queue)
      source.setEventHandler {
        found.take()
        // A folder of another device, or the store itself, may be new.
        watchFolders(of: layout, by: found)
        continuation.yield()
      }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in source.cancel() }
      watchFolders(of: layout, by: found)
      source.activate()
    }
  }

  /// Watches what there is, from the top down: what is made below a folder before that is watched
  /// is found when its names are read then. Watching a folder again changes nothing.
  private static func watchFolders(of layout: StoreLayout, by found: FileChanges) {
    guard found.watch(layout.root, for: changes) else {
      // One that is there and may not be watched stays unwatched.
      if FileSystem.status(of: layout.root) == nil { watchForStore(of: layout, by: found) }
      return
    }
    found.watch(layout.logs, for: changes)
    found.watch(layout.journals, for: arrivals.union(.removed))
    for device in (try? FileSystem.names(in: layout.logs)) ?? [] {
      found.watch(Path.join(layout.logs, device), for: changes)
    }
  }

  /// Before the first entry there is no store: the folder where it will be made is watched, or the
  /// first one above that exists, until something is made there.
  private static func watchForStore(of layout: StoreLayout, by found: FileChanges) {
    var child = layout.root
    while child != "/" {
      let folder = Path.parent(child)
      if found.watch(folder, for: arrivals.union(.once)) {
        // It may have been made just before.
        if FileSystem.status(of: child) != nil { watchFolders(of: layout, by: found) }
        return
      }
      child = folder
    }
  }

  private static let arrivals: FileChanges.Kinds = [.made, .movedIn]
  /// A folder that is moved or removed takes its watch with it: another may stand in its place.
  private static let changes = arrivals.union([.written, .removed, .movedItself, .removedItself])
}
