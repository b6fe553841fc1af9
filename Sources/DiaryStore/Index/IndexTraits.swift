import DiaryCore

/// What the index lists entries for, so that nobody has to look for them in their lines.
struct IndexTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// See `Entry.hasVariants`.
  static let variants = IndexTraits(rawValue: 1)
  static let pinned = IndexTraits(rawValue: 2)
}

extension Entry {
  var indexTraits: IndexTraits {
    var traits: IndexTraits = []
    if hasVariants { traits.insert(.variants) }
    if details.isPinned { traits.insert(.pinned) }
    return traits
  }
}
