/// A JSON value that keeps what it was read from: the order of an object's members and the
/// digits of a number. Foundation's coders keep neither, and the store must give back fields
/// that it doesn't know as they came.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  package static func integer(_ value: Int) -> JSONValue { .number(String(value)) }
  package static func optional(_ value: String?) -> JSONValue {
    value.map(JSONValue.string) ?? .null
  }
  package static func optional(_ value: Int?) -> JSONValue { value.map(JSONValue.integer) ?? .null }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  package var double: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  package var members: [JSONMember]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The member of that name; of several, the last one. One that an object is given comes behind those
  /// that it has.
  package subscript(_ name: String) -> JSONValue? {
    get { members?.last { $0.name == name }?.value }
    set {
      guard case .object(var members) = self else { return }
      // So that the members aren't copied.
      self = .null
      members.removeAll { $0.name == name }
      if let newValue { members.append(JSONMember(name, newValue)) }
      self = .object(members)
    }
  }
}

/// One name and value of an object.
package struct JSONMember: Hashable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// An object as a literal, its members in the order in which they stand.
extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { JSONMember($0, $1) })
  }
}
