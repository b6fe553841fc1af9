import Glibc

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
