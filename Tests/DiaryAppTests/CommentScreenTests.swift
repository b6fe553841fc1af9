import DiaryCore
import Localization
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("Comments", .timeLimit(.minutes(30)))
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
    let entry = try #require(try await screen.service.entries().first)
    let time = Timestamp(milliseconds: 1_700_000_000_000 + minute * 60_000)
    let comment = try await screen.repository.save(
      EntryComment(
        id: .random(), entry: entry.id, author: mina.id, created: time, modified: time, text: text))
    await screen.receive(
      .externalChange(DiaryChange(.commented, entry, comment), rank: 0, of: 1))
  }

  @Test("What others say stands under the entry, with who said it and when")
  func snapshot() async throws {
    let screen = try await opened()
    try await say("부럽다!\n나도 보고 싶다.", in: screen)
    #expect(screen.text.contains("“첫눈” has a new comment."))
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
      #expect(screen.text.contains("미나 · ") && screen.text.contains("부럽다!"))
      await screen.press(.character("c"))
      #expect(
        screen.text.contains(language == .english ? "Comment on “첫눈”" : "“첫눈”에 댓글 쓰기"))
      await screen.type("그래")
      await screen.press(KeyEvent(.enter), .character("G"))
      #expect(screen.text.contains("그래") && screen.text.contains("Me · "))
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
      #expect(screen.text.contains("Someone else wrote that comment."))
      await screen.press(KeyEvent(.enter))
    }
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    #expect(screen.text.contains("Change your comment"))
    await screen.type("!")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("mine!") && screen.text.contains("edited"))
    await screen.press(.character("d"))
    #expect(screen.text.contains("Remove your comment?"))
    await screen.press(.character("n"))
    #expect(screen.text.contains("mine!"))
    await screen.press(.character("d"), .character("y"), KeyEvent(.enter))
    #expect(!screen.text.contains("mine!") && screen.text.contains("Removed your comment."))
    #expect(screen.text.contains("theirs"))
    let entry = try #require(try await screen.service.entries().first)
    #expect(try await screen.service.comments(on: entry.id).map(\.text) == ["theirs"])
  }

  @Test("What couldn't be saved stays in its dialog, and nothing is saved that says nothing")
  func failure() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), KeyEvent(.enter))
    #expect(screen.text.contains("The comment is empty."))
    await screen.type("Precious")
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("the disk is full"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Precious"))
    screen.repository.fail(with: nil)
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Commented on “첫눈”."))
  }

  @Test("However much others say, a few screens of it are laid out, and what was said last is seen")
  func many() async throws {
    let comments = (0..<5000).map { number in
      let time = Timestamp(milliseconds: Int64(number))
      return EntryComment(
        id: .random(), entry: .random(), author: mina.id, created: time, modified: time,
        text: "\(number)")
    }
    let shown = ShownComments(comments, by: [mina])
    #expect(shown.items.last?.comment.text == "4999" && shown.items.count == 100)
    #expect(shown.earlier == 4900 && shown.items.first?.comment.text == "4900")
    let long = String(repeating: "x", count: EntryComment.longest)
    #expect(
      ShownComments(
        comments.map { comment in
          var comment = comment
          comment.text = long
          return comment
        }, by: []
      ).items.count == 4)
  }
}
