import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Comments")
@MainActor
struct CommentScreenTests {
  private let mina = Author(id: AuthorID("mina"), name: "미나")

  private func opened(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    let fields = try SampleDiary.fields(
      "첫눈", on: "2026-11-18T08:00:00+09:00", "첫눈이 왔다.")
    let screen = try await ScreenTest(columns, rows, entries: [fields])
    screen.repository.know(mina)
    await screen.press(KeyEvent(.enter))
    return screen
  }

  /// What somebody else says, as it comes by sync.
  private func say(_ text: String, minute: Int64 = 0, in screen: ScreenTest) async throws {
    let entry = try require(try await screen.service.entries().first)
    let time = Timestamp(milliseconds: 1_700_000_000_000 + minute * 60_000)
    let comment = try await screen.repository.save(
      EntryComment(
        id: .random(), entry: entry.id, author: mina.id, created: time, modified: time, text: text))
    await screen.receive(
      .externalChange(DiaryChange(.commented, entry, comment), rank: 0, of: 1))
  }

  @Test("In a diary of several, an entry tells who wrote it, and offers to comment on another's")
  func authors() async throws {
    let screen = try await opened(60, 12)
    let me = try require(try await screen.service.knownIdentity())
    expectLacks(screen.text, me.name)
    expectContains(screen.text, "e edit")
    // Kept in mind of who looks at it.
    await screen.receive(.identified(mina, among: [mina, me]))
    expectContains(screen.text, "\n  \(me.name)\n")
    await screen.press(.character("q"))
    let row = try require(screen.text.split(separator: "\n").first { $0.hasPrefix("▌") })
    expect(row.hasSuffix(me.name) || row.contains("\(me.name) "), "\(row)")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "\n  \(me.name)\n")
    expectContains(screen.text, "c comment")
    expectLacks(screen.text, "e edit")
    await screen.receive(.identified(mina, .reader, among: [mina, me]))
    expectLacks(screen.text, "c comment")
    expectLacks(screen.text, "e edit")
    await screen.receive(.identified(me, among: [mina, me]))
    expectContains(screen.text, "e edit")
    await screen.press(.character("q"))
    expectLacks(screen.text, me.name)
  }

  @Test("What others say stands under the entry, with who said it and when")
  func snapshot() async throws {
    let screen = try await opened()
    try await say("부럽다!\n나도 보고 싶다.", in: screen)
    expectContains(screen.text, "“첫눈” has a new comment.")
    await screen.press(.character("c"))
    await screen.type("Come and see")
    expectScreen(
      screen,
      """
       Diary                                                          2 words · 1 min
      ────────────────────────────────────────────────────────────────────────────────
        첫눈
        Wednesday 18 November 2026, 08:00 +09:00

        첫눈이 왔다.

        2 words
                ┌──────────────────────────────────────────────────────────┐
        미나 · 1│  Comment on “첫눈”                                       │
        부럽다! │                                                          │
        나도 보 │  Come and see                                            │
                │                                                          │
                │  Enter saves, Esc cancels.                               │
                └──────────────────────────────────────────────────────────┘









      """)
    await screen.press(KeyEvent(.enter))
    expectScreen(
      screen,
      """
       Diary                                                          2 words · 1 min
      ────────────────────────────────────────────────────────────────────────────────
        첫눈
        Wednesday 18 November 2026, 08:00 +09:00

        첫눈이 왔다.

        2 words

        미나 · 15 Nov 2023, 07:13
        부럽다!
        나도 보고 싶다.

        Me · 21 Nov 2026, 10:00
        Come and see








       Commented on “첫눈”.
      """)
  }

  @Test("It has room on a small screen", arguments: [Language.english, .korean])
  func small(_ language: Language) async throws {
    try await language.speaking {
      let screen = try await opened(40, 12)
      try await say("부럽다!", in: screen)
      await screen.press(KeyEvent(.tab))
      expectContains(screen.text, "미나 · ")
      expectContains(screen.text, "부럽다!")
      await screen.press(.character("c"))
      expectContains(screen.text, language == .english ? "Comment on “첫눈”" : "“첫눈”에 댓글 쓰기")
      await screen.type("그래")
      await screen.press(KeyEvent(.enter), .character("G"))
      expectContains(screen.text, "그래")
      expectContains(screen.text, "Me · ")
    }
  }

  @Test("One's own is changed by Enter and removed by d, after asking; another's never")
  func own() async throws {
    let screen = try await opened()
    try await say("theirs", in: screen)
    await screen.press(.character("c"))
    await screen.type("mine")
    await screen.press(KeyEvent(.enter))
    await screen.press(KeyEvent(.tab))
    for key in [KeyEvent(.enter), .character("d")] {
      await screen.press(key)
      expectContains(screen.text, "Someone else wrote that comment.")
      await screen.press(KeyEvent(.enter))
    }
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "Change your comment")
    await screen.type("!")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "mine!")
    expectContains(screen.text, "edited")
    await screen.press(.character("d"))
    expectContains(screen.text, "Remove your comment?")
    await screen.press(.character("n"))
    expectContains(screen.text, "mine!")
    await screen.press(.character("d"), .character("y"))
    expectLacks(screen.text, "mine!")
    expectContains(screen.text, "Removed your comment. Press u to undo.")
    expectContains(screen.text, "theirs")
    let entry = try require(try await screen.service.entries().first)
    try await expectEqual(screen.service.comments(on: entry.id).map(\.text), ["theirs"])
  }

  @Test("What was done to a comment is undone and done again", arguments: Language.allCases)
  func undo(_ language: Language) async throws {
    try await language.speaking {
      let screen = try await opened()
      let isEnglish = language == .english
      await screen.press(.character("c"))
      await screen.type("one")
      await screen.press(KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.enter))
      await screen.type(" two")
      await screen.press(KeyEvent(.enter), .character("d"), .character("y"))
      let entry = try require(try await screen.service.entries().first)
      func texts() async throws -> [String] {
        try await screen.service.comments(on: entry.id).map(\.text)
      }
      try await expectEqual(texts(), [])
      for (text, words) in [
        ("one two", isEnglish ? "Undone: removing the comment on “첫눈”." : "“첫눈”의 댓글 삭제"),
        ("one", isEnglish ? "Undone: changing the comment on “첫눈”." : "“첫눈”의 댓글 수정"),
        (nil, isEnglish ? "Undone: commenting on “첫눈”." : "“첫눈”에 댓글 추가"),
      ] {
        await screen.press(.character("u"))
        try await expectEqual(texts(), [text].compactMap(\.self))
        expectContains(screen.text, words, "\(screen.text)")
      }
      let redo = KeyEvent.control("r")
      await screen.press(redo, redo)
      try await expectEqual(texts(), ["one two"])
      await screen.press(redo)
      try await expectEqual(texts(), [])
    }
  }

  @Test("What was changed elsewhere meanwhile isn't undone")
  func changedMeanwhile() async throws {
    let screen = try await opened()
    await screen.press(.character("c"))
    await screen.type("one")
    await screen.press(KeyEvent(.enter))
    let entry = try require(try await screen.service.entries().first)
    let comment = try require(try await screen.service.comments(on: entry.id).first)
    try await screen.service.change(comment, to: "from another window")
    await screen.press(.character("u"))
    expectContains(screen.text, "Couldn't do that any more. The comment was changed meanwhile.")
    await screen.press(.character("u"))
    expectContains(screen.text, "Nothing to undo.")
    try await expectEqual(
      screen.service.comments(on: entry.id).map(\.text), ["from another window"])
  }

  @Test("A comment that was written just now is in view, however long the entry is")
  func scrolling() async throws {
    let text = (1...60).map { "Line \($0)" }.joined(separator: "\n\n")
    let fields = try SampleDiary.fields("Long", on: "2026-11-18T08:00:00+09:00", text)
    let screen = try await ScreenTest(40, 12, entries: [fields])
    screen.repository.know(mina)
    await screen.press(KeyEvent(.enter))
    for number in 0..<20 { try await say("comment \(number)", minute: Int64(number), in: screen) }
    expectContains(screen.text, "Line 1")
    expectLacks(screen.text, "comment 1")
    await screen.press(.character("c"))
    await screen.type("Mine at last")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Mine at last")
    // Of those of others nothing moves.
    await screen.press(.character("g"))
    try await say("comment 21", minute: 21, in: screen)
    expectContains(screen.text, "Line 1")
    expectLacks(screen.text, "comment 2")
    await screen.press(.character("u"))
    expectContains(screen.text, "Line 1")
    await screen.press(.control("r"))
    expectContains(screen.text, "Mine at last")
  }

  @Test("An entry is found by what is said under it, which is shown and marked")
  func search() async throws {
    let screen = try await opened()
    try await say("부럽다! 나도 보고 싶다.", in: screen)
    await screen.press(.character("q"), .character("/"))
    await screen.type("보고")
    expectContains(screen.text, "다! 나도 보고 싶다.")
    await screen.press(KeyEvent(.enter))
    let reader = try require(screen.state.screens.topmost(ReaderState.self))
    expect(reader.find?.match != nil)
    expectContains(screen.text, "match 1 of 1")
    // A new one is found at once.
    await screen.press(.character("q"), KeyEvent(.escape), .character("/"))
    await screen.type("바다")
    expectLacks(screen.text, "첫눈")
    try await say("바다도", minute: 1, in: screen)
    expectContains(screen.text, "comment: 바다도")
  }

  @Test("What couldn't be saved stays in its dialog, and nothing is saved that says nothing")
  func failure() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), KeyEvent(.enter))
    expectContains(screen.text, "The comment is empty.")
    await screen.type("Precious")
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "the disk is full")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Precious")
    screen.repository.fail(with: nil)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Commented on “첫눈”.")
  }

  @Test("However much others say, a few screens of it are laid out, and what was said last is seen")
  func many() async throws {
    let comments = (0..<5000).map { number in
      let time = Timestamp(milliseconds: Int64(number))
      return EntryComment(
        id: .random(), entry: .random(), author: mina.id, created: time, modified: time,
        text: "\(number)")
    }
    let shown = ShownComments(comments, by: [mina], own: nil)
    expectEqual(shown.items.last?.comment.text, "4999")
    expectEqual(shown.items.count, 100)
    expectEqual(shown.earlier, 4900)
    expectEqual(shown.items.first?.comment.text, "4900")
    let long = String(repeating: "x", count: EntryComment.longest)
    expectEqual(
      ShownComments(
        comments.map { comment in
          var comment = comment
          comment.text = long
          return comment
        }, by: [], own: nil
      ).items.count, 4)
  }
}
