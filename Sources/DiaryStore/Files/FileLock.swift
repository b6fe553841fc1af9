import DiaryCore
import System

/// The store's lock, held while this value lives. It belongs to the open file description: other
/// descriptors of the same file don't drop it, and the kernel does when the program dies.
struct FileLock: ~Copyable {
  private let file: OpenFile

  /// Milliseconds. Others hold the lock for one append; only a repair holds it longer. The kernel
  /// tells nobody when a lock is free but a thread that blocks for it, without end, so it is asked
  /// again.
  private static let patience = 10_000
  private static let pauseTime = 5

  /// Waits for the lock, making its file if need be. Throws when another program keeps it.
  init(_ path: String) throws(DiaryError) {
    let file = try OpenFile(path, [.readWrite, .create])
    var waited = 0
    while try !Self.isTaken(file) { try Self.pause(&waited, path) }
    self.file = file
  }

  /// Takes the lock, and lets others run on this actor while it waits.
  static func waiting(for path: String) async throws(DiaryError) -> FileLock {
    let file = try OpenFile(path, [.readWrite, .create])
    var waited = 0
    while try !isTaken(file) {
      // In a task that was cancelled nothing sleeps, and a save must wait all the same.
      if (try? await Task.sleep(for: .milliseconds(pauseTime))) == nil {
        try pause(&waited, path)
      } else {
        try count(&waited, path)
      }
    }
    return FileLock(file: file)
  }

  /// Whether the file that is locked still stands at its path: a folder may have been renamed while
  /// one waited.
  var isInPlace: Bool {
    guard let own = try? file.status(), let found = FileSystem.status(of: file.path) else {
      return false
    }
    return own.inode == found.inode && own.device == found.device
  }

  private init(file: consuming OpenFile) { self.file = file }

  private static func isTaken(_ file: borrowing OpenFile) throws(DiaryError) -> Bool {
    do throws(ErrorNumber) {
      try file.descriptor.tryLock()
      return true
    } catch .interrupted, .tryAgain, .accessDenied {
      return false
    } catch {
      throw StoreErrors.failure(.locking, file.path, error)
    }
  }

  private static func pause(_ waited: inout Int, _ path: String) throws(DiaryError) {
    try count(&waited, path)
    Readiness.pause(milliseconds: pauseTime)
  }

  private static func count(_ waited: inout Int, _ path: String) throws(DiaryError) {
    guard waited < patience else { throw .store(path: path, .locked) }
    waited += pauseTime
  }
}
