import Dispatch
import Synchronization

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
