import Glibc
import System
import TestSupport
import Testing

@testable import Photos

@Suite struct PictureCacheFolderTests {
  let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  /// A file of so many bytes that was used so many days ago.
  private func keep(_ name: String, bytes: Int, days: Int) throws {
    let path = folder.path + "/" + name
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    expectAtLeast(file, 0)
    expectEqual(ftruncate(file, bytes), 0)
    let past = timespec(tv_sec: time(nil) - days * 86_400, tv_nsec: 0)
    expectEqual(futimens(file, [past, past]), 0)
    close(file)
  }

  private func has(_ name: String) -> Bool { access(folder.path + "/" + name, F_OK) == 0 }

  @Test func `what nobody looked at for long goes, and the oldest beyond the room`() throws {
    try keep("new", bytes: 1000, days: 0)
    try keep("large", bytes: 3 << 20, days: 2)
    try keep("older", bytes: 2 << 20, days: 3)
    try keep("old", bytes: 10, days: 100)
    PictureCacheFolder(path: folder.path).tidy()
    expect(has("new"))
    expect(has("large"))
    expect(!has("older"))
    expect(!has("old"))
    PictureCacheFolder(path: folder.path).tidy()
    expect(has("new"))
    expect(has("large"))
  }

  @Test func `folders and links in it are left alone`() throws {
    expectEqual(mkdir(folder.path + "/folder", 0o700), 0)
    expectEqual(symlink("/etc/passwd", folder.path + "/link"), 0)
    PictureCacheFolder(path: folder.path).tidy()
    expect(has("folder"))
    expect(has("link"))
  }

  @Test func `a use is noted, at most once a day`() throws {
    try keep("used", bytes: 1, days: 5)
    let file = open(folder.path + "/used", O_RDONLY)
    defer { close(file) }
    PictureCacheFolder.recordUse(of: Descriptor(number: file), lastUse: time(nil) - 5 * 86_400)
    var status = stat()
    expectEqual(fstat(file, &status), 0)
    expectLess(time(nil) - status.st_mtim.tv_sec, 60)
  }
}
