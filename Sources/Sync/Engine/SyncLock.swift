import System

/// Keeps two programs from syncing one diary with one remote at once; held while this value lives.
struct SyncLock: ~Copyable {
  private let file: OpenFile

  /// Milliseconds.
  private static let pause = 50

  /// Waits until no other program does. Throws when the task is cancelled meanwhile.
  static func waiting(for path: String) async throws(SyncFailure) -> SyncLock {
    let name = Path.name(path)
    try SyncFailure.here(name, FileSystem.makeFolders(Path.parent(path)))
    let file = try SyncFailure.here(name, OpenFile(path, [.readWrite, .create]))
    while !isTaken(file) {
      guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else {
        let error = SystemError(.locking, path, .interrupted)
        throw .remote(RemoteError(name, .local(path: path, reason: error.words)))
      }
    }
    return SyncLock(file: file)
  }

  private init(file: consuming OpenFile) { self.file = file }

  private static func isTaken(_ file: borrowing OpenFile) -> Bool {
    (try? file.descriptor.tryLock()) != nil
  }
}
