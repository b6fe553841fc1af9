import DiaryCore
import DiaryKeys
import System

/// The faults of the rooms below, as those of a sync. What is run is written as an argument: a closure
/// would have to say what it throws.
extension SyncFailure {
  /// Runs what is done with a remote.
  static func there<Value>(
    _ body: @autoclosure () async throws(RemoteError) -> Value
  ) async throws(SyncFailure) -> Value {
    do throws(RemoteError) { return try await body() } catch { throw .remote(error) }
  }

  /// Runs what is done with the diary.
  static func diary<Value>(
    _ body: @autoclosure () async throws(DiaryError) -> Value
  ) async throws(SyncFailure) -> Value {
    do throws(DiaryError) { return try await body() } catch { throw .diary(error) }
  }

  /// Runs what is done with keys.
  static func keys<Value>(
    _ body: @autoclosure () throws(KeyError) -> Value
  ) throws(SyncFailure) -> Value {
    do throws(KeyError) { return try body() } catch { throw .key(error) }
  }

  /// Runs what is done on this machine's disk; `name` is what it is done for.
  static func here<Value: ~Copyable>(
    _ name: String, _ body: @autoclosure () throws(SystemError) -> Value
  ) throws(SyncFailure) -> Value {
    do throws(RemoteFault) { return try RemoteFault.here(body()) } catch {
      throw .remote(RemoteError(name, error))
    }
  }
}
