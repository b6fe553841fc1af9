import DiaryCore
import System

/// A photo opened for reading: shared with the thread that waits for the program.
final class PhotoDescriptor: Sendable {
  let descriptor: Descriptor

  /// Above every number that a photo has in the picture program: while it gets its files there,
  /// none takes another one's place.
  static let lowest: Int32 = 128

  init(path: String, _ opener: any AssetOpener) throws(PictureFailure) {
    do throws(ErrorNumber) {
      let opened = try opener.open(path)
      defer { opened.close() }
      descriptor = try opened.duplicate(from: Self.lowest)
    } catch {
      throw Self.failure(error)
    }
    guard let status = try? descriptor.status() else { throw .photo(.unreadable) }
    switch status.kind {
    case .file: break
    case .folder: throw .photo(.isFolder)
    case .link, .other: throw .photo(.notAFile)
    }
  }

  /// Bytes as a file in memory.
  init(bytes: [UInt8]) throws(PictureFailure) {
    do throws(ErrorNumber) {
      let file = try Descriptor.memory("photo")
      defer { file.close() }
      try file.write(bytes)
      try file.seek(to: 0)
      descriptor = try file.duplicate(from: Self.lowest)
    } catch {
      throw .cannotStart
    }
  }

  deinit { descriptor.close() }

  private static func failure(_ error: ErrorNumber) -> PictureFailure {
    switch error {
    case .noSuchFile, .notAFolder: .photo(.missing)
    // Nothing is wrong with the photo. A limit below the lowest number is told as invalid.
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .invalid: .cannotStart
    default: .photo(.unreadable)
    }
  }
}
