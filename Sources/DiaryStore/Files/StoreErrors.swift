import DiaryCore
import Localization
import System

/// The system's errors in the store's own terms.
enum StoreErrors: ErrorMapping {
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
}
