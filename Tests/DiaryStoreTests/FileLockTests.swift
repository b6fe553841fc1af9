import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("The store's lock")
struct FileLockTests {
  @Test func `who waits gives up when one program keeps it, not when many have it in turn`() {
    let first = FileTime(seconds: 1, nanoseconds: 0)
    let second = FileTime(seconds: 1, nanoseconds: 1)
    var patience = LockPatience()
    let inTurn = (0..<10).map { turn in
      patience.isLeft(after: LockPatience.limit, taken: turn.isMultiple(of: 2) ? first : second)
    }
    expectEqual(inTurn, Array(repeating: true, count: 10))
    let kept = patience.isLeft(after: 1, taken: second)
    expect(!kept)
  }

  @Test func `whoever takes it leaves the time of that on its file`() throws {
    let store = try StoreOnDisk()
    try FileSystem.makeFolders(store.root)
    let path = store.root + "/.lock"
    let file = try OpenFile(path, [.readWrite, .create])
    file.descriptor.setModified(seconds: 1)
    _ = try FileLock(path)
    try expectGreater(file.status().modified.seconds, 1)
  }
}
