import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("YAML") struct YAMLTests {
  private func value(_ text: String) throws -> String {
    String(decoding: JSONWriter.bytes(try YAMLParser.parse(text.utf8)), as: UTF8.self)
  }

  @Test func `reads values, and names the line of errors`() throws {
    for (text, json) in [
      ("", "null"), ("# nothing", "null"), ("a", #""a""#), ("12", "12"), ("1.50", "1.50"),
      ("007", #""007""#), ("0x1F", #""0x1F""#), (".inf", #"".inf""#), ("'12'", #""12""#),
      ("yes", #""yes""#), ("True", "true"), ("~", "null"), ("!!str 12", #""12""#),
      ("!!int 12", "12"), ("!python/unicode a", #""a""#),
      ("2024-05-03 10:00", #""2024-05-03 10:00""#),
      ("a: 1\nb: [x, \"y\\n\", {c: }]\n", #"{"a":1,"b":["x","y\n",{"c":null}]}"#),
      ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", #"{"a":"one\ntwo\n","b":"one two"}"#),
      ("&x a: &y [1]\n", #"{"a":[1]}"#), ("a: 1\na: 2\n", #"{"a":1,"a":2}"#),
      ("---\na: 1\n---\nb: 2\n", #"{"a":1}"#), (#""\u0000\x1b\U0001F600""#, #""\u0000\u001b😀""#),
      (#"{"a":1,"b":{"c":[true,null]}}"#, #"{"a":1,"b":{"c":[true,null]}}"#),
      ("\"a\\\n  b\"", #""ab""#), ("a: &x\n", #"{"a":null}"#),
    ] as [(String, String)] { try expectEqual(value(text), json) }
    for (text, failure) in [
      ("a: [", YAMLIssue.invalid(line: 2)), ("a: 1\n\tb: 2", .invalid(line: 2)),
      ("a: &x 1\nb: *x\n", .alias(line: 2)), ("[1]: 2", .name(line: 1)),
      ("a: 1\n? {b: 1}\n: 2", .name(line: 2)), ("*x : 1", .alias(line: 1)),
      ("a: \u{7}", .invalid(line: 1)), ("a: 'x", .invalid(line: 1)),
    ] as [(String, YAMLIssue)] {
      expectThrows(EntryFieldError.notYAML(failure)) { try value(text) }
    }
  }

  @Test func `rejects bombs and deep nesting immediately`() {
    var bomb = "a0: &a0 [x, x]\n"
    for level in 1...40 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    expectThrows(EntryFieldError.notYAML(.alias(line: 2))) { try value(bomb) }
    expectThrows(EntryFieldError.notYAML(.tooDeep(line: 1))) {
      try value(String(repeating: "[", count: 500))
    }
    for (piece, count) in [("[", 200_000), ("{a: ", 200_000), ("- ", 100_000)] {
      expectThrows(EntryFieldError.self) { try value(String(repeating: piece, count: count)) }
    }
    for (piece, count) in [("- \n", 1_100_000), (" ", YAMLParser.longest + 1)] {
      expectThrows(EntryFieldError.notYAML(.tooLarge)) {
        try value(String(repeating: piece, count: count))
      }
    }
  }
}

@Suite("Time zones") struct TimeZoneTests {
  @Test func `reads offsets like clocks, and rules like the C library`() throws {
    for (name, time, offset) in [
      ("Asia/Seoul", "2024-07-03T00:00:00Z", 9 * 3600),
      ("Asia/Seoul", "1988-07-03T00:00:00Z", 10 * 3600),
      ("Europe/Berlin", "2024-03-31T00:59:59Z", 3600),
      ("Europe/Berlin", "2024-03-31T01:00:00Z", 7200),
      ("America/New_York", "2090-07-01T00:00:00Z", -4 * 3600),
      ("Australia/Sydney", "2090-01-01T00:00:00Z", 11 * 3600),
      ("Australia/Sydney", "2090-07-01T00:00:00Z", 10 * 3600),
      ("Asia/Kathmandu", "2024-01-01T00:00:00Z", 20700), ("GMT", "2024-01-01T00:00:00Z", 0),
      ("GMT-0330", "2024-01-01T00:00:00Z", -12600), ("UTC+9", "2024-01-01T00:00:00Z", 32400),
    ] as [(String, String, Int)] {
      var zones = TimeZones()
      let instant = try require(Timestamp(time)).seconds
      for _ in 1...2 { expectEqual(zones.offset(of: name, at: instant), offset) }
    }
    for name in [
      "", "Mars/Crater", "../../../etc/passwd", "/etc/passwd", "Asia", "Asia/../Asia/Seoul",
      "GMT+99", "GMT+x", "tzdata.zi", "Asia/Seoul\u{0}",
    ] {
      var zones = TimeZones()
      expectNil(zones.offset(of: name, at: 0))
    }
    // Rules agree with the C library.
    let texts = ["CET-1CEST,M3.5.0,M10.5.0/3", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "KST-9"]
    for text in texts { expect(ZoneRule(text) != nil, "\(text)") }
    for text in ["", "CET", "CET-1CEST", "CET-1CEST,J60,J300", "CET-1CEST,M13.1.0,M1.1.0", "<X"] {
      expectNil(ZoneRule(text), "\(text)")
    }
    let rule = try require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let zone = try require(TimeZoneRules(file: Self.file("Europe/Berlin")))
    for instant in stride(from: Int64(1_000_000_000), to: 2_100_000_000, by: 86_400 * 7 + 3607) {
      expectEqual(rule.offset(at: instant), zone.offset(at: instant))
    }
    // A truncated or foreign file is refused, or ends early.
    let bytes = try Self.file("Europe/Berlin")
    expectNil(TimeZoneRules(file: []))
    expectNil(TimeZoneRules(file: Array("TZif".utf8)))
    for count in stride(from: 0, to: bytes.count, by: 37) {
      _ = TimeZoneRules(file: Array(bytes[..<count]))?.offset(at: 0)
    }
  }

  private static func file(_ name: String) throws -> [UInt8] {
    try TemporaryFolder.bytes(of: "/usr/share/zoneinfo/\(name)")
  }
}
