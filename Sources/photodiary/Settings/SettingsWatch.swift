import DiarySettings
// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
import Synchronization
import System

/// Tells when the settings have become other ones.
enum SettingsWatch {
  /// What the file says after each change of it, or what is wrong in it. Ends with its consumer.
  /// `known` are its bytes at the start: it may have changed before it is watched.
  static func changes(
    of file: SettingsFile, since known: [UInt8]?
  ) -> AsyncStream<Result<Settings, SettingsError>> {
    AsyncStream { continuation in
      guard let found = FileChanges() else { return continuation.finish() }
      let queue = DispatchQueue(label: "photodiary.settings-watch")
      let source = DispatchSource.makeReadSource(
        fileDescriptor: found.descriptor.number, queue: queue)
      let last = Last(file, known)
      let look: @Sendable () -> Void = {
        guard last.isNews() else { return }
        do throws(SettingsError) {
          continuation.yield(.success(try file.settings()))
        } catch {
          continuation.yield(.failure(error))
        }
      }
      source.setEventHandler {
        found.take()
        watch(file, by: found)
        look()
      }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in source.cancel() }
      watch(file, by: found)
      source.activate()
      queue.async(execute: look)
    }
  }

  /// Watches the folder, or the first one above that exists until the next is made there; and the
  /// file, which may be a link to another folder's. Watching again changes nothing.
  private static func watch(_ file: SettingsFile, by found: FileChanges) {
    found.watch(file.path, for: [.closed, .removedItself])
    var folders = [Path.parent(file.path)]
    while let last = folders.last, last != "/", last != "." { folders.append(Path.parent(last)) }
    for _ in folders {
      let index = folders.firstIndex { found.watch($0, for: changes) }
      // The next one may have been made just before this one was watched.
      guard let index, index > 0, FileSystem.exists(folders[index - 1]) else { return }
    }
  }

  private static let changes: FileChanges.Kinds = [.made, .movedIn, .movedOut, .closed, .removed]

  /// The bytes that were read last: the folder holds other files as well.
  private final class Last: Sendable {
    private let file: SettingsFile
    private let text: Mutex<[UInt8]?>

    init(_ file: SettingsFile, _ known: [UInt8]?) {
      self.file = file
      text = Mutex(known)
    }

    func isNews() -> Bool {
      let now = try? file.text()
      return text.withLock { last in
        defer { last = now }
        return now != last
      }
    }
  }
}
