import CSystem
import Glibc

/// The number of an open file, folder, pipe or device.
///
/// A plain value that isn't closed automatically: `OpenFile` and `Folder` own a descriptor and
/// close it on `deinit`.
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

  /// A placeholder for an open folder: relative paths start at the program's working folder.
  static let workingFolder = Descriptor(number: AT_FDCWD)

  // MARK: Opening

  /// Opens a path, relative to `folder` if it isn't `nil`. Started programs don't inherit it.
  ///
  /// - Parameter mode: the permissions of a new file, reduced by the umask.
  /// - Throws: the error of open(2).
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

  /// Returns a copy whose number is at least `lowest`, which started programs don't inherit.
  ///
  /// - Throws: the error of fcntl(2), for example if too many files are open.
  package func duplicate(from lowest: Int32) throws(ErrorNumber) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, lowest)
    guard copy >= 0 else { throw .last }
    return Descriptor(number: copy)
  }

  /// Returns a copy that started programs inherit.
  ///
  /// - Throws: the error of dup(2), for example if too many files are open.
  package func duplicate() throws(ErrorNumber) -> Descriptor {
    let copy = dup(number)
    guard copy >= 0 else { throw .last }
    return Descriptor(number: copy)
  }

  /// Makes the number of `other` refer to this file, and closes the file it referred to.
  ///
  /// - Throws: the error of dup2(2).
  package func duplicate(as other: Descriptor) throws(ErrorNumber) {
    guard dup2(number, other.number) >= 0 else { throw .last }
  }

  package func close() { _ = Glibc.close(number) }

  // MARK: Reading and writing

  /// Reads up to `buffer.count` bytes and returns their number, 0 at the end of the file. Retries
  /// if a signal interrupts it.
  ///
  /// - Throws: the error of read(2).
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ErrorNumber) -> Int {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Reads into existing bytes from index `start`, and returns the number of bytes read.
  ///
  /// - Throws: the error of read(2).
  package func read(into bytes: inout [UInt8], from start: Int = 0) throws(ErrorNumber) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(ErrorNumber) in
      let rest = UnsafeMutableBufferPointer(rebasing: buffer[start...])
      return try read(into: UnsafeMutableRawBufferPointer(rest))
    }
  }

  /// Reads at an offset until the buffer is full or the file ends, and returns the number of bytes
  /// read.
  ///
  /// - Throws: the error of pread(2).
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

  /// Returns up to `count` bytes at an offset, fewer at the end of the file.
  ///
  /// - Throws: the error of pread(2).
  package func bytes(_ count: Int, at offset: Int) throws(ErrorNumber) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { buffer throws(ErrorNumber) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Returns all bytes from the current position to the end. Stops after more than `limit` bytes,
  /// so that the caller can detect a longer file.
  ///
  /// - Throws: the error of read(2).
  package func readToEnd(atMost limit: Int = .max) throws(ErrorNumber) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: limit < 1 << 16 ? limit + 1 : 1 << 16)
    while bytes.count <= limit, case let count = try read(into: &chunk), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all of the bytes, in as many calls as needed. Retries if a signal interrupts it.
  ///
  /// - Throws: the error of write(2).
  package func write(_ bytes: UnsafeRawBufferPointer) throws(ErrorNumber) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .last }
      done += count
    }
  }

  /// Writes all of the bytes.
  ///
  /// - Throws: the error of write(2).
  package func write(_ bytes: [UInt8]) throws(ErrorNumber) {
    try bytes.withUnsafeBufferPointer { bytes throws(ErrorNumber) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes all of the bytes.
  ///
  /// - Throws: the error of write(2).
  package func write(_ bytes: ArraySlice<UInt8>) throws(ErrorNumber) {
    try bytes.withUnsafeBufferPointer { bytes throws(ErrorNumber) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes a fixed text in one call, ignoring errors. Safe to call in a signal handler.
  package func write(_ text: StaticString) {
    _ = Glibc.write(number, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Writes as many of the bytes as one call accepts, and returns their number.
  ///
  /// - Throws: the error of write(2).
  package func writeOnce(_ bytes: ArraySlice<UInt8>) throws(ErrorNumber) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Writes as many bytes as a pipe accepts without waiting, and returns their number. Raises no
  /// SIGPIPE.
  ///
  /// - Throws: the error of write(2); `brokenPipe` if the reading end is closed.
  package func writeToPipe(_ bytes: ArraySlice<UInt8>) throws(ErrorNumber) -> Int {
    let count = bytes.withUnsafeBytes { pd_write_quietly(number, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Makes reads and writes fail with `tryAgain` instead of waiting.
  package func setNonBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }

  /// Writes all of the bytes at an offset, overwriting what is there.
  ///
  /// - Throws: the error of pwrite(2).
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

  /// Returns the metadata of the open file.
  ///
  /// - Throws: the error of fstat(2).
  package func status() throws(ErrorNumber) -> FileStatus {
    var found = stat()
    guard fstat(number, &found) == 0 else { throw .last }
    return FileStatus(found)
  }

  /// Makes written data survive a power cut. Does nothing for a folder if the file system can't
  /// sync folders.
  ///
  /// - Throws: the error of fsync(2).
  package func sync() throws(ErrorNumber) {
    guard fsync(number) != 0 else { return }
    let error = ErrorNumber.last
    guard error.isUnsupported, (try? status())?.isFolder == true else { throw error }
  }

  /// `true` if the file system can sync this open folder.
  package var canSyncFolder: Bool { fsync(number) == 0 || !ErrorNumber.last.isUnsupported }

  /// Sets the file's size in bytes.
  ///
  /// - Throws: the error of ftruncate(2).
  package func truncate(to size: Int) throws(ErrorNumber) {
    guard ftruncate(number, off_t(size)) == 0 else { throw .last }
  }

  /// Moves the position of the next read or write to an offset from the start.
  ///
  /// - Throws: the error of lseek(2), `illegalSeek` for a pipe.
  package func seek(to offset: Int) throws(ErrorNumber) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last }
  }

  /// Sets the permissions. Does nothing on a file system that has none.
  ///
  /// - Throws: the error of fchmod(2).
  package func setPermissions(_ mode: UInt32) throws(ErrorNumber) {
    guard fchmod(number, mode) != 0 else { return }
    let error = ErrorNumber.last
    // exFAT reports permissions that it can't store as "not permitted".
    guard error.isUnsupported || error == .notPermitted else { throw error }
  }

  /// Sets the modification time to seconds since 1970, or to the present. Ignores errors.
  package func setModified(seconds: Int? = nil) {
    let times = seconds.map { Array(repeating: timespec(tv_sec: $0, tv_nsec: 0), count: 2) }
    futimens(number, times)
  }

  /// Starts writing the file's modified pages to the disk. Errors are reported by the call that
  /// waits for it, `finishWriteBack` or `sync`.
  package func beginWriteBack() { _ = pd_write_back(number, 0) }

  /// Waits until the disk has the written data, so that it can be read back from there. Doesn't
  /// make it survive a power cut, as `sync` does.
  ///
  /// - Throws: the error of the write.
  package func finishWriteBack() throws(ErrorNumber) {
    guard pd_write_back(number, 1) == 0 else { throw .last }
  }

  /// Drops the file's clean pages from the page cache, so that the next read is from the disk.
  package func dropCache() { posix_fadvise(number, 0, 0, POSIX_FADV_DONTNEED) }

  /// Starts reading the file into the page cache, without waiting.
  package func readAhead() { posix_fadvise(number, 0, 0, POSIX_FADV_WILLNEED) }

  /// Reserves space for a file of `size` bytes. Ignores errors other than a full disk, because not
  /// every file system supports it.
  ///
  /// - Throws: `noSpace` or `quotaExceeded` if there isn't enough space.
  package func reserveSpace(for size: Int) throws(ErrorNumber) {
    let code = posix_fallocate(number, 0, off_t(max(1, size)))
    if code == ENOSPC || code == EDQUOT { throw ErrorNumber(rawValue: code) }
  }

  /// Shares the disk blocks of `source` (a reflink). Returns `false` if the file system can't.
  package func reflink(from source: Descriptor) -> Bool {
    Facility.ficlone.isAvailable && pd_clone(number, source.number) == 0
  }
}

// MARK: - OpenOptions

/// Flags for opening a file. `Descriptor.open` adds O_CLOEXEC to them.
package struct OpenOptions: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let readOnly = OpenOptions(rawValue: O_RDONLY)
  package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
  package static let readWrite = OpenOptions(rawValue: O_RDWR)
  /// Creates the file if it doesn't exist.
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// With `create`: fails if the file exists.
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  package static let append = OpenOptions(rawValue: O_APPEND)
  /// Fails if the last component of the path is a symbolic link.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// Doesn't wait, for example for the writer of a named pipe.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  /// Fails if the path isn't a folder.
  package static let folder = OpenOptions(rawValue: O_DIRECTORY)
  /// Doesn't make a terminal the controlling terminal of the program.
  package static let noTerminal = OpenOptions(rawValue: O_NOCTTY)

  /// Creates a file, and fails if it exists.
  package static let new: OpenOptions = [.writeOnly, .create, .exclusive]
}

// MARK: - FileStatus

/// Metadata of a file or folder, read without opening it.
package struct FileStatus: Sendable {
  package let kind: FileKind
  /// The size in bytes.
  package let size: Int
  /// The permission bits, as in chmod(2).
  package let permissions: UInt32
  /// The ID of the user who owns it.
  package let owner: UInt32
  package let device: UInt64
  package let inode: UInt64
  /// The number of hard links.
  package let links: Int
  /// The time of the last change to the contents.
  package let modified: FileTime
  /// The time of the last change to the contents or the metadata.
  package let changed: FileTime

  package var isRegularFile: Bool { kind == .file }
  package var isFolder: Bool { kind == .folder }

  /// Returns `true` for the same inode with the same size and modification time.
  package func isSameFile(as other: FileStatus?) -> Bool {
    guard let other else { return false }
    return inode == other.inode && device == other.device && modified == other.modified
      && size == other.size
  }

  init(_ status: stat) {
    kind = FileKind(mode: status.st_mode)
    size = Int(status.st_size)
    permissions = status.st_mode & 0o7777
    owner = status.st_uid
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    links = Int(status.st_nlink)
    modified = FileTime(status.st_mtim)
    changed = FileTime(status.st_ctim)
  }

  /// Reads the metadata of the file that a path leads to, following links.
  ///
  /// - Throws: the error of stat(2).
  package init(at path: String) throws(ErrorNumber) {
    var found = stat()
    guard stat(path.systemPath, &found) == 0 else { throw .last }
    self.init(found)
  }

  /// Reads the metadata of a path without following a link at its end.
  ///
  /// - Throws: the error of lstat(2).
  package init(noFollow path: String) throws(ErrorNumber) {
    var found = stat()
    guard lstat(path.systemPath, &found) == 0 else { throw .last }
    self.init(found)
  }
}

/// The kind of a file system entry.
package enum FileKind: Hashable, Sendable {
  case file, folder, link
  /// A pipe, a socket or a device.
  case other

  init(mode: UInt32) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
  }
}

extension FileKind {
  /// Creates a kind from the type in a folder entry; `nil` if the file system doesn't report it.
  init?(folderEntry type: UInt8) {
    switch Int(type) {
    case Int(DT_UNKNOWN): return nil
    case Int(DT_REG): self = .file
    case Int(DT_DIR): self = .folder
    case Int(DT_LNK): self = .link
    default: self = .other
    }
  }
}

/// A file's time, in the precision that its file system stores.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970.
  package let seconds: Int
  package let nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  init(_ time: timespec) { self.init(seconds: time.tv_sec, nanoseconds: time.tv_nsec) }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

// MARK: - Locks

/// Locks on a whole file that belong to the open file description: closing another descriptor of
/// the file doesn't drop them, and the kernel does when the program ends.
extension Descriptor {
  /// Locks the file without waiting. Succeeds without a lock if the file system has none.
  ///
  /// The two kinds of locks don't exclude each other on every file system, so all programs that
  /// share a file must use the same kind.
  ///
  /// - Throws: the error of fcntl(2) or flock(2), `tryAgain` or `accessDenied` if the file is
  ///   locked.
  package func tryLock() throws(ErrorNumber) {
    guard Facility.fileLocks.isAvailable else {
      guard tryFlock() else { throw .last }
      return
    }
    guard pd_try_lock(number) != 0 else { return }
    let error = ErrorNumber.last
    guard error.isUnsupported else { throw error }
  }

  /// Releases the lock of `tryLock`. Closing the descriptor alone doesn't while a child process is
  /// being started: it has a copy of the descriptor until its program begins.
  package func unlock() {
    if Facility.fileLocks.isAvailable { pd_unlock(number) } else { flock(number, LOCK_UN) }
  }

  /// `true` if the file system supports locks.
  package var canLock: Bool {
    guard Facility.fileLocks.isAvailable else { return true }
    return pd_is_locked(number) >= 0 || !ErrorNumber.last.isUnsupported
  }

  /// `true` if another open file description holds the lock. Ask a descriptor that doesn't hold it.
  /// `false` if the system can't report it.
  package var isLocked: Bool {
    Facility.fileLocks.isAvailable ? pd_is_locked(number) == 1 : isFlocked
  }

  /// Takes a flock(2) lock without waiting, which also works on folders. Returns `false` if it is
  /// taken.
  @discardableResult
  package func tryFlock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// `true` if another open file description holds a flock(2) lock. Ask a descriptor that doesn't
  /// hold it.
  ///
  /// Finds out by taking the lock and releasing it, so other programs can't lock the file for a
  /// moment.
  package var isFlocked: Bool {
    guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return ErrorNumber.last == .tryAgain }
    flock(number, LOCK_UN)
    return false
  }
}

// MARK: - Files in memory

/// Files in memory that have no name in any folder.
extension Descriptor {
  /// Creates a file in memory. The name is only for debugging.
  ///
  /// - Throws: the error of memfd_create(2), or `notSupported` if no folder in memory can be used
  ///   either.
  package static func memory(_ name: String) throws(ErrorNumber) -> Descriptor {
    guard Facility.memfd.isAvailable else { return try memoryInFolder() }
    let number = pd_memory_file(name)
    guard number < 0 else { return Descriptor(number: number) }
    let error = ErrorNumber.last
    guard error == .notImplemented else { throw error }
    return try memoryInFolder()
  }

  /// Creates a file in a folder in memory, where its name exists for a moment.
  ///
  /// Never falls back to a folder on a disk, because the contents may be secret.
  ///
  /// - Throws: `notSupported` if there is no folder in memory, or the error of removing the name.
  package static func memoryInFolder() throws(ErrorNumber) -> Descriptor {
    for folder in [Environment["XDG_RUNTIME_DIR"], "/dev/shm"] {
      guard let folder, pd_lives_in_memory(folder.systemPath) == 1 else { continue }
      let path = Path.join(
        folder, ".photodiary-" + String(UInt64.random(in: .min ... .max), radix: 16))
      guard let file = try? open(path, [.readWrite, .create, .exclusive, .noFollow]) else {
        continue
      }
      guard FileSystem.tryUnlink(path) else {
        file.close()
        throw .last
      }
      return file
    }
    throw .notSupported
  }

  /// A path that opens the same file, for as long as the descriptor is open.
  package var path: String {
    (Facility.proc.isAvailable ? "/proc/self/fd/" : "/dev/fd/") + "\(number)"
  }
}
