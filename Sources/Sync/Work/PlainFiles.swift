import System

// Files and folders whose failures are told as a remote's, or as this machine's.
typealias OpenFile = System.OpenFile<SystemError>
typealias FileSystem = System.FileSystem<SystemError>
typealias Folder = System.Folder<SystemError>

extension RemoteFault {
  /// What failed on a disk that is the remote.
  init(_ error: SystemError) {
    let words = error.words
    self =
      switch error.number {
      case .noSuchFile: .missing(words)
      case .notAFolder: .isFile
      case .accessDenied, .notPermitted: .noPermission(words)
      case .readOnlyFileSystem: .readOnly(words)
      case .noSpace, .quotaExceeded: .diskFull(words)
      case .staleHandle, .timedOut, .notConnected, .hostIsDown, .noSuchDevice: .unreachable(words)
      default: .failed(words)
      }
  }

  /// Runs a system call on something of the remote's disk.
  static func there<Value: ~Copyable>(
    _ operation: FileOperation, _ path: String, _ body: @autoclosure () throws(ErrorNumber) -> Value
  ) throws(RemoteFault) -> Value {
    do throws(ErrorNumber) {
      return try body()
    } catch {
      throw RemoteFault(SystemError(operation, path, error))
    }
  }

  /// Runs what is done on the remote's disk.
  static func there<Value: ~Copyable>(
    _ body: @autoclosure () throws(SystemError) -> Value
  ) throws(RemoteFault) -> Value {
    do throws(SystemError) { return try body() } catch { throw RemoteFault(error) }
  }

  /// Runs what is done on this machine's disk.
  static func here<Value: ~Copyable>(
    _ body: @autoclosure () throws(SystemError) -> Value
  ) throws(RemoteFault) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .local(path: error.path, reason: error.words)
    }
  }
}
