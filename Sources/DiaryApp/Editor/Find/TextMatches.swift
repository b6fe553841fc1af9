import Localization
import TextEditing

/// Where a phrase is in a text, so that it can be said which of how many places is shown.
struct TextMatches: Hashable, Sendable {
  /// Where each begins, in the order of the text.
  private let starts: [Int]
  /// Whether there are, or may be, more.
  private let hasMore: Bool

  private static let most = 999
  /// In bytes: longer texts aren't read to their end at each key.
  private static let longestText = 1 << 18

  /// `nil` where counting would take long.
  init?(_ phrase: SearchPhrase, in text: EditableText) {
    guard text.rope.count <= Self.longestText else { return nil }
    let found = text.ranges(of: phrase, most: Self.most + 1)
    starts = found.prefix(Self.most).map(\.lowerBound)
    hasMore = found.count > Self.most
  }

  /// `3 of 12`; `nil` for a place that wasn't counted.
  func words(at match: Range<Int>) -> String? {
    guard let index = starts.firstIndex(of: match.lowerBound) else { return nil }
    let total = "\(starts.count)" + (hasMore ? "+" : "")
    return localized("\(index + 1) of \(total)")
  }
}
