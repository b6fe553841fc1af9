import System

/// A lock on a file, as another program would hold it, until this is released or gone.
package final class HeldLock {
  private var descriptor: Descriptor?

  package init(_ path: String) throws {
    let descriptor = try Descriptor.open(path, [.readWrite, .create])
    self.descriptor = descriptor
    try descriptor.tryLock()
  }

  deinit { release() }

  package func release() {
    descriptor?.close()
    descriptor = nil
  }
}
