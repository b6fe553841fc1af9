import DiaryCore
import Localization
import System

/// The system's errors as those of an export.
enum ExportErrors: ErrorMapping {
  static func failure(_ error: SystemError) -> DiaryError {
    let words = error.number?.words ?? localized("it isn't a regular file")
    return .export(
      path: error.path, .failed(reason: "\(error.operation.words(error.path)): \(words)"))
  }
}

// Files and folders whose failures are those of an export.
typealias OpenFile = System.OpenFile<ExportErrors>
typealias Folder = System.Folder<ExportErrors>
typealias FileSystem = System.FileSystem<ExportErrors>

/// A file that an import reads, which has words of its own for what fails.
typealias SourceFile = System.OpenFile<SystemError>
