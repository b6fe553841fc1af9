import DiaryCore
import Glibc

/// How far something long is, on one line of the terminal that changes. Nothing is written
/// where standard error is no terminal.
struct ProgressLine: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ words: String) { put("\r\(words.printable)\u{1B}[K") }
  func clear() { put("\r\u{1B}[K") }

  private func put(_ text: String) {
    guard isShown else { return }
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
