import CSystem
// A dispatch source may be used from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import Synchronization

/// Finds changes by looking again and again. It can't tell whoever writes a file from whoever has closed
/// it, nor a file that was made from one that was moved there, so it tells of both. What becomes another
/// thing, or nothing, is watched no longer, as with inotify.
package final class PolledChanges: FileWatcher {
  /// How long it rests between two looks, in milliseconds; longer where they take long, so that they take a
  /// fiftieth of a processor at most.
  private static let pause = 500
  private static let restPerLook = 50

  private struct Watch {
    var kinds: FileChanges.Kinds
    var look: FileLook
  }

  package let descriptor: Descriptor
  private let watches = Mutex<[String: Watch]>([:])
  private let timer: any DispatchSourceTimer
  private let writing: Descriptor

  /// `nil` when the system has no room for more.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    let (descriptor, writing) = (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    descriptor.setNonBlocking()
    writing.setNonBlocking()
    (self.descriptor, self.writing) = (descriptor, writing)
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "photodiary.file-looks"))
    timer.setEventHandler { [weak self] in self?.lookAndRest() }
    timer.setCancelHandler { writing.close() }
    timer.schedule(deadline: .now() + .milliseconds(Self.pause))
    timer.activate()
  }

  package func watch(_ path: String, for kinds: FileChanges.Kinds) -> Bool {
    watches.withLock { watches in
      guard let look = FileLook(at: path, following: !kinds.contains(.noFollow)) else {
        watches[path] = nil
        return false
      }
      // What has changed since the last look is told of by the next one.
      if let known = watches[path], known.look.isSameThing(as: look) {
        watches[path]?.kinds = kinds
      } else {
        watches[path] = Watch(kinds: kinds, look: look)
      }
      return true
    }
  }

  package func close() {
    timer.cancel()
    descriptor.close()
  }

  private func lookAndRest() {
    let start = SystemClock.milliseconds
    if look() { try? writing.write([1]) }
    let rest = max(Self.pause, (SystemClock.milliseconds - start) * Self.restPerLook)
    timer.schedule(deadline: .now() + .milliseconds(rest))
  }

  /// Returns whether something has changed of which is to be told.
  private func look() -> Bool {
    watches.withLock { watches in
      var isNews = false
      for (path, watch) in watches {
        let kinds = watch.kinds
        guard let look = FileLook(at: path, following: !kinds.contains(.noFollow)),
          look.isSameThing(as: watch.look)
        else {
          // Whoever watches it has to know that it no longer does.
          watches[path] = nil
          isNews = true
          continue
        }
        guard !look.changes(since: watch.look).isDisjoint(with: kinds) else {
          watches[path]?.look = look
          continue
        }
        isNews = true
        watches[path] = kinds.contains(.once) ? nil : Watch(kinds: kinds, look: look)
      }
      return isNews
    }
  }
}
