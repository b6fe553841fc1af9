import Glibc

/// The one error of this room: what was being done, to what, and why it failed.
package struct SystemError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case number(ErrorNumber)
    /// Something else than a regular file stands where one is to be read.
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

  package init(_ operation: FileOperation, _ path: String, _ number: ErrorNumber) {
    self.init(operation, path, .number(number))
  }

  /// The system's number, if it gave one.
  package var number: ErrorNumber? {
    if case .number(let number) = reason { number } else { nil }
  }

  /// The system's words for it.
  package var words: String { (number ?? .invalid).words }
}

/// How a room tells of this room's errors in its own terms. Files and folders are generic over it, so
/// that each room throws the errors it declares and no call needs words about them.
package protocol ErrorMapping {
  associatedtype Failure: Error
  static func failure(_ error: SystemError) -> Failure
}

extension ErrorMapping {
  /// The room's error for a call that just failed.
  package static func failure(
    _ operation: FileOperation, _ path: String, _ number: ErrorNumber = .last
  ) -> Failure {
    failure(SystemError(operation, path, number))
  }

  /// Runs a call on what stands at a path, and tells its failure in the room's terms. It is written as an
  /// argument: a closure would have to say what it throws.
  static func mapping<Result: ~Copyable>(
    _ operation: FileOperation, _ path: String,
    _ body: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(Failure) -> Result {
    do throws(ErrorNumber) {
      return try body()
    } catch {
      throw failure(operation, path, error)
    }
  }
}

/// As it is, for whoever has words of their own for each call.
extension SystemError: ErrorMapping {
  package static func failure(_ error: SystemError) -> SystemError { error }
}

/// What was being done to a file or folder when the system refused.
package enum FileOperation: Hashable, Sendable {
  case opening, reading, writing, syncing, mapping, locking, watching
  case making, makingFolderIn, renaming, removing, settingPermissionsOf
}

// MARK: - ErrorNumber

/// Why a system call failed, by the system's own number.
package struct ErrorNumber: Error, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Of the call that just failed, on this thread.
  package static var last: ErrorNumber { ErrorNumber(rawValue: errno) }

  /// The system's words for it, in its own language.
  package var words: String { String(cString: strerror(rawValue)) }

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
  package static let brokenPipe = ErrorNumber(rawValue: EPIPE)
  package static let illegalSeek = ErrorNumber(rawValue: ESPIPE)

  /// `true` if the file system, such as a network's or a phone's, doesn't support the call.
  package var isUnsupported: Bool {
    [.invalid, .notImplemented, .notSupported, .noLocks].contains(self)
  }
}
