import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Videos and recordings on the screen") @MainActor struct VideoScreenTests {
  private static func entry() throws -> EntryFields {
    var entry = try SampleDiary.fields("Harbour", on: "2026-11-20T07:30", "Text.")
    entry.attachments = [
      SampleDiary.attachment("harbour.mov", "video/quicktime", size: 12_345_678),
      SampleDiary.attachment("memo.m4a", "audio/mp4"),
    ]
    return entry
  }

  private static func live() throws -> EntryFields {
    var entry = try SampleDiary.fields(
      "Live", on: "2026-11-20T07:30", "Text.", photos: [SampleDiary.photo("IMG_1.JPG")])
    entry.attachments = [SampleDiary.attachment("IMG_1.MOV", "video/quicktime", size: 9)]
    return entry
  }

  private func screen(
    _ columns: Int = 80, _ rows: Int = 24, _ entries: [EntryFields]? = nil,
    canExtractFrames: Bool = true
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: entries ?? [Self.entry()], canExtractFrames: canExtractFrames)
  }

  @Test func `A video has a picture, also among the photos, and Enter plays it`() async throws {
    var screen = try await self.screen()
    expectShows(screen, "▶ 1 video · ♪ 1 recording", "░")
    await screen.press("<Enter>", shows: "░", lacks: "Enter play")
    await screen.press("<Tab>", shows: "Enter play").press("<Enter>")
    expectEqual(screen.photoActions.played, ["harbour.mov"])
    expectShows(screen, "Playing harbour.mov.")
    await screen.press("G")
    expectShows(screen, "▶ harbour.mov 0:42 · video, 12 MB", "♪ memo.m4a 0:42 · recording")
    await expectEqual(
      screen.press("<Tab><Enter>").photoActions.played, ["harbour.mov", "memo.m4a"])
    screen = try await self.screen()
    screen.photoActions.playback = .needsTerminal
    await screen.press("<Enter><Tab><Enter>")
    expect(screen.terminalEffects.contains { $0.name == "playOnTerminal" })
    screen = try await self.screen(80, 24, [Self.entry(), Self.live()])
    await screen.press("p", shows: "1 photo, 1 video")
    for _ in 0..<2 {
      await screen.press(" ")
      let title = screen.text.split(separator: "\n").first ?? ""
      if title.contains("IMG_1.JPG") {
        expectContains(title, "LIVE")
        expectContains(title, "40 × 30")
        await expectEqual(screen.press("v").photoActions.played.last, "IMG_1.MOV")
      } else {
        expectContains(title, "harbour.mov")
        expectContains(title, "▶ 0:42")
        await screen.press("i", shows: "video/quicktime").press("i<Enter>")
        expectEqual(screen.photoActions.played.last, "harbour.mov")
      }
      await screen.press("<Esc><Right>")
    }
    expectEqual(Set(screen.photoActions.played), ["IMG_1.MOV", "harbour.mov"])
  }

  private func editor(_ screen: ScreenTest) throws -> EditorState.Page {
    try require(screen.state.screens.all(EditorState.self).first).page
  }

  @Test(
    "Videos and recordings in the editor are selected, moved, played and removed",
    arguments: [(80, 24), (80, 40), (40, 12)])
  func strip(_ size: (Int, Int)) async throws {
    let screen = try await self.screen(size.0, size.1).press("e<Tab><Tab>")
    let isDrawn = size.1 == 40
    expectShows(screen, isDrawn ? "▶ harbour.mov" : "▶ harbour.mov 0:42")
    expectEqual(screen.text.contains("░"), isDrawn, "\(screen.text)")
    expectShows(screen, "Enter play", lacks: "caption")
    try await expectEqual(editor(screen.press("<Right>")).selectedItem, 1)
    await expectEqual(screen.press("<Enter>").photoActions.played, ["memo.m4a"])
    await screen.press("<A-Left>")
    try expectEqual(editor(screen).attachments.map(\.name), ["memo.m4a", "harbour.mov"])
    try expectEqual(editor(screen).selectedItem, 0)
    try await expectEqual(editor(screen.press("<Del>")).attachments.map(\.name), ["harbour.mov"])
    await screen.press("<C-z>")
    try expectEqual(editor(screen).attachments.map(\.name), ["memo.m4a", "harbour.mov"])
    await screen.press("<Right><Del><Del><Del>", shows: "▣ no photos").press("<C-s>")
    expectEqual(screen.state.list.selectedEntry?.attachments, [])
  }

  @Test func `A Live Photo is one picture, and videos are kept with the entry`() async throws {
    var fields = try Self.live()
    fields.attachments += try Self.entry().attachments
    var screen = try await self.screen(80, 24, [fields]).press("e<Tab><Tab>")
    expectContains(screen.text, "▣ IMG_1.JPG LIVE   ▶ harbour.mov", "\(screen.text)")
    try await expectEqual(editor(screen.press("<A-Right>")).selectedItem, 0)
    try await expectEqual(editor(screen.press("<Del>")).photos, [])
    try expectEqual(editor(screen).attachments.map(\.name), ["harbour.mov", "memo.m4a"])
    await screen.press("<C-z>")
    try expect(editor(screen).photos.count == 1 && editor(screen).attachments.count == 3)
    // Names are shown if no program extracts frames.
    screen = try await self.screen(80, 40, canExtractFrames: false)
    await screen.press("e", shows: "▶ harbour.mov 0:42   ♪ memo.m4a 0:42   + Ctrl-P", lacks: "░")
    for canExtractFrames in [true, false] {
      let screen = try await self.screen(80, 40, [Self.live()], canExtractFrames: canExtractFrames)
      await screen.press("<Enter>", shows: "LIVE", lacks: "IMG_1.MOV")
    }
    screen = try await self.screen()
    screen.photoActions.failure = MessageError("Couldn't play the file: install mpv.")
    await screen.press("<Enter><Tab><Enter>", shows: "install mpv")
    var editor = EditorState(
      new: try SampleDiary.fields("A", on: "2026-11-20T07:30"), draft: .random())
    var added = AddedPhotos(to: editor.draft)
    added.attachments = try Self.entry().attachments
    editor.receive(added)
    editor.receive(added)
    expectEqual(editor.fields?.attachments.map(\.name), ["harbour.mov", "memo.m4a"])
    expectEqual(editor.text(of: added, before: []), "Added 1 video, 1 recording.")
    expect(editor.hasChanges)
  }
}

