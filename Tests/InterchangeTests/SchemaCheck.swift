import DiaryCore
import Glibc
import TestSupport
import Testing

/// Checks JSON against a JSON Schema, as far as ours goes: a word of the schema that isn't known here
/// is a fault of the schema, so that none is there for nothing.
struct SchemaCheck {
  private let schema: JSONValue

  init(_ schema: JSONValue) { self.schema = schema }

  /// What is wrong, with the place of each.
  func faults(of value: JSONValue) -> [String] { faults(of: value, by: schema, at: "$") }

  private func faults(of value: JSONValue, by rules: JSONValue, at place: String) -> [String] {
    (rules.members ?? []).flatMap { rule -> [String] in
      switch rule.name {
      case "$schema", "$defs", "title", "description": return []
      case "$ref":
        guard let name = rule.value.string?.split(separator: "/").last,
          let target = schema["$defs"]?[String(name)]
        else { return ["\(place): a reference to nothing"] }
        return faults(of: value, by: target, at: place)
      case "type":
        let types = rule.value.array?.compactMap(\.string) ?? [rule.value.string ?? "?"]
        return types.contains { Self.isOf($0, value) } ? [] : ["\(place): not \(types)"]
      case "required":
        return (rule.value.array ?? []).compactMap(\.string).filter { value[$0] == nil }
          .map { "\(place): no \($0)" }
      case "properties":
        return (rule.value.members ?? []).flatMap { property in
          value[property.name].map {
            faults(of: $0, by: property.value, at: "\(place).\(property.name)")
          } ?? []
        }
      case "items":
        return (value.array ?? []).enumerated().flatMap {
          faults(of: $1, by: rule.value, at: "\(place)[\($0)]")
        }
      case "minLength":
        let count = value.string?.unicodeScalars.count ?? .max
        return count >= rule.value.integer ?? 0 ? [] : ["\(place): too short"]
      case "pattern":
        guard let text = value.string, let pattern = rule.value.string,
          let regex = try? Regex(pattern)
        else { return ["\(place): no text or no pattern"] }
        return text.contains(regex) ? [] : ["\(place): “\(text)” is none of \(pattern)"]
      default: return ["the schema says \(rule.name)"]
      }
    }
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch type {
    case "array": value.array != nil
    case "object": value.members != nil
    case "string": value.string != nil
    case "integer": value.integer != nil
    case "null": value == .null
    default: false
    }
  }
}

@Suite("The schema of our JSON")
struct SchemaTests {
  private var schema: JSONValue {
    get throws {
      // Beside the tests, whatever folder they run in.
      let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      return try JSONParser.parse(try text("/\(root)/Assets/diary.schema.json"))
    }
  }

  private func text(_ path: String) throws -> String {
    let file = try require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: 60...63 as ClosedRange<UInt64>)
  func `every export keeps to it`(seed: UInt64) async throws {
    let diary = try Diary()
    var random = RandomDiary(seed: seed)
    try await random.fill(diary, 40, photos: try await diary.somePhotos())
    _ = try await diary.importText(#"{"date":"2024-05-03","title":"odd","mood":5,"starred":"x"}"#)
    try await diary.export(.json)
    let document = try JSONParser.parse(try text(diary.target + "/diary.json"))
    expectEqual(SchemaCheck(try schema).faults(of: document), [])
    // A listing has the same entries.
    let entry = try require(try schema["$defs"]?["entry"])
    let whole = JSONValue.object(
      (entry.members ?? []) + [JSONMember("$defs", try require(try schema["$defs"]))])
    for entry in try await diary.service.entries() {
      let json = entry.json { diary.service.path(of: $0) }
      expectEqual(SchemaCheck(whole).faults(of: json), [])
    }
  }

  @Test(arguments: [
    (#"{"entries":[]}"#, "$: not"), (#"[{"id":"x"}]"#, "$[0].id:"), ("[5]", "$[0]: not"),
    (#"[{"date":"2024-05-03"}]"#, "$[0].date:"), (#"[{"tags":[""]}]"#, "$[0].tags[0]: too short"),
    (#"[{"photos":[{"file":5}]}]"#, "$[0].photos[0].file: not"),
  ])
  func `it tells what isn't one`(text: String, place: String) throws {
    let faults = SchemaCheck(try schema).faults(of: try JSONParser.parse(text))
    expect(faults.contains { $0.hasPrefix(place) }, "\(faults)")
  }
}
