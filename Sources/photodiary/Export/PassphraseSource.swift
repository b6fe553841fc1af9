import DiaryCore
import Glibc
import Interchange
import Words

/// Where the passphrase of an encrypted export comes from: never from the command line, which
/// everybody on the machine can read.
enum PassphraseSource {
  /// A file's first line; `-` is standard input.
  case file(String)
  /// Asked twice.
  case terminal

  func passphrase() throws(CommandError) -> Passphrase {
    switch self {
    case .file(let path): return try Self.firstLine(of: path)
    case .terminal:
      guard let prompt = HiddenPrompt() else { throw .passphrase(.noTerminal) }
      guard let first = prompt.ask(localized("Passphrase: ")),
        let second = prompt.ask(localized("Repeat passphrase: "))
      else { throw .passphrase(.stopped) }
      guard let passphrase = Passphrase(first) else { throw .passphrase(.empty) }
      guard first == second else { throw .passphrase(.different) }
      return passphrase
    }
  }

  private static func firstLine(of path: String) throws(CommandError) -> Passphrase {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .passphrase(.unreadable(path, reason: reason)) }
    defer { if path != "-" { close(descriptor) } }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4096 {
      let count = read(descriptor, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .passphrase(.unreadable(path, reason: reason)) }
      if count == 0 || byte == 0x0A { break }
      line.append(byte)
    }
    if line.last == 0x0D { line.removeLast() }
    guard let passphrase = Passphrase(line) else { throw .passphrase(.empty) }
    return passphrase
  }

  private static var reason: String { String(cString: strerror(errno)) }
}

/// Why there is no passphrase.
enum PassphraseFault: Hashable {
  case noTerminal
  case empty
  case different
  case stopped
  case unreadable(String, reason: String)
}
