import DiaryCore
import Localization
import TerminalUI
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
    #expect(screen.text.contains("Details"))
    await screen.press(KeyEvent(.right), KeyEvent(.right), KeyEvent(.up), .character(" "))
    #expect(screen.text.contains("★"))
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    await screen.type("half sunny")
    await screen.press(KeyEvent(.tab))
    await screen.type("  부산 ")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("★ · 🙂 · half sunny · 부산"))
    await screen.press(.control("s"))
    #expect(
      try await screen.service.entries().map(\.details) == [
        EntryDetails(isStarred: true, mood: "🙂", place: "부산", weather: "half sunny")
      ])
    #expect(screen.text.contains("★ Sea"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("★ · 🙂 · half sunny · 부산"))
  }

  @Test func `Esc leaves them, and the editor's undo takes them back`() async throws {
    let screen = try await ScreenTest(entries: [entry])
    await screen.press(.character("e"), KeyEvent(.function(2)))
    await screen.type("er")
    await screen.press(KeyEvent(.escape))
    #expect(screen.text.contains("calm") && !screen.text.contains("calmer"))
    await screen.press(KeyEvent(.function(2)))
    await screen.type("er")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("calmer"))
    await screen.pauseTyping()
    #expect(await screen.drafts.kept.map(\.fields.details.mood) == ["calmer"])
    await screen.press(.control("z"))
    #expect(!screen.text.contains("calmer"))
    await screen.press(.control("y"), .control("s"))
    #expect(try await screen.service.entries().map(\.details.mood) == ["calmer"])
  }

  @Test func `arrows go round through the proposals, and move the caret in other words`()
    async throws
  {
    let screen = try await ScreenTest(entries: [entry])
    await screen.press(.character("e"), KeyEvent(.function(2)), KeyEvent(.left))
    await screen.type("r")
    #expect(screen.text.contains("calrm"))
    await screen.press(KeyEvent(.tab))
    await screen.press(KeyEvent(.left))
    #expect(screen.text.contains("Weather  storm"))
    await screen.press(KeyEvent(.right), KeyEvent(.right))
    #expect(screen.text.contains("Weather  sunny"))
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
    #expect(screen.text.contains("from the photos: 37.5665, -126.9780"))
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    #expect(try await screen.service.entries().map(\.details.place) == [nil])
    await screen.press(.character("e"))
    for key in open { await screen.press(key) }
    await screen.press(KeyEvent(.right), KeyEvent(.enter), .control("s"))
    #expect(
      try await screen.service.entries().map(\.details.place) == ["37.5665, -126.9780"])
  }

  @Test func `places are told once each, by name where there is one`() {
    let position = PhotoDetails.Position(latitude: -0.00004, longitude: 179.99999)
    #expect(
      DetailProposals.places([
        PhotoDetails(position: position, place: "부산"), PhotoDetails(place: " 부산\u{1B}"),
        PhotoDetails(position: position),
        PhotoDetails(position: PhotoDetails.Position(latitude: .nan, longitude: 1)),
        PhotoDetails(place: "부산"),
      ]) == ["부산", "부산␛", "0.0000, 180.0000"])
  }

  @Test(arguments: [false, true])
  func `the star is given and taken in the list and the reader`(_ isReading: Bool) async throws {
    let screen = try await ScreenTest(entries: [entry])
    if isReading { await screen.press(KeyEvent(.enter)) }
    await screen.press(.character("*"))
    #expect(try await screen.service.entries().map(\.details.isStarred) == [true])
    #expect(screen.text.contains("★"))
    await screen.press(.character("u"))
    #expect(try await screen.service.entries().map(\.details.isStarred) == [false])
    await screen.press(.character("*"), .character("*"))
    #expect(try await screen.service.entries().map(\.details.isStarred) == [false])
    #expect(try await screen.service.entries().map(\.heads.count) == [1])
  }

  @Test func `two versions become one that says both`() {
    let left = EntryDetails(isStarred: true, mood: "calm", place: "서울")
    let right = EntryDetails(mood: "glad", place: "서울", weather: "rain")
    #expect(
      left.merged(with: right)
        == EntryDetails(isStarred: true, mood: "calm / glad", place: "서울", weather: "rain"))
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `the dialog fits the screen, in Korean too`(_ columns: Int, _ rows: Int) async throws {
    let screen = try await ScreenTest(columns, rows, entries: [entry])
    await screen.press(.character("e"), KeyEvent(.function(2)))
    #expect(screen.text.contains("Enter saves"))
    let korean = Language.korean.speaking { screen.text }
    #expect(korean.contains("기분") && korean.contains("장소") && korean.contains("취소합니다"))
  }
}
