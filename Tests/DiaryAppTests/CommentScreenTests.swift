import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Comments") @MainActor struct CommentScreenTests {
  private let mina = Author(id: AuthorID("mina"), name: "미나")

  private func opened(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("첫눈", on: "2026-11-18T08:00", "첫눈이 왔다.")
    let screen = try await ScreenTest(columns, rows, entries: [fields])
    screen.repository.know(mina)
    let me = try await screen.service.existingAuthor()
    await screen.receive(.identified(me, among: [me].compactMap(\.self), isShared: true))
    return await screen.press("<Enter>")
  }

  @Test func `A diary of one person has no commands about others until it has a comment`()
    async throws
  {
    for (language, hint, help, line, markRead) in [
      (
        Language.english, "a comment", "Comment on the entry",
        "Comments are for diaries that several people share.", "Mark everything"
      ),
      (
        .korean, "a 댓글", "일기에 댓글 쓰기", "댓글은 여러 사람이 함께 쓰는 다이어리에서 씁니다.", "모두 읽음"
      ),
    ] {
      try await language.speaking {
        let fields = try SampleDiary.fields("첫눈", on: "2026-11-18T08:00", "첫눈이 왔다.")
        let screen = try await ScreenTest(120, 60, entries: [fields])
        screen.repository.know(mina)
        await screen.press("<Enter>", lacks: hint).press("a", shows: line)
        await screen.press("?", lacks: help).press("<Esc>:", lacks: help)
        await screen.press("<Esc>qJ?", lacks: markRead).press("<Esc>q<Enter>", shows: "첫눈이 왔다.")
        try await addComment("부럽다!", in: screen)
        await screen.press("?", shows: help).press("<Esc>qJ?", shows: markRead)
      }
    }
  }

  /// Adds a comment by another author, as a sync does.
  private func addComment(_ text: String, minute: Int64 = 0, in screen: ScreenTest) async throws {
    let entry = try require(try await screen.service.entries().first)
    let time = Timestamp(milliseconds: 1_700_000_000_000 + minute * 60_000)
    let comment = try await screen.repository.save(
      EntryComment(
        id: .random(), entry: entry.id, author: mina.id, created: time, modified: time, text: text))
    await screen.receive(.externalChange(DiaryChange(.commented, entry, comment), rank: 0, of: 1))
  }

  @Test func `Another's entry can be commented on, and comments are below it`() async throws {
    var screen = try await opened(60, 12)
    let me = try require(try await screen.service.existingAuthor())
    expectShows(screen, "e edit", lacks: me.name)
    // The author of an entry is shown to other people only.
    await expectShows(
      screen.receive(.identified(mina, among: [mina, me], isShared: true)), "\n  \(me.name)\n")
    await screen.press("q")
    let row = try require(screen.text.split(separator: "\n").first { $0.hasPrefix("▌") })
    expect(row.hasSuffix(me.name) || row.contains("\(me.name) "), "\(row)")
    await screen.press("<Enter>", shows: "\n  \(me.name)\n", "a comment", lacks: "e edit")
    await screen.receive(.identified(mina, .viewer, among: [mina, me], isShared: true))
    expectLacks(screen, "a comment", "e edit")
    await expectShows(screen.receive(.identified(me, among: [mina, me], isShared: true)), "e edit")
    await screen.press("q", lacks: me.name)
    screen = try await opened()
    try await addComment("부럽다!\n나도 보고 싶다.", in: screen)
    expectShows(screen, "“첫눈” has a new comment.")
    try await expectScreen(screen.press("aCome and see"), in: "comment-dialog")
    try await expectScreen(screen.press("<Enter>"), in: "comments")
    for (language, words) in [(Language.english, "Comment on “첫눈”"), (.korean, "“첫눈”에 댓글 쓰기")] {
      try await language.speaking {
        let screen = try await opened(40, 12)
        try await addComment("부럽다!", in: screen)
        await screen.press("<Tab>", shows: "미나 · ", "부럽다!").press("a", shows: words)
        await screen.press("그래<Enter>G", shows: "그래", "Me · ")
      }
    }
  }

  @Test func `Esc and Ctrl-C leave a comment that isn't saved only if pressed twice`() async throws
  {
    let request = "Press Esc again to close without saving."
    let screen = try await opened().press("a<Esc>", lacks: "Comment on")
    await screen.press("aso<Esc>", shows: request).press(
      "sad day<Esc>", shows: "sosad day", request)
    await screen.press("<C-c>", shows: "Press Ctrl-C again to leave. Your comment isn't saved.")
    await screen.press("<Esc>", shows: request).press("<Esc>", lacks: "Comment on")
    expect(screen.terminalEffects.isEmpty)
    let entry = try require(try await screen.service.entries().first)
    try await expect(screen.service.comments(on: entry.id).isEmpty)
    await screen.press("aso<C-c><C-c>")
    expectEqual(screen.terminalEffects, [.leave])
  }

  @Test func `Enter edits and d removes a comment, except another author's`() async throws {
    let screen = try await opened()
    try await addComment("theirs", in: screen)
    await screen.press("amine<Enter><Tab>")
    for key in ["<Enter>", "d"] {
      await screen.press(key, shows: "Someone else wrote this comment.").press("<Enter>")
    }
    await screen.press("<Tab><Enter>", shows: "Change your comment")
    await screen.press("!<Enter>", shows: "mine!", "edited")
    await screen.press("d", shows: "Remove your comment?").press("n", shows: "mine!")
    await screen.press("dy", shows: "Removed your comment. Press u to undo.", "theirs")
    expectLacks(screen, "mine!")
    let entry = try require(try await screen.service.entries().first)
    try await expectEqual(screen.service.comments(on: entry.id).map(\.text), ["theirs"])
  }

  @Test("Changes to a comment are undone and redone", arguments: Language.allCases)
  func undo(_ language: Language) async throws {
    try await language.speaking {
      let screen = try await opened().press("aone<Enter><Tab><Enter> two<Enter>dy")
      let entry = try require(try await screen.service.entries().first)
      func texts() async throws -> [String] {
        try await screen.service.comments(on: entry.id).map(\.text)
      }
      try await expectEqual(texts(), [])
      let words =
        language == .english
        ? [
          "Undone: removing the comment on “첫눈”.", "Undone: changing the comment on “첫눈”.",
          "Undone: commenting on “첫눈”.",
        ] : ["“첫눈”의 댓글 삭제", "“첫눈”의 댓글 편집", "“첫눈”에 댓글 추가"]
      for (text, words) in zip([["one two"], ["one"], []], words) {
        await screen.press("u", shows: words)
        try await expectEqual(texts(), text)
      }
      await screen.press("<C-r><C-r>")
      try await expectEqual(texts(), ["one two"])
      await screen.press("<C-r>")
      try await expectEqual(texts(), [])
    }
  }

  @Test func `Undo spares changes made elsewhere; comments are shown and found`() async throws {
    var screen = try await opened().press("aone<Enter>")
    let entry = try require(try await screen.service.entries().first)
    let comment = try require(try await screen.service.comments(on: entry.id).first)
    try await screen.service.change(comment, to: "from another window")
    await screen.press(
      "u", shows: "Can't do that anymore. The comment was changed in the meantime.")
    await screen.press("u", shows: "Nothing to undo.")
    try await expectEqual(
      screen.service.comments(on: entry.id).map(\.text), ["from another window"])
    let text = (1...60).map { "Line \($0)" }.joined(separator: "\n\n")
    let fields = try SampleDiary.fields("Long", on: "2026-11-18T08:00", text)
    screen = try await ScreenTest(40, 12, entries: [fields])
    screen.repository.know(mina)
    await screen.press("<Enter>")
    for number in 0..<20 {
      try await addComment("comment \(number)", minute: Int64(number), in: screen)
    }
    expectShows(screen, "Line 1", lacks: "comment 1")
    await screen.press("aMine at last<Enter>", shows: "Mine at last")
    // Another author's comment doesn't scroll.
    await screen.press("g")
    try await addComment("comment 21", minute: 21, in: screen)
    expectShows(screen, "Line 1", lacks: "comment 2")
    await screen.press("u", shows: "Line 1").press("<C-r>", shows: "Mine at last")
    screen = try await opened()
    try await addComment("부럽다! 나도 보고 싶다.", in: screen)
    await screen.press("q/보고", shows: "다! 나도 보고 싶다.").press("<Enter>")
    try expect(require(screen.state.screens.topmost(ReaderState.self)).find?.match != nil)
    expectShows(screen, "match 1 of 1")
    await screen.press("q<Esc>/바다", lacks: "첫눈")
    try await addComment("바다도", minute: 1, in: screen)
    expectShows(screen, "comment: 바다도")
    screen = try await opened().press("a<Enter>", shows: "The comment is empty.").press("Precious")
    screen.repository.failure = .store(path: "/diary", .diskFull)
    await screen.press("<Enter>", shows: "the disk is full").press("<Enter>", shows: "Precious")
    screen.repository.failure = nil
    await screen.press("<Enter>", shows: "Commented on “첫눈”.")
  }

  @Test func `Only the last screens of many comments are laid out`() async throws {
    func shown(_ text: (Int) -> String) -> ShownComments {
      let comments = (0..<5000).map { number in
        let time = Timestamp(milliseconds: Int64(number))
        return EntryComment(
          id: .random(), entry: .random(), author: mina.id, created: time, modified: time,
          text: text(number))
      }
      return ShownComments(comments, by: [mina], own: nil)
    }
    let numbers = shown { "\($0)" }
    expectEqual(numbers.items.map(\.comment.text), (4900..<5000).map { "\($0)" })
    expectEqual(numbers.earlier, 4900)
    let long = String(repeating: "x", count: EntryComment.longest)
    expectEqual(shown { _ in long }.items.count, 4)
  }
}

