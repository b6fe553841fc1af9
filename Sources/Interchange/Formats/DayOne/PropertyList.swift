import DiaryCore

/// Reads property lists in XML, as programs of Apple's systems write them, as JSON: dates are texts, and data is
/// left out.
struct PropertyList {
  private struct Open {
    let isArray: Bool
    var key: String?
    var members: [JSONMember] = []
    var values: [JSONValue] = []
  }

  private var open: [Open] = []
  private var words = ""
  private var value: JSONValue?

  /// - Throws: `EntryFieldError.tangledMarkup` where a text isn't XML, or holds no property list.
  static func read(_ text: String) throws(EntryFieldError) -> JSONValue {
    var list = PropertyList()
    try MarkupPieces.read(text, as: .xml) { list.receive($0) }
    guard let value = list.value else { throw .tangledMarkup }
    return value
  }

  private mutating func receive(_ piece: MarkupPieces.Piece) {
    switch piece {
    case .text(let text): words += text
    case .begin(let name, _):
      words = ""
      if ["dict", "array"].contains(name) { open.append(Open(isArray: name == "array")) }
    case .end(let name): end(name)
    }
  }

  private mutating func end(_ name: String) {
    switch name {
    case "key": if let last = open.indices.last { open[last].key = words }
    case "string", "date": add(.string(words))
    case "integer", "real":
      let number = Double(words.trimmed).flatMap { $0.isFinite ? $0 : nil }
      add(
        Int(words.trimmed).map { .integer($0) } ?? number.map { .number("\($0)") } ?? .string(words)
      )
    case "true", "false": add(.bool(name == "true"))
    case "data": add(.null)
    case "dict", "array":
      guard let closed = open.popLast() else { return }
      add(closed.isArray ? .array(closed.values) : .object(closed.members))
    default: break
    }
  }

  private mutating func add(_ new: JSONValue) {
    guard let last = open.indices.last else {
      value = value ?? new
      return
    }
    if open[last].isArray {
      open[last].values.append(new)
    } else if let key = open[last].key {
      open[last].members.append(JSONMember(key, new))
      open[last].key = nil
    }
  }
}
