import Glibc

/// Asks on the terminal for a line that isn't shown while it is typed.
final class HiddenPrompt {
  private let terminal: Int32
  private var before = termios()

  /// `nil` where there is no terminal.
  init?() {
    terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    guard tcgetattr(terminal, &before) == 0 else {
      close(terminal)
      return nil
    }
  }

  deinit { if terminal >= 0 { close(terminal) } }

  /// What was typed up to Enter; `nil` when the person has stopped it.
  func ask(_ words: String) -> [UInt8]? {
    var hidden = before
    // Keys come one by one, and Ctrl-C too: a program that ends while it asks would leave a
    // terminal behind that shows nothing.
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    tcsetattr(terminal, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(terminal, TCSAFLUSH, &before)
      write("\n")
    }
    write(words)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(terminal, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count == 1 else { return nil }
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

  private func write(_ text: String) { _ = Glibc.write(terminal, text, text.utf8.count) }
}
