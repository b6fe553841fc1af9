import DiaryCore
import System

/// Unpacks an archive into one folder and writes nowhere else. Opens each folder on a member's path
/// separately, without following links, and never writes to an existing file.
struct ArchiveUnpacker: ~Copyable {
  /// A member that wasn't unpacked, with the reason.
  struct SkippedMember: Hashable {
    let name: String
    let failure: ArchiveMemberError
  }

  private let top: Descriptor
  /// The path of `folder`, cached because the next file usually belongs in the same one.
  private var folders: [String] = []
  private var folder: Descriptor
  /// The file being written.
  private var file: OpenMember?
  private(set) var skipped: [SkippedMember] = []

  private struct OpenMember {
    let name: ArchiveMemberName
    let descriptor: Descriptor
    let modified: Int64?
  }

  /// Unpacks into an open folder, which the caller still owns.
  init(into folder: Descriptor) throws {
    top = folder
    do { self.folder = try folder.duplicate() } catch {
      throw ArchiveError.notWritten(reason: error.message)
    }
  }

  deinit {
    folder.close()
    file?.descriptor.close()
  }

  /// Unpacks all members.
  /// - Parameter progress: Called with the number of archive bytes read.
  /// - Returns: `false` if the task was cancelled before the end.
  mutating func unpack(_ archive: ArchiveParts, progress: (Progress) -> Void) async throws -> Bool {
    var part = try await archive.next().get()
    while let current = part, !Task.isCancelled {
      async let next = archive.next()
      do {
        for step in current.steps { try perform(step, of: current) }
      } catch {
        throw ArchiveError.notWritten(reason: error.message)
      }
      progress(Progress(.unpacking, Int(current.bytesRead)))
      part = try await next.get()
    }
    endFile()
    return !Task.isCancelled
  }

  private mutating func perform(
    _ step: ArchiveParts.Step, of part: ArchiveParts.Part
  ) throws(ErrorNumber) {
    switch step {
    case .folder(let name):
      endFile()
      if try !enter(name.folders + [name.name]) { skip(name, .duplicate) }
    case .file(let name, let modified):
      endFile()
      try begin(name, modified)
    case .name(let name, let target):
      endFile()
      try link(name, to: target)
    case .write(let range, let offset):
      // A skipped file's remaining bytes still arrive.
      guard let file else { return }
      try file.descriptor.write(part.bytes[range], at: Int(offset))
    case .tooLarge:
      guard let file else { return }
      endFile()
      try? folder.unlink(file.name.name)
      skip(file.name, .tooLarge)
    case .skip(let member):
      endFile()
      skipped.append(member)
    }
  }

  private mutating func skip(_ name: ArchiveMemberName, _ failure: ArchiveMemberError) {
    skipped.append(SkippedMember(name: name.path, failure: failure))
  }

  private mutating func begin(
    _ name: ArchiveMemberName, _ modified: Int64?
  ) throws(ErrorNumber) {
    guard try enter(name.folders) else { return skip(name, .duplicate) }
    do {
      let descriptor = try Descriptor.open(
        name.name, in: folder, [.writeOnly, .create, .exclusive, .noFollow])
      file = OpenMember(name: name, descriptor: descriptor, modified: modified)
    } catch .exists {
      skip(name, .duplicate)
    }
  }

  /// Hard-links an unpacked file under another name. Can only reach unpacked files because the
  /// folder contains no symbolic links.
  private mutating func link(
    _ name: ArchiveMemberName, to target: ArchiveMemberName
  ) throws(ErrorNumber) {
    guard try enter(target.folders, making: false) else { return skip(name, .link) }
    guard let source = try? folder.duplicate() else { return skip(name, .link) }
    defer { source.close() }
    guard (try? source.status(of: target.name))?.isRegularFile == true else {
      return skip(name, .link)
    }
    guard try enter(name.folders) else { return skip(name, .duplicate) }
    do {
      try source.link(target.name, as: name.name, in: folder)
    } catch {
      skip(name, error == .exists ? .duplicate : .link)
    }
  }

  private mutating func endFile() {
    guard let file else { return }
    if let modified = file.modified { file.descriptor.setModified(seconds: Int(modified)) }
    file.descriptor.close()
    self.file = nil
  }

  /// Opens a folder as the current one, creating it and its parents unless `making` is `false`.
  /// Returns `false` if it doesn't exist or a file has one of the names.
  private mutating func enter(
    _ path: [String], making: Bool = true
  ) throws(ErrorNumber) -> Bool {
    guard path != folders else { return true }
    do {
      var opened = try top.duplicate()
      for name in path {
        let parent = opened
        defer { parent.close() }
        do {
          if making { try parent.makeFolder(name, mode: 0o700) }
        } catch .exists {
          // If this is a file, opening it as a folder fails below.
        }
        opened = try parent.openFolder(name)
      }
      folder.close()
      folder = opened
      folders = path
      return true
    } catch .notAFolder, .tooManyLinks {
      return false
    } catch .noSuchFile where !making {
      return false
    }
  }
}

