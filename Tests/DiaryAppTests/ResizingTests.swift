import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Every screen at every size") @MainActor struct ResizingTests {
  static let screens: [String] = [
    "", "/i", "<Enter>", "<Enter><Enter>", "e", "e<Tab><Tab><Enter>", "n<C-p><Down><Down><Down>",
    "d", "ex<Esc>", "x", "x<Enter>", "t", "?", "n<C-s>", "v", "vv", "p", "p<Down>",
    "<Enter><Enter>+l", "<Enter><Enter>i", "<Enter><Enter>w", "<Enter><Enter>e", ":", ":t",
  ]

  @Test func `Every size draws one of the screens`() async throws {
    var states = try await opened()
    for columns in 1...120 {
      for rows in 1...40 {
        let size = Size(columns: columns, rows: rows)
        expectDrawn(&states[(columns * 40 + rows) % states.count], size)
      }
    }
    // Each screen is drawn at every third width and every height.
    states = try await opened()
    for index in states.indices {
      for columns in stride(from: 1, through: 120, by: 3) {
        expectDrawn(&states[index], Size(columns: columns, rows: 12))
      }
      for rows in 1...40 { expectDrawn(&states[index], Size(columns: 80, rows: rows)) }
    }
  }

  private func opened() async throws -> [AppState] {
    var states: [AppState] = []
    for keys in Self.screens {
      let screen = try await ScreenTest.sample().press(keys)
      states.append(screen.state)
    }
    return states
  }

  private func expectDrawn(_ state: inout AppState, _ size: Size) {
    _ = state.update(.terminal(.resize(size)), now: state.now)
    let frame = state.frame
    if let cursor = frame.cursor, !frame.grid.bounds.contains(cursor) {
      fail("The cursor is at \(cursor) on \(size).")
    }
  }

  @Test func `The selected entry stays in view`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.days(60)).press("<j*30>")
    for (columns, rows) in [(40, 12), (100, 50), (39, 11), (41, 13), (200, 12)] {
      await screen.resize(columns, rows)
      if columns > 39 { expectContains(screen.text, "Entry 30") }
    }
  }
}

/// Text that takes over terminals, or breaks programs that measure it.
enum HostileText {
  static let all: [String] = [
    "\u{1B}[2J\u{1B}[H", "\u{1B}]0;owned\u{7}", "\u{9B}31mred", "\u{90}q#0;2;0;0;0\u{9C}", "\0nul",
    "\u{7F}\u{8}\u{8}rub", "line\nfeed", "carriage\rreturn", "both\r\nof them", "tab\ttab",
    "\u{B}vertical\u{C}form", "\u{85}next\u{2028}line\u{2029}paragraph", "\u{202E}reversed\u{202C}",
    "\u{2066}isolated\u{2069}", "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", "   ", "\u{3000}\u{A0}",
    String(repeating: "a", count: 10_000), String(repeating: "한", count: 10_000),
    "Z" + String(repeating: "\u{351}", count: 500), "\u{301}starts with a mark", "👨‍👩‍👧‍👦👩🏽‍🚀🏴‍☠️🇰🇷🇰", "हिन्दी क्षत्रिय",
    "น้ำแข็ง", "العربية ‏עברית", "\u{1112}\u{1161}\u{11AB}글", "\u{FFFE}\u{10FFFE}", "\u{E000}\u{F8FF}",
    "\u{FFF9}a\u{FFFA}b\u{FFFB}", "𓀀𝕳𠮷", "'; DROP TABLE entries; --", "<script>alert(1)</script>",
    "../../etc/passwd", "$(reboot)`id`",
    "%s%n%d", "![x](photo:nothing)", "![" + String(repeating: "![", count: 40), "\u{1F3FB}",
    "\u{E0041}\u{E007F}", "\u{FE0F}\u{20E3}",
  ]
}

@Suite("Hostile text") @MainActor struct HostileTextTests {
  /// The harness checks every frame for control characters.
  @Test("No screen shows control characters", arguments: HostileText.all.indices)
  func screens(_ index: Int) async throws {
    let text = HostileText.all[index]
    var photo = SampleDiary.photo("x.jpg", caption: text)
    photo.name = text
    var fields = EntryFields(
      date: try require(EntryDate(ScreenTest.now)), title: text,
      content: "\(text.prefix(500))\n\n\(text.prefix(500))",
      photos: [photo], tags: [text], journal: text)
    fields.details.place = text
    let draft = Draft(id: .random(), entry: nil, base: [], fields: fields, dateText: text)
    let files = FakeFolders(["/home/me/Pictures": [.photo(text, 5), .folder(text)]])
    let screen = try await ScreenTest(
      80, 12, entries: [fields] + (try SampleDiary.entries()), drafts: [draft], files: files)
    await screen.press("<Enter><C-q><Enter><Down><Tab><Enter>qqe")
    for _ in 0..<3 { await screen.press("<Tab><Home><End>") }
    await screen.press("<C-p><Down><Down><Esc>").paste(text).press("<C-q><A-d><Esc>/")
    await screen.paste(text).press(
      "<Esc>JGr<Esc>v<Esc><Esc><A-t>Gr<Esc><Esc><A-s>G<A-p>G<Enter><Esc>")
    await expect(screen.press("dyt<Enter>qrq").state.screens.isEmpty)
    expectEqual(screen.state.list.count, 6)
  }

