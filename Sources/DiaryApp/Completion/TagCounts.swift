import DiaryCore

/// The tags of the diary, the most used first, of equally used ones the latest. They are gathered
/// once, and what is saved since is added, so that a key costs the same in every diary.
package struct TagCounts: Sendable {
  private struct Tag: Sendable {
    let name: String
    /// For comparing: case and normal form don't matter.
    let folded: [UInt8]
    var count: Int
    /// When it was last used.
    var latest: Int64
  }

  private var tags: [Tag] = []
  private var places: [String: Int] = [:]
  /// Those that are used less are never proposed.
  private static let most = 2000

  package init() {}

  /// Takes in the tags of an entry that weren't counted yet.
  package mutating func count(_ entry: Entry) {
    for tag in entry.allTags { record(tag, entry.date.instant, uses: 1) }
  }

  /// Takes in the tags of an entry that was saved: it may have been counted before.
  package mutating func record(_ entry: Entry) {
    for tag in entry.allTags { record(tag, entry.date.instant, uses: 0) }
    sort()
  }

  /// Brings the best to the front, once all are counted.
  package mutating func sort() {
    tags.sort { ($0.count, $0.latest) > ($1.count, $1.latest) }
    tags = Array(tags.prefix(Self.most))
    places = Dictionary(
      uniqueKeysWithValues: tags.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// The best tags that begin so and go on. Those with blanks only where they can be quoted:
  /// elsewhere a blank ends one.
  func beginning(with start: String, limit: Int, areQuoted: Bool = false) -> [String] {
    let start = Self.folded(start)
    return Array(
      tags.lazy.filter { tag in
        tag.folded.count > start.count && tag.folded.starts(with: start)
          && (areQuoted || !tag.name.contains(where: \.isWhitespace))
      }
      .map(\.name).prefix(limit))
  }

  /// Whether one is called just so.
  func contains(_ name: String) -> Bool {
    let folded = Self.folded(name)
    return tags.contains { $0.folded == folded }
  }

  private mutating func record(_ tag: String, _ instant: Int64, uses: Int) {
    if let index = places[tag] {
      tags[index].count += uses
      tags[index].latest = max(tags[index].latest, instant)
    } else {
      places[tag] = tags.count
      tags.append(Tag(name: tag, folded: Self.folded(tag), count: max(1, uses), latest: instant))
    }
  }

  private static func folded(_ text: String) -> [UInt8] { Array(text.lowercased().decomposed.utf8) }
}

extension String {
  /// Hangul as its letters, so that a syllable that is being typed is the beginning of a word:
  /// `사` of `산책`. Other characters stay.
  fileprivate var decomposed: String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard let syllable = HangulSyllable(scalar.value) else {
        scalars.append(scalar)
        continue
      }
      let parts = [0x1100 + syllable.initial, 0x1161 + syllable.vowel, 0x11A7 + syllable.final]
      scalars.append(
        contentsOf: parts.prefix(syllable.final == 0 ? 2 : 3).compactMap(Unicode.Scalar.init))
    }
    return String(scalars)
  }
}
