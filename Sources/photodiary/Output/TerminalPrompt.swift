import System
import TerminalUI

/// Asks on the terminal for a line.
final class TerminalPrompt {
  private let terminal: OpenFile
  private let before: TypingModes

  /// `nil` where there is no terminal.
  init?() {
    guard Invocation.current == nil,
      let terminal = try? OpenFile("/dev/tty", [.readWrite, .noTerminal]),
      let before = TypingModes(of: terminal.descriptor)
    else { return nil }
    self.terminal = terminal
    self.before = before
  }

  /// What was typed up to Enter; `nil` when the person has stopped it. It is shown while it is typed
  /// only if `isShown`.
  func ask(_ words: String, isShown: Bool = false) -> [UInt8]? {
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
      let shown = isShown ? Self.columns(line) : 0
      switch byte {
      case 0x0A, 0x0D: return line
      case 0x03: return nil
      case 0x04: if line.isEmpty { return nil }
      case 0x15: line = []
      case 0x08, 0x7F:
        // A letter may be several bytes.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      default:
        guard byte >= 0x20 else { continue }
        line.append(byte)
        if isShown { try? terminal.write(next) }
        continue
      }
      if isShown { erase(shown - Self.columns(line)) }
    }
  }

  private static func columns(_ line: [UInt8]) -> Int {
    TextWidth.columns(String(decoding: line, as: UTF8.self))
  }

  private func erase(_ columns: Int) {
    write(String(repeating: "\u{8} \u{8}", count: max(0, columns)))
  }

  private func write(_ text: String) { try? terminal.write(Array(text.utf8)) }
}
