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

  /// Watching a folder again changes nothing.
  private static func watchFolders(of layout: StoreLayout, on descriptor: Int32) {
    let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
    let devices = (try? SystemCalls.names(in: layout.logs)) ?? []
    for folder in [layout.root, layout.logs] + devices.map({ Path.join(layout.logs, $0) }) {
      inotify_add_watch(descriptor, folder, mask)
    }
  }
}
