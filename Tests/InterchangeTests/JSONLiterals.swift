import DiaryCore

/// Texts and lists of JSON as they are written in tests.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  package init(stringLiteral text: String) { self = .string(text) }
  package init(arrayLiteral values: JSONValue...) { self = .array(values) }
}
