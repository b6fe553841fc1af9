/// What was killed, to be put in again: the latest first, and round again. All fields share one.
package struct KillRing: Hashable, Sendable {
  /// The latest is the last.
  private var texts: [String] = []
  /// Whether a further kill joins the latest one.
  private var isOpen = false
  /// Whether what was given last was put in by the last command, and may be exchanged.
  private(set) var isYanking = false
  /// How often the ring was turned since the last yank began.
  private var semaphore = 0

  private static let most = 60
  /// In bytes; the latest text is kept whatever its length.
  private static let mostBytes = 16 << 20

  package init() {}

  package var latest: String? { texts.last }

  /// Takes a text in; kills in a row make one text.
  package mutating func push(_ text: String, isBefore: Bool = false, joins: Bool = true) {
    guard !text.isEmpty else { return }
    if isOpen, joins, let last = texts.popLast() {
      texts.append(isBefore ? text + last : last + text)
    } else {
      texts.append(text)
    }
    isOpen = joins
    isYanking = false
    var bytes = 0
    let kept = texts.reversed().prefix { text in
      bytes += text.utf8.count
      return bytes <= Self.mostBytes
    }
    texts = texts.suffix(max(1, min(kept.count, Self.most)))
  }

  /// What comes next is no further kill, and exchanges nothing.
  package mutating func close() {
    isOpen = false
    isYanking = false
  }

  /// The latest text, or the one before the one that was given last.
  mutating func text(isAgain: Bool) -> String? {
    guard !texts.isEmpty else { return nil }
    isYanking = true
    semaphore = isAgain ? (semaphore + 1) % texts.count : 0
    return texts[texts.count - 1 - semaphore]
  }
}
