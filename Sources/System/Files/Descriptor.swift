import CSystem
import Glibc

/// The number of something open. It belongs to somebody else, who closes it: `OpenFile` and `Folder`
/// own theirs.
package struct Descriptor: Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static var standardInput: Descriptor {
    Invocation.current?.input ?? Descriptor(number: STDIN_FILENO)
  }
  package static var standardOutput: Descriptor {
    Invocation.current?.output ?? Descriptor(number: STDOUT_FILENO)
  }
  package static var standardError: Descriptor {
    Invocation.current?.errors ?? Descriptor(number: STDERR_FILENO)
  }

  /// In the place of an open folder: what a path means to the program as a whole.
  static let workingFolder = Descriptor(number: AT_FDCWD)

  // MARK: Opening

  /// Opens a path, whose folder may be one that is open. A new file gets these permissions, less
  /// what the program's mask takes.
  package static func open(
    _ path: String, in folder: Descriptor? = nil, _ options: OpenOptions, mode: UInt32 = 0o600
  ) throws(ErrorNumber) -> Descriptor {
    let flags = options.rawValue | O_CLOEXEC
    let number =
      if let folder { openat(folder.number, path.systemPath, flags, mode) } else {
        Glibc.open(path.systemPath, flags, mode)
      }
    guard number >= 0 else { throw .last }
    return Descriptor(number: number)
  }

  /// Another number for the same, which no started program inherits, at least that high.
  package func duplicate(from lowest: Int32) throws(ErrorNumber) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, lowest)
    guard copy >= 0 else { throw .last }
    return Descriptor(number: copy)
  }

  /// Another number for the same, which started programs inherit.
  package func duplicate() throws(ErrorNumber) -> Descriptor {
    let copy = dup(number)
    guard copy >= 0 else { throw .last }
    return Descriptor(number: copy)
  }

  /// Makes a descriptor's number mean this file, in place of what it meant.
  package func duplicate(as other: Descriptor) throws(ErrorNumber) {
    guard dup2(number, other.number) >= 0 else { throw .last }
  }

  package func close() { _ = Glibc.close(number) }

  // MARK: Reading and writing

  /// Reads up to as many bytes as there is room for; 0 at the end. A signal that comes meanwhile
  /// doesn't matter.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ErrorNumber) -> Int {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Reads into the beginning of bytes that are there, or from an index on.
  package func read(into bytes: inout [UInt8], from start: Int = 0) throws(ErrorNumber) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(ErrorNumber) in
      let room = UnsafeMutableBufferPointer(rebasing: buffer[start...])
      return try read(into: UnsafeMutableRawBufferPointer(room))
    }
  }

  /// Reads at a place until the room is full or the file ends; how many bytes that were.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(ErrorNumber) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = pread(
        number, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
        off_t(offset + filled))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// The bytes at a place, as many as asked for or as there are.
  package func bytes(_ count: Int, at offset: Int) throws(ErrorNumber) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { buffer throws(ErrorNumber) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// All bytes from here to the end; of more than `limit` only some more than that are read.
  package func rest(atMost limit: Int = .max) throws(ErrorNumber) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: limit < 1 << 16 ? limit + 1 : 1 << 16)
    while bytes.count <= limit, case let count = try read(into: &chunk), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all of the bytes, in as many pieces as it takes. A signal that comes meanwhile doesn't
  /// matter.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(ErrorNumber) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .last }
      done += count
    }
  }

  package func write(_ bytes: [UInt8]) throws(ErrorNumber) {
    try bytes.withUnsafeBufferPointer { bytes throws(ErrorNumber) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(ErrorNumber) {
    try bytes.withUnsafeBufferPointer { bytes throws(ErrorNumber) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes a word of the program's own in one call. Safe in the handler of a signal.
  package func write(_ word: StaticString) {
    _ = Glibc.write(number, word.utf8Start, word.utf8CodeUnitCount)
  }

  /// Writes what it takes in one call; how much that was.
  package func writeOnce(_ bytes: ArraySlice<UInt8>) throws(ErrorNumber) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Writes what a pipe takes at once; how much that was, and an error without a signal when nobody
  /// reads it any more.
  package func writeToPipe(_ bytes: ArraySlice<UInt8>) throws(ErrorNumber) -> Int {
    let count = bytes.withUnsafeBytes { pd_write_quietly(number, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Has reading and writing fail with `tryAgain` where they would wait.
  package func setNonBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }

  /// Writes all of the bytes at a place, whatever stands there.
  package func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(ErrorNumber) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(
          number, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .last }
      done += count
    }
  }

  // MARK: The file itself

  package func status() throws(ErrorNumber) -> FileStatus {
    var found = stat()
    guard fstat(number, &found) == 0 else { throw .last }
    return FileStatus(found)
  }

  /// Makes what was written survive a power cut. Does nothing for a folder if the file system can't sync
  /// folders.
  package func sync() throws(ErrorNumber) {
    guard fsync(number) != 0 else { return }
    let error = ErrorNumber.last
    guard error.isUnsupported, (try? status())?.isFolder == true else { throw error }
  }

  /// `true` if the file system can sync this open folder.
  package var canSyncFolder: Bool { fsync(number) == 0 || !ErrorNumber.last.isUnsupported }

  package func truncate(to size: Int) throws(ErrorNumber) {
    guard ftruncate(number, off_t(size)) == 0 else { throw .last }
  }

  /// Goes to a place, from which the next read or write is.
  package func seek(to offset: Int) throws(ErrorNumber) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last }
  }

  /// Sets permissions where the file system has any.
  package func setPermissions(_ mode: UInt32) throws(ErrorNumber) {
    guard fchmod(number, mode) != 0 else { return }
    let error = ErrorNumber.last
    // exFAT reports what it can't keep as not permitted.
    guard error.isUnsupported || error == .notPermitted else { throw error }
  }

  /// Gives it the time of its last change, or the present one. A failure is no fault.
  package func setModified(seconds: Int? = nil) {
    let times = seconds.map { Array(repeating: timespec(tv_sec: $0, tv_nsec: 0), count: 2) }
    futimens(number, times)
  }

  /// Has the system begin to write to the disk what it has of the file in memory alone. A failure is
  /// told by what waits for it.
  package func beginWriteBack() { _ = pd_write_back(number, 0) }

  /// Waits until the disk has what was written, so that it can be read back from there. After a power
  /// cut it may be gone all the same: that takes a sync.
  package func finishWriteBack() throws(ErrorNumber) {
    guard pd_write_back(number, 1) == 0 else { throw .last }
  }

  /// Has the system keep nothing of the file in memory, so that the disk is what is read next.
  package func dropCache() { posix_fadvise(number, 0, 0, POSIX_FADV_DONTNEED) }

  /// Has the system read all of the file soon, while something else is done.
  package func readAhead() { posix_fadvise(number, 0, 0, POSIX_FADV_WILLNEED) }

  /// Throws when there is no room for that many bytes. Other failures don't count: not every file
  /// system can tell.
  package func makeRoom(for size: Int) throws(ErrorNumber) {
    let code = posix_fallocate(number, 0, off_t(max(1, size)))
    if code == ENOSPC || code == EDQUOT { throw ErrorNumber(rawValue: code) }
  }

  /// Has this file share the bytes of another one on the disk. Returns whether the file system can.
  package func shareBytes(of source: Descriptor) -> Bool {
    Facility.sharingBytes.isAvailable && pd_clone(number, source.number) == 0
  }
}