@Suite("Voice notes from the editor") @MainActor struct RecordingTests {
  private func screen(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    try await ScreenTest(columns, rows).press("n<A-r>")
  }

  @Test("Enter keeps a recording with the entry", arguments: [(80, 24), (40, 12)])
  func keeping(_ size: (Int, Int)) async throws {
    let screen = try await self.screen(size.0, size.1)
    expectShows(screen, "● Recording 0:00")
    await expectEqual(screen.press("<Enter>").recorder.asked, ["begin", "finish", "remove"])
    expectShows(screen, "Added 1 recording.", lacks: "Voice note")
    await screen.press("<C-s>")
    let entry = try require(try await screen.service.entries().first)
    expectEqual(entry.attachments.map(\.name), ["voice.opus"])
  }

  @Test func `Esc asks, and problems of the recorder are reported`() async throws {
    var screen = try await self.screen().press("<Esc>", shows: "Discard the recording?")
    await screen.press("<Esc>", shows: "● Recording").press("<Esc>y<Enter>")
    expectEqual(screen.recorder.asked, ["begin", "discard"])
    expectLacks(screen, "● Recording")
    screen = try await ScreenTest()
    screen.recorder.failed = .noRecorder
    await screen.press("n<A-r>", shows: "arecord (alsa-utils)", lacks: "● Recording")
    screen = try await ScreenTest()
    screen.recorder.failed = .recording("no\u{1B}[2Jdevice")
    await screen.press("n<A-r>", shows: "no␛[2Jdevice")
    try await Language.korean.speaking { try await expectShows(self.screen(), "녹음 중 0:00") }
  }
}

@Suite("Attachments on the screen") @MainActor struct AttachmentScreenTests {
  private static let hostile = "evil\u{1B}[2J\u{202E}\nname.mov"

  private func screen() async throws -> ScreenTest {
    var entry = try SampleDiary.fields("음악회", on: "2026-11-20T07:30", "Text.")
    entry.attachments = [
      SampleDiary.attachment(Self.hostile, "video/quicktime", size: 12_345_678),
      SampleDiary.attachment("녹음 하나.m4a", "audio/mp4", size: 900),
      SampleDiary.attachment("notes.pdf", "application/pdf"),
    ]
    return try await ScreenTest(80, 24, entries: [entry], canExtractFrames: false).press("<Enter>")
  }

  private func lines(_ screen: ScreenTest) -> [String] {
    screen.text.split(separator: "\n").map { String($0.trimmed) }.filter { line in
      ["▶", "♪", "▤"].contains { line.hasPrefix($0) }
    }
  }

  @Test func `Attachments are listed, open in another program, and survive an edit`() async throws {
    var screen = try await self.screen()
    expectEqual(
      lines(screen),
      [
        "▶ evil␛[2J name.mov 0:42 · video, 12 MB", "♪ 녹음 하나.m4a 0:42 · recording, 900 bytes",
        "▤ notes.pdf · PDF", "▶ 1 video · ♪ 1 recording · ▤ 1 attachment · 1 word",
      ])
    screen = try await self.screen()
    for _ in 0..<2 { await screen.press("<Tab>") }
    await expectEqual(screen.press("<Enter>").photoActions.played, ["녹음 하나.m4a"])
    await expectEqual(screen.press("<S-Tab><Enter>").photoActions.played.last, Self.hostile)
    for _ in 0..<2 { await screen.press("<Tab>") }
    await expectEqual(screen.press("<Enter>").photoActions.opened, ["notes.pdf"])
    expectShows(screen, "Opened a copy in the desktop's viewer.")
    screen.photoActions.failure = MessageError("Couldn't open a viewer.")
    await screen.press("<Enter>", shows: "Couldn't do that")
    screen = try await self.screen().press("ex<C-s>")
    let entry = try require(try await screen.service.entries().first)
    expectNotEqual(entry.content, "Text.")
    expectEqual(entry.attachments.count, 3)
  }
}
