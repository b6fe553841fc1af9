import Dispatch
import Synchronization
import System

/// Does what waits for disks and other programs on a thread of its own, one piece of work after the
/// other. Whoever is cancelled waits no longer, and neither does anyone for a disk that is gone: the
/// thread is left behind then.
final class RemoteWork: Sendable {
  /// The remote, as errors call it.
  let remote: String
  /// For how many milliseconds nothing may go on.
  let patience: Int
  private let queue = DispatchQueue(label: "photodiary.remote")
  private static let watch = DispatchQueue(label: "photodiary.remote-watch")

  init(_ address: RemoteAddress, patience: Int) {
    remote = address.shown
    self.patience = patience
  }

  func run<Value: Sendable>(
    _ body: @escaping @Sendable (RemoteStop) throws(RemoteFault) -> Value
  ) async throws(RemoteError) -> Value {
    let stop = RemoteStop()
    let answer = Answer<Value>()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.wait(continuation)
        queue.async(
          execute: Invocation.carrying {
            do throws(RemoteFault) {
              try stop.check()
              let value = try body(stop)
              answer.give(.success(value))
            } catch {
              answer.give(.failure(error))
            }
          })
        watch(stop, answer)
      }
    } onCancel: {
      stop.stop()
      answer.give(.failure(.stopped))
    }
    do throws(RemoteFault) {
      return try result.get()
    } catch {
      throw RemoteError(remote, stop.isStopped && error != silence ? .stopped : error)
    }
  }

  private var silence: RemoteFault { .silent(seconds: patience / 1000) }

  /// Gives up when nothing has gone on for too long, with some time more for who watches a program
  /// and tells it better.
  private func watch<Value>(_ stop: RemoteStop, _ answer: Answer<Value>) {
    let left = patience + patience / 4 - stop.idle
    Self.watch.asyncAfter(deadline: .now() + .milliseconds(max(1, left))) { [self] in
      guard !answer.isGiven else { return }
      guard stop.idle >= patience + patience / 4 else { return watch(stop, answer) }
      stop.stop()
      answer.give(.failure(silence))
    }
  }
}

/// What comes of some work. The first answer counts.
private final class Answer<Value: Sendable>: Sendable {
  private struct State {
    var value: Result<Value, RemoteFault>?
    var waiting: CheckedContinuation<Result<Value, RemoteFault>, Never>?
  }

  private let state = Mutex(State())

  var isGiven: Bool { state.withLock { $0.value != nil } }

  func give(_ value: Result<Value, RemoteFault>) {
    let waiting = state.withLock { state in
      guard state.value == nil else {
        return nil as CheckedContinuation<Result<Value, RemoteFault>, Never>?
      }
      state.value = value
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: value)
  }

  func wait(_ continuation: CheckedContinuation<Result<Value, RemoteFault>, Never>) {
    let value = state.withLock { state in
      if state.value == nil { state.waiting = continuation }
      return state.value
    }
    if let value { continuation.resume(returning: value) }
  }
}
