import DiaryCore
import Glibc

/// Unpacks an archive into a folder of its own, and nothing anywhere else: each folder on the way
/// is opened by itself, through no link, and no file that stands there is written to.
struct ArchiveUnpacker: ~Copyable {
  /// A member that wasn't unpacked.
  struct LeftOut: Hashable {
    let name: String
    let fault: ArchiveMemberFault
  }

  private let top: Int32
  /// The folder that the last file went into: the next one mostly goes there too.
  private var folders: [String] = []
  private var folder: Int32
  /// The last file, while it is written.
  private var file: OpenMember?
  private(set) var leftOut: [LeftOut] = []

  private struct OpenMember {
    let name: ArchiveMemberName
    let descriptor: Int32
    let modified: Int64?
  }

  /// Unpacks into an open folder.
  init(into folder: Int32) {
    top = folder
    self.folder = dup(folder)
  }

  deinit {
    close(folder)
    if let file { close(file.descriptor) }
  }

  /// Returns whether it came to the end; it doesn't when the task is cancelled. `progress` is given
  /// the bytes of the archive that were read.
  mutating func unpack(
    _ archive: ArchiveParts, progress: (Int64) -> Void
  ) async throws(ArchiveFault) -> Bool {
    var part = try await archive.next().get()
    while let current = part, !Task.isCancelled {
      async let next = archive.next()
      for step in current.steps { try take(step, of: current) }
      progress(current.bytesRead)
      part = try await next.get()
    }
    endFile()
    return !Task.isCancelled
  }

  private mutating func take(
    _ step: ArchiveParts.Step, of part: ArchiveParts.Part
  ) throws(ArchiveFault) {
    switch step {
    case .folder(let name):
      endFile()
      if try !enter(name.folders + [name.name]) { leave(name, .duplicate) }
    case .file(let name, let modified):
      endFile()
      try begin(name, modified)
    case .name(let name, let target):
      endFile()
      try link(name, to: target)
    case .write(let range, let offset):
      // Of one that is left out more may come.
      guard let file else { return }
      try write(part.bytes, range, to: file.descriptor, at: offset)
    case .tooLarge:
      guard let file else { return }
      endFile()
      unlinkat(folder, file.name.name, 0)
      leave(file.name, .tooLarge)
    case .leave(let member):
      endFile()
      leftOut.append(member)
    }
  }

  private mutating func leave(_ name: ArchiveMemberName, _ fault: ArchiveMemberFault) {
    leftOut.append(LeftOut(name: name.path, fault: fault))
  }

  private mutating func begin(
    _ name: ArchiveMemberName, _ modified: Int64?
  ) throws(ArchiveFault) {
    guard try enter(name.folders) else { return leave(name, .duplicate) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openat(folder, name.name, flags, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw Self.failure }
      return leave(name, .duplicate)
    }
    file = OpenMember(name: name, descriptor: descriptor, modified: modified)
  }

  /// Gives a file that was unpacked before another name. What wasn't unpacked stays out of reach, for
  /// there are no symbolic links in the folder.
  private mutating func link(
    _ name: ArchiveMemberName, to target: ArchiveMemberName
  ) throws(ArchiveFault) {
    guard try enter(target.folders, making: false) else { return leave(name, .link) }
    let source = dup(folder)
    defer { close(source) }
    var status = stat()
    guard fstatat(source, target.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return leave(name, .link) }
    guard try enter(name.folders) else { return leave(name, .duplicate) }
    guard linkat(source, target.name, folder, name.name, 0) == 0 else {
      return leave(name, errno == EEXIST ? .duplicate : .link)
    }
  }

  private mutating func endFile() {
    guard let file else { return }
    if let modified = file.modified {
      let time = timespec(tv_sec: Int(modified), tv_nsec: 0)
      _ = [time, time].withUnsafeBufferPointer { futimens(file.descriptor, $0.baseAddress) }
    }
    close(file.descriptor)
    self.file = nil
  }

  /// Opens a folder, made with those above it unless it is to be there. `false` when it isn't, or a
  /// file has one of their names.
  private mutating func enter(
    _ path: [String], making: Bool = true
  ) throws(ArchiveFault) -> Bool {
    guard path != folders else { return true }
    var opened = dup(top)
    for name in path {
      let parent = opened
      defer { close(parent) }
      guard !making || mkdirat(parent, name, 0o700) == 0 || errno == EEXIST else {
        throw Self.failure
      }
      opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard opened >= 0 else {
        guard [ENOTDIR, ELOOP].contains(errno) || !making && errno == ENOENT else {
          throw Self.failure
        }
        return false
      }
    }
    close(folder)
    folder = opened
    folders = path
    return true
  }

  private func write(
    _ bytes: [UInt8], _ range: Range<Int>, to file: Int32, at offset: Int64
  ) throws(ArchiveFault) {
    var done = range.lowerBound
    while done < range.upperBound {
      let place = off_t(offset) + off_t(done - range.lowerBound)
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(file, bytes.baseAddress.map { $0 + done }, range.upperBound - done, place)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure }
      done += count
    }
  }

  private static var failure: ArchiveFault {
    .notWritten(reason: String(cString: strerror(errno)))
  }
}
