import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

/// Text of the kinds that take terminals over, or break programs that measure it.
enum HostileText {
  static let all: [String] = [
    "\u{1B}[2J\u{1B}[H", "\u{1B}]0;owned\u{7}", "\u{9B}31mred", "\u{90}q#0;2;0;0;0\u{9C}", "\0nul",
    "\u{7F}\u{8}\u{8}rub", "line\nfeed", "carriage\rreturn", "both\r\nof them", "tab\ttab",
    "\u{B}vertical\u{C}form", "\u{85}next\u{2028}line\u{2029}paragraph", "\u{202E}reversed\u{202C}",
    "\u{2066}isolated\u{2069}", "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", "   ", "\u{3000}\u{A0}",
    String(repeating: "a", count: 10_000), String(repeating: "한", count: 10_000),
    "Z" + String(repeating: "\u{351}", count: 500), "\u{301}starts with a mark",
    "👨‍👩‍👧‍👦👩🏽‍🚀🏴‍☠️🇰🇷🇰", "हिन्दी क्षत्रिय", "น้ำแข็ง", "العربية ‏עברית", "\u{1112}\u{1161}\u{11AB}글",
    "\u{FFFE}\u{10FFFE}", "\u{E000}\u{F8FF}", "\u{FFF9}a\u{FFFA}b\u{FFFB}", "𓀀𝕳𠮷",
    "'; DROP TABLE entries; --", "<script>alert(1)</script>", "../../etc/passwd", "$(reboot)`id`",
    "%s%n%d", "![x](photo:nothing)", "![" + String(repeating: "![", count: 40), "\u{1F3FB}",
    "\u{E0041}\u{E007F}", "\u{FE0F}\u{20E3}",
  ]
}

@Suite("Hostile text")
@MainActor
struct HostileTextTests {
  /// The harness looks at every frame: no control character is in any cell.
  @Test("No screen lets it through", arguments: HostileText.all.indices)
  func screens(_ index: Int) async throws {
    let text = HostileText.all[index]
    var photo = SampleDiary.photo("x.jpg", caption: text)
    photo.name = text
    let fields = EntryFields(
      date: try require(EntryDate(ScreenTest.now)), title: text,
      content: "\(text.prefix(500))\n\n\(text.prefix(500))",
      photos: [photo], tags: [text], journal: text)
    let draft = Draft(id: .random(), entry: nil, base: [], fields: fields, dateText: text)
    let files = FakeFolders(["/home/me/Pictures": [.photo(text, 5), .folder(text)]])
    let screen = try await ScreenTest(
      80, 12, entries: [fields] + (try SampleDiary.entries()), drafts: [draft], files: files)
    await screen.press(KeyEvent(.enter), KeyEvent(.escape), .character("y"), KeyEvent(.enter))
    await screen.press(KeyEvent(.enter), KeyEvent(.down), KeyEvent(.tab), KeyEvent(.enter))
    await screen.press(.character("q"), .character("q"), .character("e"))
    for _ in 0..<3 { await screen.press(KeyEvent(.tab), KeyEvent(.home), KeyEvent(.end)) }
    await screen.press(.control("p"), KeyEvent(.down), KeyEvent(.down), KeyEvent(.escape))
    await screen.send(.paste(text))
    await screen.press(KeyEvent(.escape), .character("y"), KeyEvent(.enter), .alt("d"))
    await screen.press(KeyEvent(.escape), .character("/"))
    await screen.send(.paste(text))
    await screen.press(KeyEvent(.escape), .character("d"), .character("y"), .character("t"))
    await screen.press(KeyEvent(.enter), .character("q"), .character("r"), .character("q"))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.count, 6)
  }

  @Test("No screen of photos lets it through", arguments: HostileText.all.indices)
  func photoScreens(_ index: Int) async throws {
    let text = HostileText.all[index]
    var photo = SampleDiary.photo("x.jpg", caption: text)
    photo.name = text
    var damaged = SampleDiary.photo("damaged.jpg", width: nil, height: nil)
    damaged.name = text
    let fields = EntryFields(
      date: try require(EntryDate(ScreenTest.now)), title: text, content: text,
      photos: [photo, damaged], tags: [text])
    let screen = try await ScreenTest(60, 16, entries: [fields])
    screen.photoActions.report(
      PhotoFileFacts(
        facts: PhotoFacts(
          type: MediaType(text), taken: text,
          details: PhotoDetails(camera: text, lens: text, exposure: text, place: text)), bytes: 0))
    for _ in ListForm.allCases { await screen.press(.character("v")) }
    await screen.press(.character("p"), .character("l"), .character(" "), .character("i"))
    await screen.press(.character("p"), .character("i"), .character("+"), .character("i"))
    await screen.press(.character("o"), .character("w"), KeyEvent(.enter), .character("c"))
    await screen.press(.control("u"))
    await screen.send(.paste(text))
    await screen.press(KeyEvent(.enter), KeyEvent(.enter), .character("q"), .character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test("A title takes one line of the list", arguments: HostileText.all.indices)
  func oneLine(_ index: Int) async throws {
    let now = try require(EntryDate(ScreenTest.now))
    let fields = EntryFields(date: now, title: HostileText.all[index], content: "x")
    let screen = try await ScreenTest(
      40, 12, entries: [fields] + (try SampleDiary.entries()))
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(lines.count, 12)
    try expectPrefix(lines.at(3), "▌21 Sat")
    try expectPrefix(lines.at(4), " 20 Fri  강가 산책, 안개")
  }
}
