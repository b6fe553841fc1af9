import DiaryCore
import TestSupport
import Testing

@testable import DiaryApp

@Suite("How the diary was left, in a file")
struct RememberedViewTests {
  private static let id = ID<Entry>(high: 7, low: 9)

  private var whole: RememberedView {
    get throws {
      var list = Location.ListLocation()
      list.scopes = [.journal("여행 \u{1B}[31m\""), .tag("강"), .found("a -b \"c\"", isWide: true)]
      list.search = Location.Search(text: "tag:x ㄱㅊ", isWide: false)
      list.entry = Self.id
      list.above = 12
      let day = try require(CalendarDay("2024-02-29"))
      let asset = AssetID(digest: [UInt8](repeating: 3, count: 32))
      return RememberedView(
        listForm: .sheet,
        location: Location(
          list: list,
          screens: [
            Location.Screen(kind: .calendar, entry: Self.id, day: day, isYear: true),
            Location.Screen(kind: .reader, entry: Self.id, top: 40),
            Location.Screen(kind: .gallery),
            Location.Screen(kind: .gallery, entry: Self.id, photo: asset),
            Location.Screen(kind: .viewer, entry: Self.id, photo: asset),
            Location.Screen(kind: .onThisDay, day: day),
            Location.Screen(kind: .trash, entry: Self.id),
            Location.Screen(kind: .statistics), Location.Screen(kind: .places),
            Location.Screen(kind: .tags, name: "눈"), Location.Screen(kind: .tags),
            Location.Screen(kind: .journals, name: "Travel"), Location.Screen(kind: .journals),
          ]))
    }
  }

  @Test("It is read as it was written")
  func roundTrip() throws {
    let view = try whole
    expectEqual(RememberedView(json: view.json), view)
    expectEqual(view.json.last, UInt8(ascii: "\n"))
    expectLacks(view.json, 0x1B)
    let empty = RememberedView()
    expectEqual(RememberedView(json: empty.json), empty)
  }

  @Test(
    "What isn't understood isn't remembered",
    arguments: [
      "", "\n", "null", "[]", "{}", "plain", "\u{0}\u{0}", #"{"version":2,"list":"sheet"}"#,
      #"{"list":"sheet"}"#, #"{"version":"1","list":"sheet"}"#,
      #"{"version":1,"list":7,"place":[]}"#,
      #"{"version":1,"list":"","place":{"scopes":{},"screens":[]}}"#,
      #"{"version":1,"place":{"scopes":[],"screens":[]}}"#,
      #"{"version":1,"place":{"scopes":[{"x":1}],"screens":[],"entry":"00000000000000070000000000000009"}}"#,
      #"{"version":1,"place":{"scopes":[],"screens":[{"screen":"reader","entry":"zz"}]}}"#,
      #"{"version":1,"place":{"scopes":[],"screens":[{"screen":"calendar","day":"2024-02-31"}]}}"#,
    ])
  func hostile(_ text: String) {
    let view = RememberedView(json: Array(text.utf8))
    expectEqual(view, RememberedView())
  }

  @Test("Numbers out of all bounds count as nothing; too many screens are refused")
  func numbers() throws {
    for number in ["-1", "99999999999999999999", "1e9", "1.5", "9223372036854775807"] {
      let text = """
        {"version":1,"list":"plain","place":{"scopes":[],"screens":[{"screen":"reader",\
        "entry":"\(Self.id)","top":\(number)}],"entry":"\(Self.id)","above":\(number)}}
        """
      let location = try require(RememberedView(json: Array(text.utf8)).location)
      expectEqual(location.list.above, 0)
      expectEqual(location.screens, [Location.Screen(kind: .reader, entry: Self.id)])
    }
    let screens = String(repeating: #"{"screen":"tags"},"#, count: 50).dropLast()
    let many = #"{"version":1,"place":{"scopes":[],"screens":[\#(screens)]}}"#
    expectNil(RememberedView(json: Array(many.utf8)).location)
  }

  @Test("A damaged file is some view, never a crash", arguments: 0..<200)
  func damaged(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try whole.json
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let location = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[location] = .random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(location..<min(bytes.count, location + 9))
      default: bytes.insert(contentsOf: bytes[..<location], at: location)
      }
      if bytes.isEmpty { break }
    }
    let view = RememberedView(json: bytes)
    expectAtMost(view.location?.screens.count ?? 0, 32)
  }
}
