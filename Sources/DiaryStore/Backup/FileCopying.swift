import Crypto
import DiaryCore
import System

/// Copies one file to a new one, and knows the SHA-256 of its bytes.
enum FileCopying {
  private static let pieceSize = 1 << 20

  struct Copy {
    let size: Int
    let digest: AssetID
    /// Whether both files share the bytes on the disk.
    let isClone: Bool
  }

  /// On which side it failed. Nothing is left of the copy then.
  enum Failure: Error {
    case source(DiaryError)
    case target(DiaryError)
  }

  /// Copies a file, or its first `count` bytes. Where the file system can, a whole file's copy shares
  /// the bytes until one of the two is written to.
  static func copy(
    _ source: borrowing OpenFile, count: Int? = nil, to path: String
  ) -> Result<Copy, Failure> {
    do throws(Failure) {
      return .success(try write(source, count: count, to: path))
    } catch {
      FileSystem.unlink(path)
      return .failure(error)
    }
  }

  private static func write(
    _ source: borrowing OpenFile, count: Int?, to path: String
  ) throws(Failure) -> Copy {
    let target = try newFile(path)
    let isClone = count == nil && target.descriptor.shareBytes(of: source.descriptor)
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var size = 0
    while size < count ?? .max {
      if Task.isCancelled { throw .target(.backup(path: path, .cancelled)) }
      let room = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(buffer.count, (count ?? .max) - size)])
      let read: Int
      do throws(DiaryError) { read = try source.read(into: room) } catch { throw .source(error) }
      guard read > 0 else { break }
      let piece = UnsafeRawBufferPointer(rebasing: room[..<read])
      hash.update(bufferPointer: piece)
      if !isClone {
        do throws(DiaryError) { try target.write(piece) } catch { throw .target(error) }
      }
      size += read
    }
    return Copy(size: size, digest: AssetID(digest: hash.finalize()), isClone: isClone)
  }

  private static func newFile(_ path: String) throws(Failure) -> OpenFile {
    do throws(DiaryError) {
      return try OpenFile(path, .new)
    } catch {
      throw .target(error)
    }
  }

  /// The size and digest of what a file has on the disk, not of what is still in memory of it. By
  /// read(2): a mapped file on a disk that fails would end the program.
  static func digest(ofFileAt path: String) throws(DiaryError) -> (size: Int, digest: AssetID) {
    let file = try OpenFile.reading(path)
    file.descriptor.dropCache()
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var size = 0
    while true {
      if Task.isCancelled { throw .backup(path: path, .cancelled) }
      let read = try file.read(into: buffer)
      guard read > 0 else { return (size, AssetID(digest: hash.finalize())) }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<read]))
      size += read
    }
  }
}
