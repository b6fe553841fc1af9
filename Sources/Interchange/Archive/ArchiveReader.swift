import CArchive
import DiaryCore
import System

/// An archive that is read from its beginning to its end, a member after the other.
struct ArchiveReader: ~Copyable {
  struct Member {
    enum Kind {
      case file, folder, link, special
      /// Another name of a member that came before, as the archive names that.
      case sameFile(as: [UInt8])
    }

    /// As it stands there; empty where the library can't tell it.
    let name: [UInt8]
    let kind: Kind
    let isEncrypted: Bool
    /// When it was last changed, in seconds since 1970, if that is told.
    let modified: Int64?
  }

  private let archive: OpaquePointer

  /// Reads an open file, which stays the caller's.
  init(_ descriptor: Descriptor) throws(ArchiveError) {
    guard pd_archive_load() else { throw .noLibrary }
    guard let archive = pd_archive_open(descriptor.number) else { throw .damaged }
    self.archive = archive
  }

  deinit { pd_archive_close(archive) }

  /// The next member, `nil` at the end.
  func next() throws(ArchiveError) -> Member? {
    var member = pd_archive_member()
    switch Int(pd_archive_next(archive, &member)) {
    case PD_ARCHIVE_END: return nil
    case PD_ARCHIVE_OK: break
    default: throw .damaged
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
    text.map { UnsafeRawBufferPointer(textAt: $0) }.map(Array.init) ?? []
  }

  /// The next bytes of the member and their place in it, `nil` at its end. They are there until
  /// the next call.
  func read() throws(ArchiveError) -> (bytes: UnsafeRawBufferPointer, offset: Int64)? {
    var bytes: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    switch Int(pd_archive_read(archive, &bytes, &count, &offset)) {
    case PD_ARCHIVE_END: return nil
    case PD_ARCHIVE_OK where offset >= 0 && count >= 0 && offset <= .max / 2: break
    default: throw .damaged
    }
    return (UnsafeRawBufferPointer(start: bytes, count: count), offset)
  }

  /// Bytes of the archive that have been read.
  var bytesRead: Int64 { pd_archive_taken(archive) }
}
