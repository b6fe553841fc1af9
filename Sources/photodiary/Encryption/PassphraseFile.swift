import DiaryCore
import Localization
import Synchronization
import System

/// `--passphrase-file`: a file whose lines are passphrases, each asked for once; `-` is standard input,
/// of which no more is read than that.
final class PassphraseFile: Sendable {
  private struct State {
    var input: Descriptor?
    var last: Passphrase?
    var isAtStart = true
  }

  private let path: String
  private let state = Mutex(State())

  init(_ path: String) { self.path = path }

  /// In bytes; more than anybody types.
  private static let longest = 4096

  /// The next line; `nil` where there is none.
  func next() throws(CommandError) -> Passphrase? {
    do throws(ErrorNumber) {
      return try state.withLock { state throws(ErrorNumber) in
        let input: Descriptor
        if let known = state.input {
          input = known
        } else {
          input = try path == "-" ? .standardInput : Descriptor.open(path, .readOnly)
          state.input = input
        }
        var line = try Self.line(of: input)
        defer { line.wipe() }
        if state.isAtStart, line.starts(with: Self.byteOrderMark) {
          line.removeFirst(Self.byteOrderMark.count)
        }
        state.isAtStart = false
        guard let passphrase = Passphrase(line) else { return nil }
        state.last = passphrase
        return passphrase
      }
    } catch {
      throw CommandError(
        localized("Couldn't read the passphrase from \(path): \(error.words). Nothing was changed.")
      )
    }
  }

  /// Editors of other systems put it at the start of a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func line(of input: Descriptor) throws(ErrorNumber) -> [UInt8] {
    var line: [UInt8] = []
    var byte: [UInt8] = [0]
    while line.count < longest, try input.read(into: &byte) > 0, byte != [0x0A] { line += byte }
    if line.last == 0x0D { line.removeLast() }
    return line
  }

  /// The line that was read last, which has to be there.
  func lastPassphrase() throws(CommandError) -> Passphrase {
    guard let last = state.withLock(\.last) else { throw PassphrasePrompt.isEmpty }
    return last
  }

  /// The next line, which has to be there.
  func passphrase() throws(CommandError) -> Passphrase {
    guard let passphrase = try next() else { throw PassphrasePrompt.isEmpty }
    return passphrase
  }
}
