import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("YAML")
struct YAMLTests {
  private func value(_ text: String) throws(YAMLError) -> String {
    String(decoding: JSONWriter.bytes(try YAMLParser.parse(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
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
  ]) func `values are read`(text: String, json: String) throws {
    try expectEqual(value(text), json)
  }

  @Test(arguments: [
    ("a: [", YAMLError.invalid(line: 2)), ("a: 1\n\tb: 2", .invalid(line: 2)),
    ("a: &x 1\nb: *x\n", .alias(line: 2)), ("[1]: 2", .name(line: 1)),
    ("a: 1\n? {b: 1}\n: 2", .name(line: 2)), ("*x : 1", .alias(line: 1)),
    ("a: \u{7}", .invalid(line: 1)), ("a: 'x", .invalid(line: 1)),
  ]) func `what can't be read is told with its line`(text: String, failure: YAMLError) {
    expectThrows(failure) { try value(text) }
  }

  @Test func `bombs and depths end at once`() {
    var bomb = "a0: &a0 [x, x]\n"
    for level in 1...40 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    expectThrows(YAMLError.alias(line: 2)) { try value(bomb) }
    expectThrows(YAMLError.tooDeep(line: 1)) { try value(String(repeating: "[", count: 500)) }
    expectThrows(YAMLError.self) { try value(String(repeating: "[", count: 1_000_000)) }
    expectThrows(YAMLError.self) { try value(String(repeating: "{a: ", count: 1_000_000)) }
    expectThrows(YAMLError.self) { try value(String(repeating: "- ", count: 100_000)) }
    expectThrows(YAMLError.tooLarge) { try value(String(repeating: "- \n", count: 1_100_000)) }
    expectThrows(YAMLError.tooLarge) {
      try value(String(repeating: " ", count: YAMLParser.longest + 1))
    }
  }

  @Test func `what is written as YAML is read back`() throws {
    let long = String(repeating: "n\u{1}", count: 900)
    let value = JSONValue.object([
      JSONMember("a", .string("\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{FFFF}\u{85}\u{0}: # \"x\"")),
      JSONMember(long, .array([.object([JSONMember(long, .number("1.0"))]), .null])),
    ])
    try expectEqual(YAMLParser.parse(YAMLWriter.bytes(value)), value)
  }
}
