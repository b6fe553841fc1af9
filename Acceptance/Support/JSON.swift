import Foundation

/// A value of the JSON that the program prints, with unordered members.
package enum JSON: Hashable, Sendable, Decodable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let value = try? container.decode(Bool.self) {
        .bool(value)
      } else if let value = try? container.decode(Int.self) {
        .integer(value)
      } else if let value = try? container.decode(Double.self) {
        .double(value)
      } else if let value = try? container.decode(String.self) {
        .string(value)
      } else if let value = try? container.decode([JSON].self) {
        .array(value)
      } else {
        .object(try container.decode([String: JSON].self))
      }
  }

  /// - Throws: `DecodingError` if the bytes aren't JSON.
  package static func parse(_ bytes: some Sequence<UInt8>) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(bytes))
  }

  /// - Throws: `DecodingError` if the text isn't JSON.
  package static func parse(_ text: some StringProtocol) throws -> JSON { try parse(text.utf8) }

  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  package var members: [String: JSON]? { if case .object(let value) = self { value } else { nil } }
  /// The sorted names of an object's members.
  package var names: [String]? { members?.keys.sorted() }

  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  package subscript(_ name: String) -> JSON? { members?[name] }
}
