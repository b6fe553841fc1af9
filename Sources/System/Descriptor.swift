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

// MARK: - OpenOptions

/// How a file is opened. It is closed in every program that is started, always.
package struct OpenOptions: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let readOnly = OpenOptions(rawValue: O_RDONLY)
  package static let writeOnly = OpenOptions(rawValue: O_WRONLY)
  package static let readWrite = OpenOptions(rawValue: O_RDWR)
  /// Makes it if it isn't there.
  package static let create = OpenOptions(rawValue: O_CREAT)
  /// With `create`: fails if something is there.
  package static let exclusive = OpenOptions(rawValue: O_EXCL)
  package static let truncate = OpenOptions(rawValue: O_TRUNC)
  package static let append = OpenOptions(rawValue: O_APPEND)
  /// Fails where a symbolic link stands at the end of the path.
  package static let noFollow = OpenOptions(rawValue: O_NOFOLLOW)
  /// Waits for nobody, as the writer of a named pipe.
  package static let nonBlocking = OpenOptions(rawValue: O_NONBLOCK)
  /// Fails where no folder stands.
  package static let folder = OpenOptions(rawValue: O_DIRECTORY)
  /// A terminal doesn't become this program's.
  package static let noTerminal = OpenOptions(rawValue: O_NOCTTY)

  /// A file that doesn't exist yet.
  package static let new: OpenOptions = [.writeOnly, .create, .exclusive]
}

// MARK: - FileStatus

/// What the system knows of a file or folder without opening it.
package struct FileStatus: Sendable {
  package let kind: FileKind
  /// In bytes.
  package let size: Int
  /// Who may do what, as chmod(2) takes it.
  package let permissions: UInt32
  /// The user whose it is.
  package let owner: UInt32
  package let device: UInt64
  package let inode: UInt64
  /// How many names it has.
  package let links: Int
  /// When its bytes changed last.
  package let modified: FileTime
  /// When anything of it changed last.
  package let changed: FileTime

  package var isRegularFile: Bool { kind == .file }
  package var isFolder: Bool { kind == .folder }

  /// Whether it is the same file, with the same bytes as far as the system tells.
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

  /// Of what a path leads to, through links.
  package init(at path: String) throws(ErrorNumber) {
    var found = stat()
    guard stat(path.systemPath, &found) == 0 else { throw .last }
    self.init(found)
  }

  /// Of what stands at a path itself, not of what it may link to.
  package init(ofItselfAt path: String) throws(ErrorNumber) {
    var found = stat()
    guard lstat(path.systemPath, &found) == 0 else { throw .last }
    self.init(found)
  }
}

/// What stands at a path.
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
  /// As a folder tells it; `nil` where it doesn't.
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

/// A time of a file, as exact as its file system keeps it.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Since 1970.
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

/// Locks on a whole file that belong to the open file: other descriptors of it don't drop them when they
/// close, and the kernel does when the program dies.
extension Descriptor {
  /// Tries for the lock, which is free if the file system has no locks. Locks of the two ways don't see each
  /// other on every file system: all programs that share a file go the same one.
  package func tryLock() throws(ErrorNumber) {
    guard Facility.fileLocks.isAvailable else {
      guard tryFlock() else { throw .last }
      return
    }
    guard pd_try_lock(number) != 0 else { return }
    let error = ErrorNumber.last
    guard error.isUnsupported else { throw error }
  }

  /// `true` if the file system supports locks.
  package var canLock: Bool {
    guard Facility.fileLocks.isAvailable else { return true }
    return pd_is_locked(number) >= 0 || !ErrorNumber.last.isUnsupported
  }

  /// Whether another open file has the lock, asked of one that hasn't. `false` where that can't be told.
  package var isLocked: Bool {
    Facility.fileLocks.isAvailable ? pd_is_locked(number) == 1 : isFlocked
  }

  /// Tries for a lock of flock(2), which folders have too. Returns whether it was free.
  @discardableResult
  package func tryFlock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Whether another open file has a lock of flock(2), asked of one that hasn't: it can only be found by taking
  /// the lock and giving it up, so for a moment nobody else gets it.
  package var isFlocked: Bool {
    guard flock(number, LOCK_SH | LOCK_NB) == 0 else { return ErrorNumber.last == .tryAgain }
    flock(number, LOCK_UN)
    return false
  }
}

// MARK: - Files in memory

/// Files that live in memory and have no name in any folder.
extension Descriptor {
  /// A new one. What it is called is for whoever looks into the program.
  package static func memory(_ name: String) throws(ErrorNumber) -> Descriptor {
    guard Facility.memfd.isAvailable else { return try memoryInFolder() }
    let number = pd_memory_file(name)
    guard number < 0 else { return Descriptor(number: number) }
    let error = ErrorNumber.last
    guard error == .notImplemented else { throw error }
    return try memoryInFolder()
  }

  /// A new one in a folder that lives in memory, where its name is for a moment. Where there is no such
  /// folder there is no such file, for nothing of it may reach a disk.
  package static func memoryInFolder() throws(ErrorNumber) -> Descriptor {
    for folder in [Environment["XDG_RUNTIME_DIR"], "/dev/shm"] {
      guard let folder, pd_lives_in_memory(folder.systemPath) == 1 else { continue }
      let path = Path.join(
        folder, ".photodiary-" + String(UInt64.random(in: .min ... .max), radix: 16))
      guard let file = try? open(path, [.readWrite, .create, .exclusive, .noFollow]) else {
        continue
      }
      guard FileSystem<SystemError>.removed(path) else {
        file.close()
        throw .last
      }
      return file
    }
    throw .notSupported
  }

  /// A path by which the open file can be opened while it is.
  package var path: String {
    (Facility.proc.isAvailable ? "/proc/self/fd/" : "/dev/fd/") + "\(number)"
  }
}
