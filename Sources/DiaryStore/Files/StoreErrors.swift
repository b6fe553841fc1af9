import DiaryCore
import DiaryKeys
import Localization
import System

/// The errors of other rooms in the store's own terms.
enum StoreErrors: ErrorMapping {
  static func failure(_ error: KeyError) -> DiaryError {
    switch error {
    case .file(let error): failure(error)
    case .exposed(let path), .damaged(let path), .age(let path, _), .wrongWords(let path),
      .foreignKey(let path):
      .store(path: path, .damaged(error.description))
    }
  }

  static func failure(_ error: SystemError) -> DiaryError {
    .store(path: error.path, failure(error))
  }

  private static func failure(_ error: SystemError) -> StoreError {
    guard let number = error.number else {
      return .damaged(localized("it isn't a regular file"))
    }
    return switch number {
    case .noSuchFile: .missing
    case .readOnlyFileSystem: .readOnly
    case .accessDenied, .notPermitted: .noPermission
    case .noSpace, .quotaExceeded: .diskFull
    case .notAFolder: .notAFolder
    case .inputOutput, .staleHandle, .timedOut, .notConnected, .hostIsDown, .noSuchDevice,
      .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .tryAgain:
      .unavailable(operation: error.operation, reason: number.words)
    case .illegalSeek:
      .failed(
        operation: error.operation,
        reason: localized(
          "this file system can't append to files (mount rclone's with --vfs-cache-mode writes)"))
    default: .failed(operation: error.operation, reason: number.words)
    }
  }
}

// Files and folders whose failures are the store's.
typealias OpenFile = System.OpenFile<StoreErrors>
typealias DurableFile = System.DurableFile<StoreErrors>
typealias FileSystem = System.FileSystem<StoreErrors>

extension MappedFile {
  /// Maps a regular file.
  convenience init(_ path: String) throws(DiaryError) { try self.init(OpenFile.reading(path)) }

  /// - Throws: `StoreError.unavailable` if bytes that were looked at couldn't be read.
  func requireBytes() throws(DiaryError) {
    guard hasLostBytes, let path else { return }
    throw StoreErrors.failure(SystemError(.reading, path, .inputOutput))
  }
}
