import System

/// Keeps two programs from syncing one diary with one remote at once; held while this value lives.
struct SyncLock: ~Copyable {
  private let file: OpenFile

  /// Milliseconds.
  private static let pause = 50

  /// Waits until no other program does. Throws when the task is cancelled meanwhile.
  static func waiting(for path: String) async throws(SyncFailure) -> SyncLock {
    do throws(SystemError) {
      try FileSystem.makeFolders(Path.parent(path))
      let file = try OpenFile(path, [.readWrite, .create])
      while !isTaken(file) {
        guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else {
          throw SystemError(.locking, path, .interrupted)
        }
      }
      return SyncLock(file: file)
    } catch {
      throw .remote(RemoteError(Path.name(path), .local(path: error.path, reason: error.words)))
    }
  }

  private init(file: consuming OpenFile) { self.file = file }

  private static func isTaken(_ file: borrowing OpenFile) -> Bool {
    (try? file.descriptor.tryLock()) != nil
  }
}
