import DiaryCore
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
    case .file(let path): return try Self.passphrase(Self.firstLine(of: path))
    case .terminal:
      guard let prompt = TerminalPrompt() else {
        throw CommandError(
          localized("Couldn't ask for a passphrase without a terminal. Use --passphrase-file."))
      }
      guard let first = prompt.ask(localized("Passphrase: ")),
        let second = prompt.ask(localized("Repeat passphrase: "))
      else { throw CommandError(localized("Stopped. Nothing was exported.")) }
      guard first == second else {
        throw CommandError(localized("The two passphrases differ. Nothing was exported."))
      }
      return try Self.passphrase(first)
    }
  }

  private static func passphrase(_ bytes: [UInt8]) throws(CommandError) -> Passphrase {
    guard let passphrase = Passphrase(bytes) else {
      throw CommandError(localized("The passphrase is empty. Nothing was exported."))
    }
    return passphrase
  }

  private static func firstLine(of path: String) throws(CommandError) -> [UInt8] {
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
      let reason = error.words
      throw CommandError(
        localized("Couldn't read the passphrase from \(path): \(reason). Nothing was exported."))
    }
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}
