import DiaryCore
import TestSupport
import Testing

@Suite("JSON")
struct JSONTests {
  @Test(arguments: [
    #"{"b":1,"a":[true,false,null],"c":{"d":"e"}}"#, "[]", "{}", #""""#, "-0.5e+10", "1E400",
    #"["한글","👨‍👩‍👧","\u0000\u001b\u007f\u009b\"\\\n\r\t"]"#,
  ])
  func `comes back byte for byte`(_ text: String) throws {
    let value = try JSONParser.parse(text)
    expectEqual(String(decoding: JSONWriter.bytes(value), as: UTF8.self), text)
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "01", "1.", ".5", "+1", "nul", "\"\u{1}\"",
    "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "[1] 2", "'a'", "\"abc",
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
  ])
  func `that is none is refused`(_ text: String) {
    expectThrows(JSONParser.Failure.self) { try JSONParser.parse(text) }
  }

  @Test func `escapes are read, invalid UTF-8 is refused`() throws {
    try expectEqual(JSONParser.parse(#""\ud83d\ude00\/\b\f""#).string, "😀/\u{8}\u{c}")
    expectThrows(JSONParser.Failure.self) { try JSONParser.parse([0x22, 0xC3, 0x28, 0x22]) }
  }

  @Test func `an indented value has a line for each member`() throws {
    var writer = JSONWriter(isIndented: true)
    writer.write(try JSONParser.parse(#"{"a":[1,2],"b":{}}"#))
    expectEqual(
      String(decoding: writer.bytes, as: UTF8.self),
      """
      {
        "a": [
          1,
          2
        ],
        "b": {}
      }
      """)
  }
}
