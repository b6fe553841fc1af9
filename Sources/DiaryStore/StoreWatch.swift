import DiaryCore
// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import Glibc

/// Tells when a program may have written to a store's logs, by inotify: nothing runs meanwhile.
package enum StoreWatch {
  /// Ticks after changes, this program's own among them. Ends with its consumer.
  package static func ticks(of layout: StoreLayout) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else { return continuation.finish() }
      let queue = DispatchQueue(label: "photodiary.store-watch")
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        // A folder of another device, or the store itself, may be new.
        watchFolders(of: layout, on: descriptor)
        continuation.yield()
      }
      source.setCancelHandler { close(descriptor) }
      continuation.onTermination = { _ in source.cancel() }
      watchFolders(of: layout, on: descriptor)
      source.activate()
    }
  }

  /// Watches what there is, from the top down: what is made below a folder before that is watched
  /// is found when its names are read then. Watching a folder again changes nothing.
  private static func watchFolders(of layout: StoreLayout, on descriptor: Int32) {
    guard watch(layout.root, for: changes, on: descriptor) else {
      // One that is there and may not be watched stays unwatched.
      if SystemCalls.information(layout.root) == nil { watchForStore(of: layout, on: descriptor) }
      return
    }
    watch(layout.logs, for: changes, on: descriptor)
    watch(layout.journals, for: arrivals | UInt32(IN_DELETE), on: descriptor)
    for device in (try? SystemCalls.names(in: layout.logs)) ?? [] {
      watch(Path.join(layout.logs, device), for: changes, on: descriptor)
    }
  }

  /// Before the first entry there is no store: the folder where it will be made is watched, or the
  /// first one above that exists, until something is made there.
  private static func watchForStore(of layout: StoreLayout, on descriptor: Int32) {
    var child = layout.root
    while child != "/" {
      let folder = Path.parent(child)
      if watch(folder, for: arrivals | UInt32(IN_ONESHOT), on: descriptor) {
        // It may have been made just before.
        if SystemCalls.information(child) != nil { watchFolders(of: layout, on: descriptor) }
        return
      }
      child = folder
    }
  }

  private static let arrivals = UInt32(IN_CREATE | IN_MOVED_TO)
  /// A folder that is moved or removed takes its watch with it: another may stand in its place.
  private static let changes =
    arrivals | UInt32(IN_MODIFY | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF)

  @discardableResult
  private static func watch(_ folder: String, for events: UInt32, on descriptor: Int32) -> Bool {
    inotify_add_watch(descriptor, folder, events) >= 0
  }
}
