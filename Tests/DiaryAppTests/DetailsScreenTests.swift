import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("The details of an entry")
struct DetailsScreenTests {
  private let entry = EntryFields(
    date: EntryDate(instant: 1_700_000_000, offset: 0), title: "첫눈", content: "white",
    details: EntryDetails(mood: "calm"))

  @Test func `star, mood, weather and place are chosen or typed, and saved`() async throws {
    let screen = try await ScreenTest()
    await screen.press(.character("n"))
    await screen.type("Sea")
    await screen.press(KeyEvent(.function(2)))
    expectContains(screen.text, "Details")
    await screen.press(KeyEvent(.right), KeyEvent(.right), KeyEvent(.up), .character(" "))
    expectContains(screen.text, "★")
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    await screen.type("half sunny")
    await screen.press(KeyEvent(.tab))
    await screen.type("  부산 ")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "★ · 🙂 · half sunny · 부산")
    await screen.press(.control("s"))
    try await expectEqual(
      screen.service.entries().map(\.details),
      [
        EntryDetails(isStarred: true, mood: "🙂", place: "부산", weather: "half sunny")
      ])
    expectContains(screen.text, "★ Sea")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "★ · 🙂 · half sunny · 부산")
  }

  @Test func `Esc leaves them, and the editor's undo takes them back`() async throws {
    let screen = try await ScreenTest(entries: [entry])
    await screen.press(.character("e"), KeyEvent(.function(2)))
    await screen.type("er")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "calm")
    expectLacks(screen.text, "calmer")
    await screen.press(KeyEvent(.function(2)))
    await screen.type("er")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "calmer")
    await screen.pauseTyping()
    await expectEqual(screen.drafts.kept.map(\.fields.details.mood), ["calmer"])
    await screen.press(.control("z"))
    expectLacks(screen.text, "calmer")
    await screen.press(.control("y"), .control("s"))
    try await expectEqual(screen.service.entries().map(\.details.mood), ["calmer"])
  }

  @Test func `arrows go round through the proposals, and move the caret in other words`()
    async throws
  {
    let screen = try await ScreenTest(entries: [entry])
    await screen.press(.character("e"), KeyEvent(.function(2)), KeyEvent(.left))
    await screen.type("r")
    expectContains(screen.text, "calrm")
    await screen.press(KeyEvent(.tab))
    await screen.press(KeyEvent(.left))
    expectContains(screen.text, "Weather  storm")
    await screen.press(KeyEvent(.right), KeyEvent(.right))
    expectContains(screen.text, "Weather  sunny")
  }

  @Test func `a photo's place is proposed and only taken when it is chosen`() async throws {
    var fields = entry
    fields.photos = [
      Photo(
        asset: AssetID(digest: [UInt8](repeating: 1, count: 32)), name: "a.jpg",
        type: MediaType("image/jpeg"))
    ]
    let screen = try await ScreenTest(entries: [fields])
    let seoul = PhotoDetails.Position(latitude: 37.5665, longitude: -126.978)
    screen.photoActions.report(
      PhotoFileFacts(
        facts: PhotoFacts(
          type: MediaType("image/jpeg"), details: PhotoDetails(position: seoul)), bytes: 1))
    let open = [KeyEvent(.function(2)), KeyEvent(.down), KeyEvent(.down)]
    await screen.press(.character("e"))
    for key in open { await screen.press(key) }
    expectContains(screen.text, "from the photos: 37.5665, -126.9780")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    try await expectEqual(screen.service.entries().map(\.details.place), [nil])
    await screen.press(.character("e"))
    for key in open { await screen.press(key) }
    await screen.press(KeyEvent(.right), KeyEvent(.enter), .control("s"))
    try await expectEqual(screen.service.entries().map(\.details.place), ["37.5665, -126.9780"])
  }

  @Test func `places are told once each, by name where there is one`() {
    let position = PhotoDetails.Position(latitude: -0.00004, longitude: 179.99999)
    expectEqual(
      DetailProposals.places([
        PhotoDetails(position: position, place: "부산"), PhotoDetails(place: " 부산\u{1B}"),
        PhotoDetails(position: position),
        PhotoDetails(position: PhotoDetails.Position(latitude: .nan, longitude: 1)),
        PhotoDetails(place: "부산"),
      ]), ["부산", "부산␛", "0.0000, 180.0000"])
  }

  @Test(arguments: [false, true])
  func `the star is given and taken in the list and the reader`(_ isReading: Bool) async throws {
    let screen = try await ScreenTest(entries: [entry])
    if isReading { await screen.press(KeyEvent(.enter)) }
    await screen.press(.character("*"))
    try await expectEqual(screen.service.entries().map(\.details.isStarred), [true])
    expectContains(screen.text, "★")
    await screen.press(.character("u"))
    try await expectEqual(screen.service.entries().map(\.details.isStarred), [false])
    await screen.press(.character("*"), .character("*"))
    try await expectEqual(screen.service.entries().map(\.details.isStarred), [false])
    try await expectEqual(screen.service.entries().map(\.heads.count), [1])
  }

  @Test func `two versions become one that says both`() {
    let left = EntryDetails(isStarred: true, mood: "calm", place: "서울")
    let right = EntryDetails(mood: "glad", place: "서울", weather: "rain")
    expectEqual(
      left.merged(with: right),
      EntryDetails(isStarred: true, mood: "calm / glad", place: "서울", weather: "rain"))
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `the dialog fits the screen, in Korean too`(_ columns: Int, _ rows: Int) async throws {
    let screen = try await ScreenTest(columns, rows, entries: [entry])
    await screen.press(.character("e"), KeyEvent(.function(2)))
    expectContains(screen.text, "Enter saves")
    let korean = Language.korean.speaking { screen.text }
    expectContains(korean, "기분")
    expectContains(korean, "장소")
    expectContains(korean, "취소합니다")
  }
}