/// Reads an archive in parts, so that one part is decompressed while the previous one is written.
/// Decides by name, kind and size which members may be unpacked.
actor ArchiveParts {
  /// A step of unpacking, in the archive's order.
  enum Step: Sendable {
    case folder(ArchiveMemberName)
    /// Begins a file. Its modification time, in seconds since 1970, dates entries that contain no
    /// date.
    case file(ArchiveMemberName, modified: Int64?)
    /// Adds another name for an earlier file.
    case name(ArchiveMemberName, of: ArchiveMemberName)
    /// Writes a range of the part's bytes at an offset in the current file.
    case write(Range<Int>, at: Int64)
    /// Discards the current file, which is over the size limit.
    case tooLarge
    case skip(ArchiveUnpacker.SkippedMember)
  }

  struct Part: Sendable {
    fileprivate(set) var steps: [Step] = []
    fileprivate(set) var bytes: [UInt8] = []
    /// The number of archive bytes read by the end of this part.
    fileprivate(set) var bytesRead: Int64 = 0
  }

  /// The size at which a part is complete, in bytes and in steps.
  private static let partSize = 1 << 20
  private static let partSteps = 256

  private let archive: ArchiveReader
  private let limits: ArchiveLimits
  private var members = 0
  private var bytes: Int64 = 0
  /// `true` while the current file may have more bytes.
  private var isInFile = false
  private var isAtEnd = false

  /// Reads an open file, which the caller still owns.
  init(_ descriptor: Descriptor, limits: ArchiveLimits) throws {
    archive = try ArchiveReader(descriptor)
    self.limits = limits
  }

  /// The remaining limits, for an archive nested in this one.
  var remainingLimits: ArchiveLimits {
    var left = limits
    left.members -= members
    left.bytes -= bytes
    return left
  }

  /// Returns the next part, or `nil` at the end.
  func next() -> Result<Part?, any Error> {
    var part = Part()
    part.bytes.reserveCapacity(Self.partSize)
    do {
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

  /// Advances to the next member and appends its step.
  private func begin(_ part: inout Part) throws {
    guard let member = try archive.next() else {
      isAtEnd = true
      return
    }
    members += 1
    guard members <= limits.members else { throw ArchiveError.tooMany(limits.members) }
    guard let step = step(for: member) else { return }
    if case .file = step { isInFile = true }
    part.steps.append(step)
  }

  /// Returns the step for a member, or `nil` for one that is ignored silently.
  private func step(for member: ArchiveReader.Member) -> Step? {
    do throws(ArchiveMemberError) {
      guard let name = try ArchiveMemberName(member.name, limits: limits), !name.isSystemFile else {
        return nil
      }
      switch member.kind {
      case .link: throw .link
      case .sameFile(let target):
        guard let target = try? ArchiveMemberName(target, limits: limits) else {
          throw .link
        }
        return .name(name, of: target)
      case .special: throw .special
      case .file where member.isEncrypted: throw .encrypted
      case .file: return .file(name, modified: member.modified)
      case .folder: return .folder(name)
      }
    } catch {
      return .skip(
        ArchiveUnpacker.SkippedMember(name: String(systemPath: member.name), failure: error))
    }
  }

  /// Reads the next bytes of the current file.
  private func read(into part: inout Part) throws {
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
    guard bytes <= limits.bytes else { throw ArchiveError.tooLarge(limits.bytes) }
    let allowance = max(limits.freeBytes, archive.bytesRead.saturatingMultiplied(by: limits.ratio))
    guard bytes <= allowance else { throw ArchiveError.archiveBomb }
    let start = part.bytes.count
    part.bytes.append(contentsOf: piece.bytes)
    part.steps.append(.write(start..<part.bytes.count, at: piece.offset))
  }
}

extension Int64 {
  fileprivate func saturatingMultiplied(by other: Int64) -> Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }
}

/// A member's validated path, which can't leave the folder it's unpacked into.
struct ArchiveMemberName: Hashable {
  let folders: [String]
  let name: String

  /// Validates a member's name. `nil` if it means the top folder.
  /// - Throws: the reason why a member with this name is skipped.
  init?(_ bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveMemberError) {
    guard bytes.first != UInt8(ascii: "/") else { throw .absolutePath }
    guard
      String(systemPath: bytes).unicodeScalars.allSatisfy({
        $0.properties.generalCategory != .control
      })
    else {
      throw .controlCharacters
    }
    var parts: [String] = []
    for part in bytes.split(separator: UInt8(ascii: "/")) {
      let name = String(systemPath: part)
      if name == "." { continue }
      guard name != ".." else { throw .pathTraversal }
      guard part.count <= 255 else { throw .longName }
      parts.append(name)
    }
    guard bytes.count <= limits.pathBytes else { throw .longName }
    guard parts.count <= limits.depth + 1 else { throw .tooDeep }
    guard let last = parts.popLast() else { return nil }
    folders = parts
    name = last
  }

  var path: String { (folders + [name]).joined(separator: "/") }

  /// `true` for files that operating systems add for themselves, such as `._` files.
  var isSystemFile: Bool {
    name.hasPrefix("._") || Path.isDesktopFile(path)
  }
}

/// Limits on unpacking, against archives whose few bytes would fill a disk.
package struct ArchiveLimits: Hashable, Sendable {
  /// The largest number of members, including skipped ones.
  package var members = 500_000
  /// The largest unpacked size of one file, in bytes. Larger files are skipped.
  package var memberBytes: Int64 = 8 << 30
  /// The largest unpacked size of all files together, in bytes.
  package var bytes: Int64 = 128 << 30
  /// The largest ratio of unpacked bytes to archive bytes read, which applies above `freeBytes`.
  /// Text and JSON reach ten or twenty.
  package var ratio: Int64 = 100
  package var freeBytes: Int64 = 256 << 20
  /// The deepest nesting of folders.
  package var depth = 16
  /// The longest path, in bytes.
  package var pathBytes = 1000

  package init() {}
}

/// An archive's unpacked files, in a private folder that is deleted with this value.
final class UnpackedArchive: Sendable {
  /// Notes on the skipped members.
  let notes: [ImportNote]
  /// The remaining limits, for an archive nested in this one.
  let remainingLimits: ArchiveLimits
  private let firstSkipped: ArchiveUnpacker.SkippedMember?
  private let place: UnpackingFolder

  var path: String { place.folder.path }

  /// The reason why the folder is empty, if every member was skipped.
  var failure: ArchiveError? {
    guard let firstSkipped, ImportTree(folder: path).allFiles().isEmpty else { return nil }
    return .nothingUnpacked(firstSkipped.name, firstSkipped.failure)
  }

  /// Unpacks an archive below a folder, which is created if needed. `nil` if the task was
  /// cancelled.
  /// - Parameters:
  ///   - name: The archive's name in errors, instead of its path.
  ///   - progress: Called with the number of archive bytes read.
  /// - Throws: `DiaryError.input` if the archive can't be read or unpacked, or changed in the
  ///   meantime.
  init?(
    _ path: String, named name: String? = nil, below place: String, limits: ArchiveLimits,
    progress: (Progress) -> Void
  ) async throws {
    let archive = name ?? path
    let file: OpenFile
    do {
      file = try OpenFile(path, [.readOnly, .nonBlocking])
    } catch {
      throw DiaryError.input(name: archive, .unreadable(reason: error.message))
    }
    let before = Self.state(of: file.descriptor)
    if let count = ArchiveKind.membersClaimed(by: file.descriptor), count > limits.members {
      throw DiaryError.input(name: archive, .archive(.tooMany(limits.members)))
    }
    let folder: UnpackingFolder
    do {
      folder = try UnpackingFolder(below: place)
    } catch let error as SystemError {
      throw DiaryError.input(name: archive, .archive(.notWritten(reason: error.fullMessage)))
    }
    let skipped: [ArchiveUnpacker.SkippedMember]
    do {
      var unpacker = try ArchiveUnpacker(into: folder.folder.descriptor)
      let parts = try ArchiveParts(file.descriptor, limits: limits)
      guard try await unpacker.unpack(parts, progress: progress) else { return nil }
      remainingLimits = await parts.remainingLimits
      skipped = unpacker.skipped
    } catch let error as ArchiveError {
      throw DiaryError.input(name: archive, .archive(error))
    }
    guard Self.state(of: file.descriptor) == before else {
      throw DiaryError.input(name: archive, .changed)
    }
    firstSkipped = skipped.first
    notes = skipped.map { ImportNote(.file($0.name), .member($0.failure)) }
    self.place = folder
  }

  /// Returns the values that change when a file is written to.
  private static func state(of descriptor: Descriptor) -> [Int] {
    guard let status = try? descriptor.status() else { return [] }
    return [status.size, status.modified.seconds, status.modified.nanoseconds]
  }
}

/// A private folder for an archive's files, deleted with this value. Creating one also deletes
/// those that killed processes left behind.
struct UnpackingFolder: ~Copyable {
  private static let prefix = "unpacked-"

  private let place: LockedFolder
  var folder: Folder { _read { yield place.folder } }

  /// Creates the folder below another one, which is created if needed.
  /// - Throws: `SystemError` if a folder can't be created.
  init(below place: String) throws {
    let parent = try Folder.making(place)
    StaleFiles.remove(from: parent, named: Self.isUnpackingFolder)
    let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 16)
    self.place = try LockedFolder(in: parent, named: name)
  }

  static func isUnpackingFolder(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
