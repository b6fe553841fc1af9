import DiaryCore

/// The members that the store adds to an entry's own in its log and index lines. Members from
/// elsewhere that have one of these names stand in an object of their own, or they would be read
/// as the store's.
enum StoreMembers {
  private static let names: Set<String> = [
    "entry", "parents", "clock", "device", "trashed", "sum", "heads", "laterHeads", "log", "at",
    carrier, trace, unshared, RevisionLine.saltName,
  ]
  private static let carrier = "carried"
  private static let trace = "import"
  /// Of index lines alone.
  static let unshared = "unshared"

  /// Whether a member of that name is the store's.
  static func contains(_ name: String) -> Bool { names.contains(name) }

  /// The members of an entry that this program doesn't know, as a line holds them.
  static func carried(by entry: Entry) -> [JSONMember] {
    let carried = entry.carriedMembers
    let misread = carried.filter { contains($0.name) }
    return carried.filter { !contains($0.name) }
      + (misread.isEmpty ? [] : [JSONMember(carrier, .object(misread))])
      + (entry.lastImport.map { [JSONMember(trace, .string($0.rawValue))] } ?? [])
  }

  /// Gives an entry that was read from a line what stood there beside its own members.
  static func unpack(_ json: JSONValue, into entry: inout Entry) {
    entry.unknownMembers += json[carrier]?.members ?? []
    entry.importTrace = json[trace]?.string.flatMap(ImportOrigin.Kind.init).map {
      ImportOrigin($0, modified: entry.modified)
    }
  }
}
