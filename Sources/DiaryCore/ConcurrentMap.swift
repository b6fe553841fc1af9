import Dispatch
import Synchronization

/// Transforms values concurrently, at most `width` at a time, and returns the results in their
/// order.
///
/// No further transformations begin once the task is canceled or one has returned `nil`; their
/// results are `nil` as well.
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

/// Transforms values concurrently and returns a value or error for each. An error doesn't stop the
/// others.
///
/// Values that weren't begun when the task was canceled get `nil`.
package func concurrentResults<Value: Sendable, Success: Sendable>(
  _ values: [Value], _ body: @escaping @Sendable (Value) async throws -> Success
) async -> [Result<Success, any Error>?] {
  await concurrentMap(values) { value in
    do { return .success(try await body(value)) } catch { return .failure(error) }
  }
}

/// Transforms values on all processors and returns the results in their order. Blocks the calling
/// thread, so `body` should only compute.
package func parallelMap<Value: Sendable, Result: Sendable>(
  _ values: [Value], _ body: @Sendable (Value) -> Result
) -> [Result] {
  // Large enough to make the cost of dispatching a part negligible.
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
