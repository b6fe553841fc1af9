import System

/// Asks on the terminal for a line that isn't shown while it is typed.
final class HiddenPrompt {
  private let terminal: OpenFile
  private let before: TypingModes

  /// `nil` where there is no terminal.
  init?() {
    guard let terminal = try? OpenFile("/dev/tty", [.readWrite, .noTerminal]),
      let before = TypingModes(of: terminal.descriptor)
    else { return nil }
    self.terminal = terminal
    self.before = before
  }

  /// What was typed up to Enter; `nil` when the person has stopped it.
  func ask(_ words: String) -> [UInt8]? {
    // Keys come one by one, and Ctrl-C too: a program that ends while it asks would leave a
    // terminal behind that shows nothing.
    before.forKeys.set(on: terminal.descriptor, discarding: true)
    defer {
      before.set(on: terminal.descriptor, discarding: true)
      write("\n")
    }
    write(words)
    var line: [UInt8] = []
    var next: [UInt8] = [0]
    while true {
      guard let count = try? terminal.read(into: &next), count == 1 else { return nil }
      let byte = next[0]
      switch byte {
      case 0x0A, 0x0D: return line
      case 0x03: return nil
      case 0x04: if line.isEmpty { return nil }
      case 0x15: line = []
      case 0x08, 0x7F:
        // A letter may be several bytes.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      default: if byte >= 0x20 { line.append(byte) }
      }
    }
  }

  private func write(_ text: String) { try? terminal.write(Array(text.utf8)) }
}
