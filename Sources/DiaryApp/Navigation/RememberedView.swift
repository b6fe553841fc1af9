import DiaryCore

/// How the diary was left, for the next time.
package struct RememberedView: Hashable, Sendable {
  package var listForm = ListForm.plain
  /// Where one was; `nil` where nothing is known of it.
  package var location: Location?

  package init(listForm: ListForm = .plain, location: Location? = nil) {
    self.listForm = listForm
    self.location = location
  }
}

// How it stands in a file. What isn't understood there counts as not remembered.
extension RememberedView {
  private static let version = 1

  package var json: [UInt8] {
    let members = [
      JSONMember("version", .integer(Self.version)), JSONMember("list", .string(listForm.rawValue)),
      JSONMember("place", location?.json ?? .null),
    ]
    return JSONWriter.bytes(.object(members)) + [UInt8(ascii: "\n")]
  }

  package init(json bytes: [UInt8]) {
    self.init()
    guard let value = try? JSONParser.parse(bytes), value["version"]?.integer == Self.version else {
      return
    }
    listForm = value["list"]?.string.flatMap(ListForm.init) ?? .plain
    location = value["place"].flatMap(Location.init(json:))
  }
}

extension Location {
  /// A file that says more wasn't written here.
  private static let mostScreens = 32
  private static let largestNumber = 1_000_000_000

  fileprivate var json: JSONValue {
    let search = list.search.map {
      JSONValue.object([
        JSONMember("text", .string($0.text)), JSONMember("wide", .bool($0.isWide)),
      ])
    }
    return .object([
      JSONMember("scopes", .array(list.scopes.map(\.json))), JSONMember("search", search ?? .null),
      JSONMember("entry", .id(list.entry)), JSONMember("above", .integer(list.above)),
      JSONMember("screens", .array(screens.map(\.json))),
    ])
  }

  fileprivate init?(json value: JSONValue) {
    guard let scopes = value["scopes"]?.array, let screens = value["screens"]?.array,
      scopes.count + screens.count <= Self.mostScreens
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
    .object([
      JSONMember("screen", .string(kind.name)), JSONMember("entry", .id(entry)),
      JSONMember("photo", .optional(photo?.description)),
      JSONMember("day", .optional(day?.description)), JSONMember("name", .optional(name)),
      JSONMember("year", .bool(isYear)), JSONMember("top", .integer(top)),
    ])
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
  fileprivate var json: JSONValue {
    switch self {
    case .journal(let name): .object([JSONMember("journal", .string(name))])
    case .tag(let name): .object([JSONMember("tag", .string(name))])
    case .place(let name): .object([JSONMember("place", .string(name))])
    case .month(let day): .object([JSONMember("month", .string(day.description))])
    case .pinned: .object([JSONMember("pinned", .bool(true))])
    case .found(let text, let isWide):
      .object([JSONMember("found", .string(text)), JSONMember("wide", .bool(isWide))])
    }
  }

  fileprivate init?(json value: JSONValue) {
    if let name = value["journal"]?.string {
      self = .journal(name)
    } else if let name = value["tag"]?.string {
      self = .tag(name)
    } else if let name = value["place"]?.string {
      self = .place(name)
    } else if let day = value["month"]?.string.flatMap({ CalendarDay($0) }) {
      self = .month(day)
    } else if value["pinned"]?.bool == true {
      self = .pinned
    } else if let text = value["found"]?.string {
      self = .found(text, isWide: value["wide"]?.bool ?? false)
    } else {
      return nil
    }
  }
}

extension JSONValue {
  fileprivate static func id(_ id: ID<Entry>?) -> JSONValue { .optional(id?.description) }

  fileprivate func id() -> ID<Entry>? { string.flatMap { ID($0) } }

  /// A number of rows or entries, if it can be one.
  fileprivate var count: Int? { integer.flatMap { Location.isCount($0) ? $0 : nil } }
}
