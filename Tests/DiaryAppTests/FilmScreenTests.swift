import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Films and recordings on the screen")
@MainActor
struct FilmScreenTests {
  private static func entry() throws -> EntryFields {
    var entry = try SampleDiary.fields("Harbour", on: "2026-11-20T07:30:00+09:00", "Text.")
    entry.attachments = [
      DiaryCore.Attachment(
        asset: .named("f"), name: "harbour.mov", type: MediaType("video/quicktime"),
        size: 12_345_678),
      DiaryCore.Attachment(asset: .named("s"), name: "memo.m4a", type: MediaType("audio/mp4")),
    ]
    return entry
  }

  private static func live() throws -> EntryFields {
    var entry = try SampleDiary.fields("Live", on: "2026-11-20T07:30:00+09:00", "Text.")
    entry.photos = [
      Photo(
        asset: .named("p"), name: "IMG_1.JPG", type: MediaType("image/jpeg"), width: 40, height: 30)
    ]
    entry.attachments = [
      DiaryCore.Attachment(
        asset: .named("l"), name: "IMG_1.MOV", type: MediaType("video/quicktime"), size: 9)
    ]
    return entry
  }

  private func screen(
    _ columns: Int = 80, _ rows: Int = 24, _ entries: [EntryFields]? = nil,
    takesFrames: Bool = true
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: entries ?? [Self.entry()], takesFrames: takesFrames)
  }

  @Test("A film is shown as a picture, and Enter plays it")
  func reader() async throws {
    let screen = try await screen()
    expectContains(screen.text, "▶ 1 film · ♪ 1 recording")
    expectContains(screen.text, "░")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "░")
    expectLacks(screen.text, "Enter play")
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "Enter play")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.played, ["harbour.mov"])
    expectContains(screen.text, "Playing harbour.mov.")
    await screen.press(.character("G"))
    expectContains(screen.text, "▶ harbour.mov 0:42 · film, 12 MB")
    expectContains(screen.text, "♪ memo.m4a 0:42 · recording")
    await screen.press(KeyEvent(.tab))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.played, ["harbour.mov", "memo.m4a"])
  }

  @Test("Without a program for frames it is a line with its name", arguments: [(80, 24), (40, 12)])
  func names(_ size: (Int, Int)) async throws {
    let screen = try await screen(size.0, size.1, takesFrames: false)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "▶ harbour.mov 0:42 · film, 12 MB")
    expectLacks(screen.text, "░")
    await screen.press(KeyEvent(.tab))
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.played, ["harbour.mov"])
  }

  @Test("Where there is no desktop, it has the terminal")
  func terminal() async throws {
    let screen = try await screen()
    screen.photoActions.playback = .needsTerminal
    await screen.press(KeyEvent(.enter))
    await screen.press(KeyEvent(.tab))
    await screen.press(KeyEvent(.enter))
    expect(screen.terminalEffects.contains { $0.name == "playOnTerminal" })
  }

  @Test("The gallery and the viewer show it among the photos")
  func viewer() async throws {
    let screen = try await screen(80, 24, [Self.entry(), Self.live()])
    await screen.press(.character("p"))
    expectContains(screen.text, "1 photo, 1 film")
    for _ in 0..<2 {
      await screen.press(.character(" "))
      let title = screen.text.split(separator: "\n").first ?? ""
      if title.contains("IMG_1.JPG") {
        expectContains(title, "LIVE")
        expectContains(title, "40 × 30")
        await screen.press(.character("v"))
        expectEqual(screen.photoActions.played.last, "IMG_1.MOV")
      } else {
        expectContains(title, "harbour.mov")
        expectContains(title, "▶ 0:42")
        await screen.press(.character("i"))
        expectContains(screen.text, "video/quicktime")
        await screen.press(.character("i"))
        await screen.press(KeyEvent(.enter))
        expectEqual(screen.photoActions.played.last, "harbour.mov")
      }
      await screen.press(KeyEvent(.escape))
      await screen.press(KeyEvent(.right))
    }
    expectEqual(Set(screen.photoActions.played), ["IMG_1.MOV", "harbour.mov"])
  }

  private func editor(_ screen: ScreenTest) throws -> EditorState.Page {
    try require(screen.state.screens.all(EditorState.self).first).page
  }

  @Test(
    "Films and recordings stand at the editor's foot, and are chosen, moved, played and removed",
    arguments: [(80, 24), (80, 40), (40, 12)])
  func strip(_ size: (Int, Int)) async throws {
    let screen = try await screen(size.0, size.1)
    await screen.press(.character("e"), KeyEvent(.tab), KeyEvent(.tab))
    let isDrawn = size.1 == 40
    expectContains(screen.text, isDrawn ? "▶ harbour.mov" : "▶ harbour.mov 0:42")
    expectEqual(screen.text.contains("░"), isDrawn, "\(screen.text)")
    expectContains(screen.text, "Enter play")
    expectLacks(screen.text, "caption")
    await screen.press(KeyEvent(.right))
    try expectEqual(editor(screen).selectedItem, 1)
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.photoActions.played, ["memo.m4a"])
    await screen.press(KeyEvent(.left, .alt))
    try expectEqual(editor(screen).attachments.map(\.name), ["memo.m4a", "harbour.mov"])
    try expectEqual(editor(screen).selectedItem, 0)
    await screen.press(KeyEvent(.delete))
    try expectEqual(editor(screen).attachments.map(\.name), ["harbour.mov"])
    await screen.press(.control("z"))
    try expectEqual(editor(screen).attachments.map(\.name), ["memo.m4a", "harbour.mov"])
    await screen.press(KeyEvent(.right), KeyEvent(.delete), KeyEvent(.delete), KeyEvent(.delete))
    expectContains(screen.text, "▣ no photos")
    await screen.press(.control("s"))
    expectEqual(screen.state.list.selectedEntry?.attachments, [])
  }

  @Test("Photos stay before files, and a Live Photo goes with its film")
  func mixedStrip() async throws {
    var fields = try Self.live()
    fields.attachments += try Self.entry().attachments
    let screen = try await screen(80, 24, [fields])
    await screen.press(.character("e"), KeyEvent(.tab), KeyEvent(.tab))
    expectContains(screen.text, "▣ IMG_1.JPG LIVE   ▶ harbour.mov", "\(screen.text)")
    await screen.press(KeyEvent(.right, .alt))
    try expectEqual(editor(screen).selectedItem, 0)
    await screen.press(KeyEvent(.delete))
    try expectEqual(editor(screen).photos, [])
    try expectEqual(editor(screen).attachments.map(\.name), ["harbour.mov", "memo.m4a"])
    await screen.press(.control("z"))
    try expect(editor(screen).photos.count == 1 && editor(screen).attachments.count == 3)
  }

  @Test("Without a program for frames, only their names stand there")
  func plainStrip() async throws {
    let screen = try await screen(80, 40, takesFrames: false)
    await screen.press(.character("e"))
    expectContains(screen.text, "▶ harbour.mov 0:42   ♪ memo.m4a 0:42   + Ctrl-P")
    expectLacks(screen.text, "░")
  }

  @Test("A Live Photo is one picture, and its film stands nowhere else")
  func livePhoto() async throws {
    for takesFrames in [true, false] {
      let screen = try await screen(80, 40, [Self.live()], takesFrames: takesFrames)
      await screen.press(KeyEvent(.enter))
      expectContains(screen.text, "LIVE")
      expectLacks(screen.text, "IMG_1.MOV")
    }
  }

  @Test("What can't be played is told")
  func failure() async throws {
    let screen = try await screen()
    screen.photoActions.fail(with: .noPlayer)
    await screen.press(KeyEvent(.enter))
    await screen.press(KeyEvent(.tab))
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "install mpv")
  }

  @Test("A film that was dropped or picked is kept with the entry")
  func adding() async throws {
    var editor = EditorState(
      new: try SampleDiary.fields("A", on: "2026-11-20T07:30:00+09:00"), draft: .random())
    var added = AddedPhotos(to: editor.draft)
    added.attachments = try Self.entry().attachments
    editor.take(added)
    editor.take(added)
    expectEqual(editor.fields?.attachments.map(\.name), ["harbour.mov", "memo.m4a"])
    expectEqual(editor.words(of: added, before: []), "Added 1 film, 1 recording.")
    expect(editor.hasChanges)
  }
}
