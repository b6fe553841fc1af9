import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("JSON export") struct JSONExportTests {
  @Test func `writes an array with one entry per line`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "p.jpg", caption: "P")
    var gone = photo
    gone.asset = try require(AssetID(String(repeating: "0", count: 64)))
    let one = try await diary.add("one", content: "a\nb", tags: ["t"], photos: [photo, gone])
    let two = try await diary.add("two", on: "2026-11-20T00:00:00Z")
    let summary = try await diary.export(.json)
    expectEqual(summary.problems.map(\.failure), [.missing])
    expectEqual(
      tree(diary.target),
      [".photodiary-export.json", "diary.json", "photos/", "photos/2026-11-19 p.jpg"])
    let facts =
      #""type":"image/jpeg","width":4,"height":3,"taken":"2026-11-19T07:29:00","caption":"P""#
    try expectEqual(
      diary.folder.text("out/diary.json"),
      """
      [
      {"id":"\(two.id)","date":"2026-11-20T00:00:00Z","title":"two","content":"","tags":[],\
      "journal":"Diary","author":"a1","photos":[],"created":"\(two.created)",\
      "modified":"\(two.modified)","starred":false,"mood":null,"place":null,"weather":null,\
      "pinned":false,"attachments":[]},
      {"id":"\(one.id)","date":"2026-11-19T07:30:00+09:00","title":"one","content":"a\\nb",\
      "tags":["t"],"journal":"Diary","author":"a1","photos":[\
      {"asset":"\(photo.asset)","name":"p.jpg",\(facts),"file":"photos/2026-11-19 p.jpg"},\
      {"asset":"\(gone.asset)","name":"p.jpg",\(facts),"file":null}],\
      "created":"\(one.created)","modified":"\(one.modified)",\
      "starred":false,"mood":null,"place":null,"weather":null,"pinned":false,\
      "attachments":[]}
      ]

      """)
    try expectEqual(diary.folder.text("out/photos/2026-11-19 p.jpg"), "photo GPS")
    let empty = try Diary()
    try await empty.export(.json)
    try expectEqual(empty.folder.text("out/diary.json"), "[\n]\n")
    try await expectEqual(Diary().imported(empty.target + "/diary.json").lines, [])
  }

  @Test func `texts refer to the copies of photos without positions`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg", caption: "캡션")
    let located = try await diary.photo("photo GPS[1,2] odd", name: "q.jpg")
    try await diary.add(
      decomposedHangul, content: "![a](photo:\(photo.asset)) \u{1B}[31m\r\n", photos: [photo])
    try await diary.add(
      "", on: "1999-12-31T23:59:59-03:30", content: "![b](photo:\(located.asset))",
      photos: [located])
    try await diary.export(.json)
    let copy = try Diary(author: Author(id: AuthorID("b2"), name: "Bo"))
    let file = diary.target + "/diary.json"
    let outcome = try await copy.imported(file).outcome
    expectEqual(outcome.added.count, 2)
    expectEqual(outcome.notes.filter(\.isRefusal), [])
    expectContains(outcome.notes.map(\.problem), .undisplayablePhoto("q.jpg", .undecodableType))
    // The copy without a position has another asset, to which the text refers.
    let asset = try require(outcome.added.last?.photos.first).asset
    expectNotEqual(asset, located.asset)
    var expected = try await diary.entriesAsWritten()
    try require(expected.first?.photos.first?.asset == located.asset)
    expected[0].photos[0].asset = asset
    expected[0].content = "![b](photo:\(asset))"
    expectSame(expected, try await copy.entriesAsWritten())
    let again = try await copy.imported(file)
    expect((again.outcome.added.count, again.plan.existing) == (0, 2))
  }
}

/// Checks JSON by the keywords of our JSON Schema; any other keyword is a fault.
struct SchemaCheck {
  private let schema: JSONValue

  init(_ schema: JSONValue) { self.schema = schema }

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

@Suite("The schema of exported JSON") struct SchemaTests {
  private var schema: JSONValue {
    get throws { try JSONParser.parse(Checkout.text("Assets/diary.schema.json")) }
  }

  @Test(arguments: RandomRounds.seeds(from: 60, usually: 1))
  func `every export conforms to the schema`(seed: UInt64) async throws {
    let diary = try Diary()
    try await diary.fill(40, seed: seed)
    _ = try await diary.importText(#"{"date":"2024-05-03","title":"odd","mood":5,"starred":"x"}"#)
    try await diary.export(.json)
    let document = try JSONParser.parse(diary.folder.text("out/diary.json"))
    expectEqual(SchemaCheck(try schema).faults(of: document), [])
    // The output of `list` has the same entries.
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
  ]) func `reports values that don't conform`(text: String, place: String) throws {
    let faults = SchemaCheck(try schema).faults(of: try JSONParser.parse(text))
    expect(faults.contains { $0.hasPrefix(place) }, "\(faults)")
  }
}
