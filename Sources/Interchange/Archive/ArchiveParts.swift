import DiaryCore
import System

/// Reads an archive in parts, so that one part can be decompressed while the one before it is
/// written. What may be unpacked of it is decided here: by name, by kind and by size.
actor ArchiveParts {
  /// What is to be done, in the archive's order.
  enum Step: Sendable {
    case folder(ArchiveMemberName)
    /// What tells no date of its own is dated by its file: `modified` is in seconds since 1970.
    case file(ArchiveMemberName, modified: Int64?)
    /// Another name of a file that came before.
    case name(ArchiveMemberName, of: ArchiveMemberName)
    /// Bytes of the last file, in the part's, and where they belong in it.
    case write(Range<Int>, at: Int64)
    /// The last file is larger than one may be.
    case tooLarge
    case leave(ArchiveUnpacker.LeftOut)
  }

  struct Part: Sendable {
    fileprivate(set) var steps: [Step] = []
    fileprivate(set) var bytes: [UInt8] = []
    /// How much of the archive was read to its end.
    fileprivate(set) var bytesRead: Int64 = 0
  }

  /// In bytes, and in steps.
  private static let partSize = 1 << 20
  private static let partSteps = 256

  private let archive: ArchiveReader
  private let limits: ArchiveLimits
  private var members = 0
  private var bytes: Int64 = 0
  /// Whether bytes of the last file may be left.
  private var isInFile = false
  private var isAtEnd = false

  /// Reads an open file, which stays the caller's.
  init(_ descriptor: Descriptor, limits: ArchiveLimits) throws(ArchiveError) {
    archive = try ArchiveReader(descriptor)
    self.limits = limits
  }

  /// What is left of the limits for an archive in this one.
  var limitsLeft: ArchiveLimits {
    var left = limits
    left.members -= members
    left.bytes -= bytes
    return left
  }

  /// The next part, `nil` at the end.
  func next() -> Result<Part?, ArchiveError> {
    var part = Part()
    part.bytes.reserveCapacity(Self.partSize)
    do throws(ArchiveError) {
      while part.bytes.count < Self.partSize, part.steps.count < Self.partSteps, !isAtEnd,
        !Task.isCancelled
      {
        if isInFile { try read(into: &part) } else { try begin(&part) }
      }
      part.bytesRead = archive.bytesRead
      return .success(part.steps.isEmpty ? nil : part)
    } catch {
      return .failure(error)
    }
  }

  /// Goes to the next member.
  private func begin(_ part: inout Part) throws(ArchiveError) {
    guard let member = try archive.next() else {
      isAtEnd = true
      return
    }
    members += 1
    guard members <= limits.members else { throw .tooMany(limits.members) }
    guard let step = step(for: member) else { return }
    if case .file = step { isInFile = true }
    part.steps.append(step)
  }

  /// `nil` for what isn't spoken of.
  private func step(for member: ArchiveReader.Member) -> Step? {
    do throws(ArchiveMemberError) {
      guard let name = try ArchiveMemberName(member.name, limits: limits), !name.isSystems else {
        return nil
      }
      switch member.kind {
      case .link: throw .link
      case .sameFile(let target):
        guard let target = try? ArchiveMemberName(target, limits: limits) else { throw .link }
        return .name(name, of: target)
      case .special: throw .special
      case .file where member.isEncrypted: throw .encrypted
      case .file: return .file(name, modified: member.modified)
      case .folder: return .folder(name)
      }
    } catch {
      return .leave(
        ArchiveUnpacker.LeftOut(name: String(systemPath: member.name), failure: error))
    }
  }

  /// Reads on in the last file.
  private func read(into part: inout Part) throws(ArchiveError) {
    guard let piece = try archive.read() else {
      isInFile = false
      return
    }
    guard piece.offset + Int64(piece.bytes.count) <= limits.memberBytes else {
      isInFile = false
      part.steps.append(.tooLarge)
      return
    }
    bytes += Int64(piece.bytes.count)
    guard bytes <= limits.bytes else { throw .tooLarge(limits.bytes) }
    let allowance = max(limits.freeBytes, archive.bytesRead.multipliedOrMost(by: limits.ratio))
    guard bytes <= allowance else { throw .tooDense }
    let start = part.bytes.count
    part.bytes.append(contentsOf: piece.bytes)
    part.steps.append(.write(start..<part.bytes.count, at: piece.offset))
  }
}

extension Int64 {
  fileprivate func multipliedOrMost(by other: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}
