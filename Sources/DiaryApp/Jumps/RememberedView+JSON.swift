import DiaryCore

// How it stands in a file. What isn't understood there counts as not remembered.
extension RememberedView {
  private static let version = 1

  package var json: [UInt8] {
    let members = [
      JSONMember("version", .integer(Self.version)), JSONMember("list", .string(listForm.rawValue)),
      JSONMember("place", place?.json ?? .null),
    ]
    return JSONWriter.bytes(.object(members)) + [UInt8(ascii: "\n")]
  }

  package init(json bytes: [UInt8]) {
    self.init()
    guard let value = try? JSONParser.parse(bytes), value["version"]?.integer == Self.version else {
      return
    }
    listForm = value["list"]?.string.flatMap(ListForm.init) ?? .plain
    place = value["place"].flatMap(Place.init(json:))
  }
}

extension Place {
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
    var list = ListPlace()
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

extension Place.Screen {
  fileprivate var json: JSONValue {
    func object(_ name: String, _ members: JSONMember...) -> JSONValue {
      .object([JSONMember("screen", .string(name))] + members)
    }
    return switch self {
    case .reader(let id, let top):
      object("reader", JSONMember("entry", .id(id)), JSONMember("top", .integer(top)))
    case .viewer(let id, let asset):
      object(
        "viewer", JSONMember("entry", .id(id)), JSONMember("photo", .string(asset.description)))
    case .gallery(let id, let asset):
      object(
        "gallery", JSONMember("entry", .id(id)),
        JSONMember("photo", .optional(asset?.description)))
    case .calendar(let day, let isYear, let id):
      object(
        "calendar", JSONMember("day", .string(day.description)), JSONMember("year", .bool(isYear)),
        JSONMember("entry", .id(id)))
    case .onThisDay(let day, let id):
      object(
        "on-this-day", JSONMember("day", .string(day.description)), JSONMember("entry", .id(id)))
    case .trash(let id): object("trash", JSONMember("entry", .id(id)))
    case .tags(let name): object("tags", JSONMember("name", .optional(name)))
    case .statistics: object("statistics")
    case .places: object("places")
    case .journals(let name): object("journals", JSONMember("name", .optional(name)))
    }
  }

  fileprivate init?(json value: JSONValue) {
    let id: ID<Entry>? = value["entry"]?.id()
    let photo = value["photo"]?.string.flatMap { AssetID($0) }
    let day = value["day"]?.string.flatMap { CalendarDay($0) }
    let name = value["name"]?.string
    switch (value["screen"]?.string, id, photo, day) {
    case ("reader", let id?, _, _): self = .reader(id, top: value["top"]?.count ?? 0)
    case ("viewer", let id?, let photo?, _): self = .viewer(id, photo)
    case ("gallery", _, _, _): self = .gallery(id, photo)
    case ("calendar", _, _, let day?):
      self = .calendar(day, isYear: value["year"]?.bool ?? false, id)
    case ("on-this-day", _, _, let day?): self = .onThisDay(day, id)
    case ("trash", _, _, _): self = .trash(id)
    case ("tags", _, _, _): self = .tags(name)
    case ("journals", _, _, _): self = .journals(name)
    case ("statistics", _, _, _): self = .statistics
    case ("places", _, _, _): self = .places
    default: return nil
    }
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
  fileprivate var count: Int? { integer.flatMap { Place.isCount($0) ? $0 : nil } }
}
