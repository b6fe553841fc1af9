import DiaryCore
import System

/// A small text that a person writes for the program.
enum OwnText {
  private static let mostBytes = 64 * 1024

  /// Links are followed: who keeps settings elsewhere has some.
  static func read(_ path: String) throws(TemplateError) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile.reading(path).rest(atMost: mostBytes)
    } catch {
      guard let number = error.number else { throw .notText }
      throw number == .noSuchFile ? .missing : .unreadable(reason: number.words)
    }
    guard bytes.count <= mostBytes else { throw .tooLarge }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self)
    else { throw .notText }
    return text
  }
}
