import Glibc

/// Looks again and again, ten seconds at most, for what nobody tells of: a file that another program
/// makes.
package func comesTrue(_ condition: () -> Bool) -> Bool {
  for _ in 0..<1000 {
    if condition() { return true }
    usleep(10_000)
  }
  return condition()
}
