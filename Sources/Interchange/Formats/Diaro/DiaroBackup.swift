/// The tables of a backup that Diaro made: rows of names and values.
struct DiaroBackup {
  typealias Row = [String: String]

  /// In memory at once: entries may stand before what they refer to.
  private(set) var entries: [Row] = []
  private var folders: [String: Row] = [:]
  private var tags: [String: Row] = [:]
  private var locations: [String: Row] = [:]
  private var moods: [String: Row] = [:]
  /// By the entries' ids.
  private var attachments: [String: [Row]] = [:]

  init(_ xml: String) throws(EntryFieldError) {
    var table = ""
    var row: Row?
    var name: String?
    try MarkupPieces.read(xml, as: .xml) { piece in
      switch piece {
      case .begin("table", let attributes):
        table = attributes["name"] ?? attributes["title"] ?? ""
      case .begin("r", _): row = [:]
      case .begin(let element, _): if row != nil { name = element }
      case .text(let text): if let name { row?[name, default: ""] += text }
      case .end("r"):
        if let row { add(row, to: table) }
        row = nil
      case .end("table"): table = ""
      case .end: name = nil
      }
    }
  }

  /// One that nothing was read from.
  init() {}

  private mutating func add(_ row: Row, to table: String) {
    let id = row["uid"] ?? ""
    switch table {
    case "diaro_entries": entries.append(row)
    case "diaro_folders": folders[id] = row
    case "diaro_tags": tags[id] = row
    case "diaro_locations": locations[id] = row
    case "diaro_moods": moods[id] = row
    case "diaro_attachments": attachments[row["entry_uid"] ?? "", default: []].append(row)
    default: break
    }
  }

  func folder(of entry: Row) -> String? { entry["folder_uid"].flatMap { folders[$0]?["title"] } }

  func tags(of entry: Row) -> [String] {
    (entry["tags"] ?? "").split(separator: ",").compactMap { tags[String($0)]?["title"] }
  }

  func location(of entry: Row) -> Row? { entry["location_uid"].flatMap { locations[$0] } }

  func mood(of entry: Row) -> String? { entry["mood"].flatMap { moods[$0]?["title"] } }

  /// The names of its files, in their order.
  func files(of entry: Row) -> [String] {
    (attachments[entry["uid"] ?? ""] ?? []).enumerated().sorted { left, right in
      let places = [left, right].map { Int($0.element["position"] ?? "") ?? Int.max }
      return (places[0], left.offset) < (places[1], right.offset)
    }.compactMap { $0.element["filename"] }
  }
}
