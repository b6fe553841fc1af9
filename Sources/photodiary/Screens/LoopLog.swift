import Localization
import System

/// The file to which the screens add a line for each message and effect, where `PHOTODIARY_LOG` names
/// one. It is for whoever looks for a mistake, and holds nothing that a person wrote.
final class LoopLog: Sendable {
  private let file: OpenFile

  /// The one that the environment asks for; `nil` if it asks for none.
  static func asked() throws(CommandError) -> LoopLog? {
    guard let path = Environment["PHOTODIARY_LOG"] else { return nil }
    return try LoopLog(path)
  }

  private init(_ path: String) throws(CommandError) {
    do throws(SystemError) {
      // A pipe that nobody reads must not keep the diary waiting.
      file = try OpenFile(path, [.writeOnly, .append, .create, .noFollow, .nonBlocking])
      guard try file.status().isRegularFile else {
        throw SystemError(.opening, path, .notARegularFile)
      }
    } catch {
      let reason =
        error.reason == .notARegularFile ? localized("it isn't a regular file") : error.words
      throw CommandError(
        localized("Couldn't write the log \(path): \(reason). Check PHOTODIARY_LOG."))
    }
  }

  /// What can't be written is left out: a log must not keep anyone from writing.
  func add(_ line: String) { try? file.write(Array((line + "\n").utf8)) }
}
