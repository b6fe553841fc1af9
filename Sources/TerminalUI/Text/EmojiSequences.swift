import Synchronization

/// The kinds of emoji sequences that the terminal draws whole in two columns, or the kinds that a
/// sequence consists of. Which ones a terminal draws is found out by measuring `samples`.
package struct EmojiSequences: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A skin tone: 👍🏽
  static let tone = EmojiSequences(rawValue: 1)
  /// A skin tone after an emoji that is one column wide by itself: ☝🏽
  static let narrowTone = EmojiSequences(rawValue: 2)
  /// A character one column wide by itself, which a variation selector makes an emoji: ❤️
  static let presentation = EmojiSequences(rawValue: 4)
  static let keycap = EmojiSequences(rawValue: 8)
  /// The flag of a region, spelled in tags.
  package static let taggedFlag = EmojiSequences(rawValue: 16)
  /// Joined emoji, by their length in bytes, which tmux limits in its cells.
  static let joined = EmojiSequences(rawValue: 32)
  package static let longJoined = EmojiSequences(rawValue: 64)
  package static let longestJoined = EmojiSequences(rawValue: 128)

  /// A sequence of each kind.
  package static let samples: [(kind: EmojiSequences, text: String)] = [
    (.tone, "👍🏽"), (.narrowTone, "☝🏽"), (.presentation, "❤️"), (.keycap, "1️⃣"), (.taggedFlag, "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    (.joined, "👨‍👩‍👧"), (.longJoined, "👨‍👩‍👧‍👦"), (.longestJoined, "👩🏽‍❤️‍💋‍👨🏾"),
  ]
  /// The maximum length of `joined`: a cell of tmux before version 3.6.
  private static let maxJoined = 21
  /// The maximum length of `longJoined`: a cell of tmux since version 3.6.
  private static let maxLongJoined = 32
  /// The length of the longest sample. No longer sequence is drawn whole.
  private static let maxBytes = 35

  // MARK: The terminal's

  /// The kinds that the terminal draws whole, as far as it is known.
  package static var current: EmojiSequences {
    EmojiSequences(rawValue: known.load(ordering: .relaxed))
  }

  /// Sets the kinds for the process. What is laid out before must be laid out again.
  package static func use(_ sequences: EmojiSequences) {
    known.store(sequences.rawValue, ordering: .relaxed)
  }

  private static let known = Atomic<UInt8>(0)

  // MARK: A sequence's

  /// Finds the kinds of a sequence. Returns `nil` if the scalars aren't one complete sequence of at
  /// least two scalars (https://unicode.org/reports/tr51/#def_emoji_sequence), or are too long. A
  /// flag of two letters isn't one, since all terminals agree on its width.
  package init?(_ scalars: String.UnicodeScalarView) {
    let bytes = String(scalars).utf8.count
    guard bytes <= Self.maxBytes, scalars.count > 1 else { return nil }
    if Self.isKeycap(scalars) {
      self = .keycap
      return
    }
    self = []
    var rest = scalars[...]
    guard insertElement(of: &rest, isFirst: true) else { return nil }
    while let joiner = rest.popFirst() {
      guard joiner == "\u{200D}", insertElement(of: &rest, isFirst: false) else { return nil }
      insert(
        bytes > Self.maxLongJoined
          ? .longestJoined : bytes > Self.maxJoined ? .longJoined : .joined)
    }
    if isEmpty { return nil }
  }

  private static func isKeycap(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, "0123456789#*".unicodeScalars.contains(first) else {
      return false
    }
    return scalars.dropFirst().elementsEqual(["\u{FE0F}", "\u{20E3}"])
  }

  /// Removes one emoji with its tone, selector or tags and inserts their kinds. Returns `false` if
  /// there is none. Only the first emoji determines the width.
  private mutating func insertElement(
    of rest: inout Substring.UnicodeScalarView, isFirst: Bool
  ) -> Bool {
    guard let base = rest.popFirst(), Self.isBase(base) else { return false }
    let isNarrow = isFirst && !UnicodeTable.wide.contains(base)
    switch rest.first {
    case let tone? where tone.properties.isEmojiModifier:
      guard base.properties.isEmojiModifierBase else { return false }
      rest.removeFirst()
      insert(isNarrow ? .narrowTone : .tone)
    case "\u{FE0F}"?:
      rest.removeFirst()
      if isNarrow { insert(.presentation) }
    case let tag? where base == "🏴" && Self.isTag(tag):
      rest = rest.drop(while: Self.isTag)
      guard rest.popFirst() == "\u{E007F}" else { return false }
      insert(.taggedFlag)
    default: return !isNarrow
    }
    return true
  }

  private static func isBase(_ scalar: Unicode.Scalar) -> Bool {
    // Digits, halves of flags and skin tones are emoji, too.
    scalar.properties.isEmoji && scalar.value >= 0xA0 && !scalar.properties.isEmojiModifier
      && !(0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    (0xE0020..<0xE007F).contains(scalar.value)
  }
}
