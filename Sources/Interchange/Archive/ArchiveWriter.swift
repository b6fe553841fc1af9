import CArchive
import DiaryCore

/// An archive that is written from its beginning to its end, a file after the other, to wherever its
/// bytes are taken. Failures are `DiaryError.export`.
struct ArchiveWriter: ~Copyable {
  enum Kind { case zip, tar }

  private let writer: OpaquePointer
  /// What errors call it.
  private let path: String

  init(_ kind: Kind, for path: String) throws(DiaryError) {
    let made = kind == .zip ? pd_archive_write_zip() : pd_archive_write_tar()
    guard let made else { throw .export(path: path, .noArchiveLibrary) }
    writer = made
    self.path = path
  }

  deinit { pd_archive_write_free(writer) }

  /// Begins a file. `size` may be `nil` in a zip alone, where the file is compressed unless
  /// `isStored`. `time` is in seconds since 1970.
  func begin(
    _ name: String, size: Int64?, time: Int64, isStored: Bool = false
  ) throws(DiaryError) {
    guard pd_archive_write_file(writer, name, size ?? -1, time, isStored) else {
      throw failure(name.printable)
    }
  }

  /// The next bytes of that file.
  func write(_ bytes: [UInt8]) throws(DiaryError) {
    let isWritten = bytes.withUnsafeBytes {
      pd_archive_write_bytes(writer, $0.baseAddress, $0.count)
    }
    guard isWritten else { throw failure("libarchive") }
  }

  func end() throws(DiaryError) {
    guard pd_archive_write_end(writer) else { throw failure("libarchive") }
  }

  private func failure(_ reason: String) -> DiaryError {
    .export(path: path, .failed(reason: reason))
  }

  /// The bytes of the archive that were made since the last call.
  func take() -> [UInt8] {
    var count = 0
    guard let bytes = pd_archive_write_take(writer, &count), count > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
