import DiaryCore
import System

/// How far something long is, on one line of the terminal that changes. Nothing is written
/// where standard error is no terminal.
struct ProgressLine: Sendable {
  private let isShown = Descriptor.standardError.isTerminal

  func show(_ words: String) { put("\r\(words.printable)\u{1B}[K") }
  func clear() { put("\r\u{1B}[K") }

  private func put(_ text: String) {
    guard isShown else { return }
    try? Descriptor.standardError.write(Array(text.utf8))
  }
}
