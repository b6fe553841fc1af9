import DiaryCore
import Interchange
import Localization
import System

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
    var line: [UInt8] = []
    do throws(ErrorNumber) {
      let descriptor =
        try path == "-" ? Descriptor.standardInput : Descriptor.open(path, .readOnly)
      defer { if path != "-" { descriptor.close() } }
      var byte: [UInt8] = [0]
      while line.count < 4096, try descriptor.read(into: &byte) > 0, byte != [0x0A] {
        line += byte
      }
    } catch {
      throw .passphrase(.unreadable(path, reason: error.words))
    }
    if line.last == 0x0D { line.removeLast() }
    guard let passphrase = Passphrase(line) else { throw .passphrase(.empty) }
    return passphrase
  }
}

/// Why there is no passphrase.
enum PassphraseError: Hashable {
  case noTerminal
  case empty
  case different
  case stopped
  case unreadable(String, reason: String)
}
