import DiaryCore

/// The view when the program ended, saved for the next run.
package struct RememberedView: Hashable, Sendable {
  package var listForm = ListForm.plain
  /// The last location; `nil` if unknown.
  package var location: Location?
  /// The interrupted work if the diary was locked; `nil` if the user quit.
  package var locked: LockedWork?

  /// The work that was interrupted by locking the diary and continues when it is unlocked.
  package struct LockedWork: Hashable, Sendable {
    /// The process ID, which stays the same when the program restarts.
    package var process: Int32
    /// The draft of the open text.
    package var draft: ID<Draft>?
  }

  package init(
    listForm: ListForm = .plain, location: Location? = nil, locked: LockedWork? = nil
  ) {
    self.listForm = listForm
    self.location = location
    self.locked = locked
  }
}

// The JSON format. Invalid parts are ignored.
extension RememberedView {
  private static let version = 1

  package var json: [UInt8] {
    JSONWriter.bytes([
      "version": .integer(Self.version), "list": .string(listForm.rawValue),
      "place": location?.json ?? .null, "locked": locked?.json ?? .null,
    ]) + [UInt8(ascii: "\n")]
  }

  package init(json bytes: [UInt8]) {
    self.init()
    guard let value = try? JSONParser.parse(bytes), value["version"]?.integer == Self.version else {
      return
    }
    listForm = value["list"]?.string.flatMap(ListForm.init) ?? .plain
    location = value["place"].flatMap(Location.init(json:))
    locked = value["locked"].flatMap(LockedWork.init(json:))
  }
}

extension RememberedView.LockedWork {
  fileprivate var json: JSONValue {
    ["process": .integer(Int(process)), "draft": .optional(draft?.description)]
  }

  fileprivate init?(json value: JSONValue) {
    guard let process = value["process"]?.integer.flatMap(Int32.init(exactly:)) else { return nil }
    self.init(process: process, draft: value["draft"]?.string.flatMap { ID($0) })
  }
}

extension Location {
  /// The limits for valid files.
  private static let maxScreens = 32
  private static let largestNumber = 1_000_000_000

  fileprivate var json: JSONValue {
    let search: JSONValue? = list.search.map {
      ["text": .string($0.text), "wide": .bool($0.isWide)]
    }
    return [
      "scopes": .array(list.scopes.map(\.json)), "search": search ?? .null,
      "entry": .id(list.entry), "above": .integer(list.above),
      "screens": .array(screens.map(\.json)),
    ]
  }

  fileprivate init?(json value: JSONValue) {
    guard let scopes = value["scopes"]?.array, let screens = value["screens"]?.array,
      scopes.count + screens.count <= Self.maxScreens
    else { return nil }
    var list = ListLocation()
    for scope in scopes {
      guard let part = ListScope.Part(json: scope) else { return nil }
      list.scopes.append(part)
    }
    if let search = value["search"], let text = search["text"]?.string {
      list.search = Search(text: text, isWide: search["wide"]?.bool ?? false)
    }
    list.entry = value["entry"]?.id()
    list.above = value["above"]?.count ?? 0
    self.init(list: list, screens: screens.compactMap(Screen.init(json:)))
    guard self.screens.count == screens.count, list.entry != nil || !screens.isEmpty else {
      return nil
    }
  }

  fileprivate static func isCount(_ number: Int) -> Bool { (0...largestNumber).contains(number) }
}

extension Location.Screen {
  fileprivate var json: JSONValue {
    [
      "screen": .string(kind.name), "entry": .id(entry), "photo": .optional(photo?.description),
      "day": .optional(day?.description), "name": .optional(name), "year": .bool(isYear),
      "top": .integer(top),
    ]
  }

  fileprivate init?(json value: JSONValue) {
    guard let kind = Location.Kind.all.first(where: { $0.name == value["screen"]?.string }) else {
      return nil
    }
    self.init(
      kind: kind, entry: value["entry"]?.id(),
      photo: value["photo"]?.string.flatMap { AssetID($0) },
      day: value["day"]?.string.flatMap { CalendarDay($0) }, name: value["name"]?.string,
      isYear: value["year"]?.bool ?? false, top: value["top"]?.count ?? 0)
    guard entry != nil || !kind.needsEntry, photo != nil || !kind.needsPhoto,
      day != nil || !kind.needsDay
    else { return nil }
  }
}

extension ListScope.Part {
  /// The most entries that are stored for one scope.
  private static let maxEntries = 1_000

  /// Returns the stored entries of a scope; `nil` if there were too many to store.
  private static func entries(in value: JSONValue, title: String) -> Self? {
    let ids = (value["entries"]?.array ?? []).prefix(maxEntries).compactMap { $0.id() }
    return ids.isEmpty ? nil : .entries(Set(ids), title: title)
  }

  fileprivate var json: JSONValue {
    switch self {
    case .journal(let name): ["journal": .string(name)]
    case .tag(let name): ["tag": .string(name)]
    case .place(let name): ["place": .string(name)]
    case .mood(let name): ["mood": .string(name)]
    case .trip(let name, let first, let last):
      [
        "trip": .string(name), "first": .string(first.description),
        "last": .string(last.description),
      ]
    case .month(let day): ["month": .string(day.description)]
    case .pinned: ["pinned": .bool(true)]
    case .entries(let ids, let title):
      [
        "title": .string(title),
        "entries": .array(
          ids.count > Self.maxEntries ? [] : ids.map { .string($0.description) }),
      ]
    case .found(let text, let isWide): ["found": .string(text), "wide": .bool(isWide)]
    }
  }

  fileprivate init?(json value: JSONValue) {
    func part(_ name: String, _ make: (String) -> Self?) -> Self? {
      value[name]?.string.flatMap(make)
    }
    let part =
      part("journal", Self.journal) ?? part("tag", Self.tag) ?? part("place", Self.place)
      ?? part("mood", Self.mood)
      ?? part("trip") { name in
        guard let first = value["first"]?.string.flatMap({ CalendarDay($0) }),
          let last = value["last"]?.string.flatMap({ CalendarDay($0) })
        else { return nil }
        return .trip(name, first: first, last: last)
      }
      ?? part("month") { CalendarDay($0).map(Self.month) }
      ?? part("title") { Self.entries(in: value, title: $0) }
      ?? part("found") { .found($0, isWide: value["wide"]?.bool ?? false) }
    guard let part = part ?? (value["pinned"]?.bool == true ? .pinned : nil) else { return nil }
    self = part
  }
}

extension JSONValue {
  fileprivate static func id(_ id: ID<Entry>?) -> JSONValue { .optional(id?.description) }

  fileprivate func id() -> ID<Entry>? { string.flatMap { ID($0) } }

  /// The number if it is valid for rows or entries.
  fileprivate var count: Int? { integer.flatMap { Location.isCount($0) ? $0 : nil } }
}
