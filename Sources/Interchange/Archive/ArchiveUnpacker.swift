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

  private let name: String
  private let limits: ArchiveLimits
  private let top: Int32
  /// The folder that the last file went into: the next one mostly goes there too.
  private var folders: [String] = []
  private var folder: Int32
  private(set) var bytes: Int64 = 0
  private var members = 0
  private(set) var leftOut: [LeftOut] = []

  /// Unpacks the archive called `name` into an open folder.
  init(into folder: Int32, name: String, limits: ArchiveLimits) {
    self.name = name
    self.limits = limits
    top = folder
    self.folder = dup(folder)
  }

  deinit { close(folder) }

  /// Returns whether it came to the end; it doesn't when the task is cancelled. `progress` is given
  /// the bytes of the archive that were read.
  mutating func unpack(
    _ descriptor: Int32, progress: (Int64) -> Void
  ) throws(DiaryError) -> Bool {
    do throws(ArchiveFault) {
      let reader = try ArchiveReader(descriptor: descriptor)
      while !Task.isCancelled {
        guard let member = try reader.next() else { return true }
        members += 1
        guard members <= limits.members else { throw .tooMany(limits.members) }
        try take(member, reader)
        progress(reader.bytesRead)
      }
      return false
    } catch {
      throw .input(name: name, .archive(error))
    }
  }

  /// What is left of the limits for an archive in this one.
  var limitsLeft: ArchiveLimits {
    var left = limits
    left.members -= members
    left.bytes -= bytes
    return left
  }

  private mutating func take(
    _ member: ArchiveReader.Member, _ reader: borrowing ArchiveReader
  ) throws(ArchiveFault) {
    let place: ArchiveMemberName
    do throws(ArchiveMemberFault) {
      guard let found = try ArchiveMemberName(member.name, limits: limits), !found.isSystems else {
        return
      }
      switch member.kind {
      case .link: throw .link
      case .special: throw .special
      case .file where member.isEncrypted: throw .encrypted
      case .file, .folder: place = found
      }
    } catch {
      return leave(member, error)
    }
    guard member.kind == .file else {
      if try !enter(place.folders + [place.name]) { leave(member, .duplicate) }
      return
    }
    guard try enter(place.folders) else { return leave(member, .duplicate) }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = openat(folder, place.name, flags, 0o600)
    guard file >= 0 else {
      guard errno == EEXIST else { throw Self.failure }
      return leave(member, .duplicate)
    }
    defer { close(file) }
    if try !write(reader, to: file) {
      unlinkat(folder, place.name, 0)
      leave(member, .tooLarge)
    }
    // What tells no date of its own is dated by its file.
    if let modified = member.modified {
      let time = timespec(tv_sec: Int(modified), tv_nsec: 0)
      _ = [time, time].withUnsafeBufferPointer { futimens(file, $0.baseAddress) }
    }
  }

  private mutating func leave(_ member: ArchiveReader.Member, _ fault: ArchiveMemberFault) {
    leftOut.append(LeftOut(name: String(decoding: member.name, as: UTF8.self), fault: fault))
  }

  /// Makes and opens a folder and those above it. `false` when a file has one of their names.
  private mutating func enter(_ path: [String]) throws(ArchiveFault) -> Bool {
    guard path != folders else { return true }
    var opened = dup(top)
    for name in path {
      let parent = opened
      defer { close(parent) }
      guard mkdirat(parent, name, 0o700) == 0 || errno == EEXIST else { throw Self.failure }
      opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard opened >= 0 else {
        guard errno == ENOTDIR || errno == ELOOP else { throw Self.failure }
        return false
      }
    }
    close(folder)
    folder = opened
    folders = path
    return true
  }

  /// Writes a member to a file. `false` when it is larger than one may be.
  private mutating func write(
    _ reader: borrowing ArchiveReader, to file: Int32
  ) throws(ArchiveFault) -> Bool {
    while !Task.isCancelled {
      guard let piece = try reader.read() else { return true }
      let end = piece.offset + Int64(piece.bytes.count)
      guard end <= limits.memberBytes else { return false }
      bytes += Int64(piece.bytes.count)
      guard bytes <= limits.bytes else { throw .tooLarge(limits.bytes) }
      let allowance = max(limits.freeBytes, reader.bytesRead.multipliedOrMost(by: limits.ratio))
      guard bytes <= allowance else { throw .tooDense }
      var done = 0
      while done < piece.bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: piece.bytes[done...])
        let count = pwrite(file, rest.baseAddress, rest.count, off_t(piece.offset) + off_t(done))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw Self.failure }
        done += count
      }
    }
    return true
  }

  private static var failure: ArchiveFault {
    .notWritten(reason: String(cString: strerror(errno)))
  }
}

extension Int64 {
  fileprivate func multipliedOrMost(by other: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}
