import DiaryCore

/// The members that the store adds to an entry's own in its log and index lines. A member of an
/// entry that came from elsewhere can't have one of these names, or it would be read as the
/// store's.
enum StoreMembers {
  private static let names: Set = [
    "entry", "parents", "clock", "device", "trashed", "sum", "heads", "log", "at",
  ]

  static func contains(_ name: String) -> Bool { names.contains(name) }

  /// The members of an entry that this program doesn't know, less those that would be misread.
  static func carried(by entry: Entry) -> [JSONMember] {
    entry.unknownMembers.filter { !names.contains($0.name) }
  }
}
