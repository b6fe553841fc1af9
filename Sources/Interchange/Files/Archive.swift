import CArchive
import DiaryCore
import System

/// Detects archives by their first bytes, whatever their names.
enum ArchiveKind {
  /// Bytes needed for detection: tar's magic is at offset 257.
  private static let headSize = 512

  /// Returns a file's name without its archive and compression endings: `home` for `home.tar.gz`.
  static func stem(_ path: String) -> String {
    let extensions: Set = ["zip", "tar", "gz", "tgz", "xz", "txz", "zst", "bz2"]
    var name = Substring(Path.split(path).name)
    while let dot = name.lastIndex(of: "."), dot > name.startIndex,
      extensions.contains(name[name.index(after: dot)...].lowercased())
    {
      name = name[..<dot]
    }
    return String(name)
  }

  /// Returns the number of members that a zip's end record claims, or `nil` for other archives
  /// (APPNOTE.TXT, 4.3.14 to 4.3.16).
  static func membersClaimed(by descriptor: Descriptor) -> UInt64? {
    // The end record may be followed by a comment of at most 65,535 bytes.
    let (end, longestComment) = (22, 0xFFFF)
    guard let size = try? descriptor.status().size, size >= end else { return nil }
    let start = max(0, size - end - longestComment)
    guard let tail = try? descriptor.bytes(size - start, at: start) else { return nil }
    func number(_ bytes: [UInt8], at index: Int, _ count: Int) -> UInt64 {
      bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let mark: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    guard tail.count >= end,
      let place = (0...tail.count - end).reversed().first(where: { tail[$0...].starts(with: mark) })
    else { return nil }
    let count = number(tail, at: place + 10, 2)
    // For larger counts there is a zip64 record, whose locator precedes the end record.
    guard count == 0xFFFF, place >= 20,
      tail[(place - 20)...].starts(with: [0x50, 0x4B, 0x06, 0x07]),
      let offset = Int(exactly: number(tail, at: place - 12, 8)), offset <= size - 56,
      let record = try? descriptor.bytes(56, at: offset), record.count == 56,
      record.starts(with: [0x50, 0x4B, 0x06, 0x06])
    else { return count }
    return number(record, at: 32, 8)
  }

  /// Returns `true` if an open file is an archive. Doesn't move the file offset.
  static func isArchive(_ descriptor: Descriptor) -> Bool {
    let head = (try? descriptor.bytes(headSize, at: 0)) ?? []
    let marks: [[UInt8]] = [
      [0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06],  // zip, and an empty one
      [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],  // gzip, xz
      [0x28, 0xB5, 0x2F, 0xFD], [0x42, 0x5A, 0x68],  // zstd, bzip2
    ]
    return marks.contains { head.starts(with: $0) }
      || head.dropFirst(257).starts(with: "ustar".utf8)
  }
}

/// Reads an archive sequentially, member by member, through libarchive.
struct ArchiveReader: ~Copyable {
  struct Member {
    enum Kind {
      case file, folder, link, special
      /// A hard link to an earlier member, with that member's name as the archive stores it.
      case sameFile(as: [UInt8])
    }

    /// The name as stored; empty if libarchive can't decode it.
    let name: [UInt8]
    let kind: Kind
    let isEncrypted: Bool
    /// The modification time in seconds since 1970, if the archive has one.
    let modified: Int64?
  }

  private let archive: OpaquePointer

  /// Reads an open file, which the caller still owns.
  init(_ descriptor: Descriptor) throws {
    guard pd_archive_load() else { throw ArchiveError.noLibrary }
    guard let archive = pd_archive_open(descriptor.number) else { throw ArchiveError.damaged }
    self.archive = archive
  }

  deinit { pd_archive_close(archive) }

  /// Returns the next member, or `nil` at the end.
  func next() throws -> Member? {
    var member = pd_archive_member()
    switch Int(pd_archive_next(archive, &member)) {
    case PD_ARCHIVE_END: return nil
    case PD_ARCHIVE_OK: break
    default: throw ArchiveError.damaged
    }
    let kind: Member.Kind =
      switch Int(member.kind) {
      case PD_MEMBER_FILE: .file
      case PD_MEMBER_FOLDER: .folder
      case PD_MEMBER_LINK: .link
      case PD_MEMBER_HARD_LINK: .sameFile(as: Self.bytes(member.target))
      default: .special
      }
    return Member(
      name: Self.bytes(member.name), kind: kind, isEncrypted: member.is_encrypted,
      modified: member.tells_time ? member.modified : nil)
  }

  private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
    text.map { UnsafeRawBufferPointer(cString: $0) }.map(Array.init) ?? []
  }

  /// Returns the member's next bytes and their offset in it, or `nil` at its end. The bytes are
  /// valid until the next call.
  func read() throws -> (bytes: UnsafeRawBufferPointer, offset: Int64)? {
    var bytes: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    switch Int(pd_archive_read(archive, &bytes, &count, &offset)) {
    case PD_ARCHIVE_END: return nil
    case PD_ARCHIVE_OK where offset >= 0 && count >= 0 && offset <= .max / 2: break
    default: throw ArchiveError.damaged
    }
    return (UnsafeRawBufferPointer(start: bytes, count: count), offset)
  }

  /// The number of archive bytes read so far.
  var bytesRead: Int64 { pd_archive_taken(archive) }
}

/// Writes an archive sequentially, file by file, into a buffer that `take()` drains.
/// All functions throw `DiaryError.export` if libarchive is missing or fails.
struct ArchiveWriter: ~Copyable {
  enum Kind { case zip, tar }

  private let writer: OpaquePointer
  /// The archive's path for error messages.
  private let path: String

  init(_ kind: Kind, for path: String) throws {
    let made = kind == .zip ? pd_archive_write_zip() : pd_archive_write_tar()
    guard let made else { throw DiaryError.export(path: path, .noArchiveLibrary) }
    writer = made
    self.path = path
  }

  deinit { pd_archive_write_free(writer) }

  /// Begins a file.
  /// - Parameters:
  ///   - size: The size in bytes. May be `nil` only in a zip.
  ///   - time: The modification time in seconds since 1970.
  ///   - isStored: `true` to store the file uncompressed. Applies to zips.
  func begin(_ name: String, size: Int64?, time: Int64, isStored: Bool = false) throws {
    guard pd_archive_write_file(writer, name, size ?? -1, time, isStored) else {
      throw failure(name.printable)
    }
  }

  /// Appends bytes to the current file.
  func write(_ bytes: [UInt8]) throws {
    let isWritten = bytes.withUnsafeBytes {
      pd_archive_write_bytes(writer, $0.baseAddress, $0.count)
    }
    guard isWritten else { throw failure("libarchive") }
  }

  func end() throws {
    guard pd_archive_write_end(writer) else { throw failure("libarchive") }
  }

  private func failure(_ reason: String) -> DiaryError {
    .export(path: path, .failed(reason: reason))
  }

  /// Returns the archive bytes produced since the last call.
  func take() -> [UInt8] {
    var count = 0
    guard let bytes = pd_archive_write_take(writer, &count), count > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
