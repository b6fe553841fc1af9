import Glibc

/// The error of this module: the operation, its path, and the reason it failed.
package struct SystemError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case number(ErrorNumber)
    /// The path isn't a regular file, where one is to be read.
    case notARegularFile
  }

  package let operation: FileOperation
  package let path: String
  package let reason: Reason

  package init(_ operation: FileOperation, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// Creates the error of a system call, by default the one that just failed.
  package init(_ operation: FileOperation, _ path: String, _ number: ErrorNumber = .last) {
    self.init(operation, path, .number(number))
  }

  /// Runs a system call on a path, and adds the path to its error. It takes an autoclosure because
  /// a closure would need a `throws(ErrorNumber)` annotation at each call.
  ///
  /// - Throws: `SystemError` with the error number of the call.
  static func mapping<Result: ~Copyable>(
    _ operation: FileOperation, _ path: String,
    _ body: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(SystemError) -> Result {
    do {
      return try body()
    } catch {
      throw SystemError(operation, path, error)
    }
  }

  /// The system's error number; `nil` for other reasons.
  package var number: ErrorNumber? {
    if case .number(let number) = reason { number } else { nil }
  }

  /// `true` if there is no regular file at the path.
  package var isOfMissingFile: Bool { number == .noSuchFile || reason == .notARegularFile }

  /// The system's message for the reason, in the language of its locale.
  package var message: String { (number ?? .invalid).message }
}

/// The operation on a file or folder that failed.
package enum FileOperation: Hashable, Sendable {
  case opening, reading, writing, syncing, mapping, locking, watching
  case making, makingFolderIn, renaming, removing, settingPermissionsOf
}

// MARK: - ErrorNumber

/// The reason that a system call failed, as an errno value.
package struct ErrorNumber: Error, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The error of the last failed call on this thread.
  package static var last: ErrorNumber { ErrorNumber(rawValue: errno) }

  /// The system's message, in the language of its locale.
  package var message: String { String(cString: strerror(rawValue)) }

  package static let noSuchFile = ErrorNumber(rawValue: ENOENT)
  package static let exists = ErrorNumber(rawValue: EEXIST)
  package static let notAFolder = ErrorNumber(rawValue: ENOTDIR)
  package static let isAFolder = ErrorNumber(rawValue: EISDIR)
  package static let tooManyLinks = ErrorNumber(rawValue: ELOOP)
  package static let accessDenied = ErrorNumber(rawValue: EACCES)
  package static let notPermitted = ErrorNumber(rawValue: EPERM)
  package static let readOnlyFileSystem = ErrorNumber(rawValue: EROFS)
  package static let noSpace = ErrorNumber(rawValue: ENOSPC)
  package static let quotaExceeded = ErrorNumber(rawValue: EDQUOT)
  package static let inputOutput = ErrorNumber(rawValue: EIO)
  package static let staleHandle = ErrorNumber(rawValue: ESTALE)
  package static let timedOut = ErrorNumber(rawValue: ETIMEDOUT)
  package static let notConnected = ErrorNumber(rawValue: ENOTCONN)
  package static let hostIsDown = ErrorNumber(rawValue: EHOSTDOWN)
  package static let noSuchDevice = ErrorNumber(rawValue: ENODEV)
  package static let tooManyOpenFiles = ErrorNumber(rawValue: EMFILE)
  package static let tooManyOpenFilesInSystem = ErrorNumber(rawValue: ENFILE)
  package static let noMemory = ErrorNumber(rawValue: ENOMEM)
  package static let tryAgain = ErrorNumber(rawValue: EAGAIN)
  package static let interrupted = ErrorNumber(rawValue: EINTR)
  package static let invalid = ErrorNumber(rawValue: EINVAL)
  package static let notImplemented = ErrorNumber(rawValue: ENOSYS)
  package static let notSupported = ErrorNumber(rawValue: EOPNOTSUPP)
  package static let noLocks = ErrorNumber(rawValue: ENOLCK)
  package static let busy = ErrorNumber(rawValue: EBUSY)
  package static let cancelled = ErrorNumber(rawValue: ECANCELED)
  package static let brokenPipe = ErrorNumber(rawValue: EPIPE)
  package static let illegalSeek = ErrorNumber(rawValue: ESPIPE)

  /// `true` if the file system, such as a network's or a phone's, doesn't support the call.
  package var isUnsupported: Bool {
    [.invalid, .notImplemented, .notSupported, .noLocks].contains(self)
  }
}
