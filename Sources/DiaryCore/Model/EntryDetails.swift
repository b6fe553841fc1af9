/// What a person notes of an entry beside its text, all of it as it was typed.
package struct EntryDetails: Hashable, Sendable {
  package var isStarred: Bool
  /// A short text or an emoji.
  package var mood: String?
  /// The name of a place, or what else says where it was.
  package var place: String?
  package var weather: String?
  /// Whether it has a pin, by which it is found at once.
  package var isPinned: Bool

  package init(
    isStarred: Bool = false, mood: String? = nil, place: String? = nil, weather: String? = nil,
    isPinned: Bool = false
  ) {
    self.isStarred = isStarred
    self.mood = mood
    self.place = place
    self.weather = weather
    self.isPinned = isPinned
  }

  /// The place without white space around it; `nil` for one of nothing else.
  package var placeName: String? {
    guard let name = place?.trimmed, !name.isEmpty else { return nil }
    return String(name)
  }

  package static let star = "★"
  package static let pin = "⚑"

  /// What is told of them, in the order that it is shown in: `⚑`, `★`, mood, weather,
  /// place.
  package var words: [String] {
    [isPinned ? Self.pin : nil, isStarred ? Self.star : nil, mood, weather, place]
      .compactMap(\.self)
  }

  /// On one line, safe for a terminal: `★ · 😊 · sunny · Seoul`. Empty when there is nothing.
  package var line: String { words.map(\.printable).joined(separator: " · ") }

  /// The details without white space around their texts; a blank one is none.
  package var tidied: EntryDetails {
    func tidy(_ text: String?) -> String? {
      guard let text, !text.isBlank else { return nil }
      return String(text.trimmed)
    }
    return EntryDetails(
      isStarred: isStarred, mood: tidy(mood), place: tidy(place), weather: tidy(weather),
      isPinned: isPinned)
  }

  /// Whether both say the same and are written alike.
  package func isExactly(_ other: EntryDetails) -> Bool {
    self == other
      && zip(words, other.words).allSatisfy { $0.isExactly($1) }
  }

  /// What both say; where they differ, both texts.
  package func merged(with other: EntryDetails) -> EntryDetails {
    func both(_ left: String?, _ right: String?) -> String? {
      guard let left, let right, !left.isExactly(right) else { return left ?? right }
      return "\(left) / \(right)"
    }
    return EntryDetails(
      isStarred: isStarred || other.isStarred, mood: both(mood, other.mood),
      place: both(place, other.place), weather: both(weather, other.weather),
      isPinned: isPinned || other.isPinned)
  }
}