  @Test("No screen of photos shows control characters", arguments: HostileText.all.indices)
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
    screen.photoActions.facts = PhotoFileFacts(
      facts: PhotoFacts(
        type: MediaType(text), taken: text,
        details: PhotoDetails(camera: text, lens: text, exposure: text, place: text)), bytes: 0)
    for _ in ListForm.allCases { await screen.press("v") }
    await screen.press("pl ipi+iow<Enter>e<C-u>")
    await expect(screen.paste(text).press("<Enter><Enter>qq").state.screens.isEmpty)
  }

  @Test("A title fits on one line of the list", arguments: HostileText.all.indices)
  func oneLine(_ index: Int) async throws {
    let now = try require(EntryDate(ScreenTest.now))
    let fields = EntryFields(date: now, title: HostileText.all[index], content: "x")
    let screen = try await ScreenTest(40, 12, entries: [fields] + (try SampleDiary.entries()))
    let lines = screen.lines
    expectEqual(lines.count, 12)
    try expectPrefix(lines.at(3), "▌21 Sat")
    try expectPrefix(lines.at(4), " 20 Fri  강가 산책, 안개")
  }
}

@Suite("The text column") @MainActor struct TextColumnTests {
  private static let text = [
    String(repeating: "The first train crossed the bridge and nobody looked up. ", count: 5),
    String(repeating: "아침 일찍 강가를 걸었다. 안개가 천천히 걷히고 첫 기차가 다리를 건넜다. ", count: 4), "A short one.",
  ].map(\.trimmed).joined(separator: "\n\n")

  @Test(
    "The reader and the editor break lines alike",
    arguments: [(40, 24), (80, 24), (85, 24), (120, 35), (200, 50)])
  func readerAndEditor(_ columns: Int, _ rows: Int) async throws {
    let fields = try SampleDiary.fields("A title", on: "2026-11-18T08:00", Self.text)
    let screen = try await ScreenTest(columns, rows, entries: [fields]).press("<Enter>")
    let content = EditorLayout(screen.state.size).content
    func shown() -> [String] {
      Array(screen.lines.dropFirst(content.row).prefix(min(12, content.rows)))
    }
    let read = shown()
    expectEqual(read.first?.contains("The first train"), true)
    await screen.press("e<C-Home>")
    expectEqual(shown(), read)
    expectAtMost(read.map { TextWidth.columns($0.trimmed) }.max() ?? 0, 80)
    let left = read[0].prefix { $0 == " " }.count
    expectEqual(left, ReaderState.body(screen.state.size).column)
    expectEqual(left, (columns - min(80, columns - 4)) / 2)
    guard columns == 200 else { return }
    let preview = try await ScreenTest(columns, rows, entries: [fields]).lines.map { line in
      line.split(separator: "│", maxSplits: 1).last?.trimmed ?? ""
    }
    let words = read.map(\.trimmed).filter { !$0.isEmpty }
    expectGreater(words.count, 6)
    expect(words.allSatisfy(preview.contains))
  }
}

@Suite("Strings that broke other programs") @MainActor struct NaughtyStringTests {
  @Test("Each is typed key by key, and saved byte for byte") func typed() throws {
    let now = try require(EntryDate("2026-11-21T10:00:00+09:00"))
    let bytes = try TemporaryFolder.bytes(of: Checkout.path("Tests/Fixtures/naughty-strings.json"))
    let strings = try JSONParser.parse(bytes).array?.compactMap(\.string) ?? []
    expectEqual(strings.count, 515)
    for string in strings.map(\.withoutControls) where !string.isEmpty {
      var state = AppState(
        size: Size(columns: 80, rows: 24), colors: .palette256, now: now, homeFolder: "/",
        initialFolder: "/", localDate: { EntryDate(instant: $0.seconds, offset: 0) },
        assetPath: { _ in "" })
      var effects: [Effect] = []
      let keys =
        [.character("n"), KeyEvent(.tab), .character("|")]
        + string.map { KeyEvent.character($0) } + [.character("|"), .control("s")]
      for key in keys { effects += state.update(.terminal(.key(key)), now: now) }
      let saved = effects.compactMap { $0.argument(EntryFields.self)?.content }
      expectEqual(saved.map { Array($0.utf8) }, [Array("|\(string)|".utf8)])
    }
  }
}

extension String {
  /// The text without characters that terminals send for keys, or never send.
  fileprivate var withoutControls: String {
    var scalars = unicodeScalars
    scalars.removeAll { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    return String(scalars)
  }
}
