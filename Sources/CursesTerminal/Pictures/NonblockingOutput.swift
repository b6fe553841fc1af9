import System

/// A way to the terminal that never waits. It is opened anew, for what one does to the standard
/// output's own would concern every program that shares it.
final class NonblockingOutput {
  private let descriptor: Descriptor?

  init() {
    descriptor = Descriptor.standardOutput.terminalPath.flatMap {
      try? Descriptor.open($0, [.writeOnly, .nonBlocking, .noTerminal])
    }
  }

  deinit { descriptor?.close() }

  /// What becomes writable when the terminal takes more.
  var watched: Int32 { (descriptor ?? .standardOutput).number }

  /// Writes what the terminal takes now; how much that was. (Where it can't be opened a second
  /// time, it takes a piece when it takes anything.)
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    do throws(ErrorNumber) {
      return try (descriptor ?? .standardOutput).writeOnce(bytes)
    } catch .tryAgain, .interrupted {
      return 0
    } catch {
      // Whoever is gone takes everything.
      return bytes.count
    }
  }
}
