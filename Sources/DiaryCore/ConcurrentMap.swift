import Dispatch
import Synchronization

/// Gives every value to a body, a few at a time, and returns what came of them in their order.
///
/// Once the task is cancelled or a body has returned `nil`, no further one is begun: those have
/// `nil` as well.
package func concurrentMap<Value: Sendable, Result: Sendable>(
  _ values: [Value], width: Int = 6, _ body: @escaping @Sendable (Value) async -> Result?
) async -> [Result?] {
  var results = [Result?](repeating: nil, count: values.count)
  await withTaskGroup(of: (Int, Result?).self) { group in
    var next = 0
    func begin() {
      guard next < values.count, !Task.isCancelled else { return }
      let (index, value) = (next, values[next])
      next += 1
      group.addTask { (index, await body(value)) }
    }
    for _ in 0..<max(1, width) { begin() }
    for await (index, result) in group {
      results[index] = result
      if result == nil { next = values.count }
      begin()
    }
  }
  return results
}

/// Runs a body that may throw on all values at once: when one fails the others go on, and each has
/// its own value or error.
///
/// What was not begun when the task was cancelled has `nil`.
package func concurrentResults<Value: Sendable, Success: Sendable>(
  _ values: [Value], _ body: @escaping @Sendable (Value) async throws(DiaryError) -> Success
) async -> [Result<Success, DiaryError>?] {
  await concurrentMap(values) { value in
    do throws(DiaryError) {
      return .success(try await body(value))
    } catch {
      return .failure(error)
    }
  }
}

/// Gives every value to a body, on all processors at once, and returns what came of them in their
/// order. The caller waits meanwhile, so a body should compute and nothing else.
package func parallelMap<Value: Sendable, Result: Sendable>(
  _ values: [Value], _ body: @Sendable (Value) -> Result
) -> [Result] {
  // Large enough that to hand one out costs nothing beside it.
  let size = 32
  let parts = (values.count + size - 1) / size
  let results = Mutex([[Result]](repeating: [], count: parts))
  DispatchQueue.concurrentPerform(iterations: parts) { part in
    let start = part * size
    let found = values[start..<min(start + size, values.count)].map(body)
    results.withLock { $0[part] = found }
  }
  return results.withLock { Array($0.joined()) }
}