@MainActor @Suite("Details of an entry") struct DetailsScreenTests {
  private let entry = EntryFields(
    date: EntryDate(instant: 1_700_000_000, offset: 0), title: "첫눈", content: "white",
    details: EntryDetails(mood: "calm"))

  @Test func `Details are chosen or typed, saved and undone`() async throws {
    var screen = try await ScreenTest().press("nSea<F2>", shows: "Details")
    await screen.press("<Right><Right><Up> ", shows: "★")
    await screen.press("<Tab><Tab>half sunny<Tab>  부산 <Enter>", shows: "★ · 🙂 · half sunny · 부산")
    await screen.press("<C-s>")
    try await expectEqual(
      screen.service.entries().map(\.details),
      [EntryDetails(isStarred: true, mood: "🙂", place: "부산", weather: "half sunny")])
    expectShows(screen, "★ Sea")
    await screen.press("<Enter>", shows: "★ · 🙂 · half sunny · 부산")
    // Esc discards the details, and the editor's undo reverts them.
    screen = try await ScreenTest(entries: [entry])
    await screen.press("e<F2>er<Esc>", shows: "calm", lacks: "calmer")
    await screen.press("<F2>er<Enter>", shows: "calmer")
    await expectEqual(screen.pauseTyping().drafts.kept.map(\.fields.details.mood), ["calmer"])
    await screen.press("<C-z>", lacks: "calmer").press("<C-y><C-s>")
    try await expectEqual(screen.service.entries().map(\.details.mood), ["calmer"])
    // Arrows cycle through proposals, and move the caret in typed text.
    screen = try await ScreenTest(entries: [entry]).press("e<F2><Left>r", shows: "calrm")
    await screen.press("<Tab><Left>", shows: "Weather  storm")
    await screen.press("<Right><Right>", shows: "Weather  sunny")
  }

  @Test(arguments: [false, true])
  func `the star is set and removed in the list and the reader`(_ isReading: Bool) async throws {
    let screen = try await ScreenTest(entries: [entry])
    if isReading { await screen.press("<Enter>") }
    try await expectEqual(screen.press("*").service.entries().map(\.details.isStarred), [true])
    expectShows(screen, "★")
    try await expectEqual(screen.press("u").service.entries().map(\.details.isStarred), [false])
    try await expectEqual(screen.press("**").service.entries().map(\.details.isStarred), [false])
    try await expectEqual(screen.service.entries().map(\.heads.count), [1])
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `the dialog fits the screen, also in Korean`(_ columns: Int, _ rows: Int) async throws {
    let screen = try await ScreenTest(columns, rows, entries: [entry])
    await screen.press("e<F2>", shows: "Enter save")
    let korean = Language.korean.speaking { screen.text }
    expectContains(korean, "기분")
    expectContains(korean, "장소")
    expectContains(korean, "Esc 취소")
  }
}
