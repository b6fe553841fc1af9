// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import System

/// Asks programs that have a diary open to lock it: a file is written anew, and they watch it.
struct LockRequests: Sendable {
  /// `<state>/locks/<key of the store>`
  let path: String

  func ask() {
    FileSystem.makeFoldersAsCan(Path.parent(path))
    try? DurableFile<SystemError>.write(Array("\(SystemClock.seconds)\n".utf8), to: path)
  }

  /// Ticks with each request from now on.
  func ticks() -> AsyncStream<Void> {
    FileSystem.makeFoldersAsCan(Path.parent(path))
    let last = FileSystem.status(of: path)?.inode
    return AsyncStream { [path] continuation in
      guard let changes = FileChanges() else { return continuation.finish() }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: changes.descriptor.number,
        queue: DispatchQueue(label: "photodiary.lock-requests"))
      source.setEventHandler {
        changes.take()
        // The folder has those of other diaries, too.
        guard let now = FileSystem.status(of: path)?.inode, now != last else { return }
        continuation.yield()
      }
      source.setCancelHandler { changes.close() }
      continuation.onTermination = { _ in source.cancel() }
      changes.watch(Path.parent(path), for: [.movedIn])
      source.activate()
    }
  }
}
