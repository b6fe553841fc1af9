import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Strings that broke other programs")
@MainActor
struct NaughtyStringTests {
  @Test("Typed key by key, each is saved byte for byte")
  func typed() throws {
    let now = try require(EntryDate("2026-11-21T10:00:00+09:00"))
    let bytes = try TemporaryFolder.bytes(of: Checkout.path("Tests/Fixtures/naughty-strings.json"))
    let strings = try JSONParser.parse(bytes).array?.compactMap(\.string) ?? []
    expectEqual(strings.count, 515)
    for string in strings.map(\.withoutControls) where !string.isEmpty {
      var state = AppState(
        size: Size(columns: 80, rows: 24), colors: .palette256, now: now, homeFolder: "/",
        startFolder: "/", localDate: { EntryDate(instant: $0.seconds, offset: 0) },
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
  /// The text without what terminals send for keys, or never send.
  fileprivate var withoutControls: String {
    var scalars = unicodeScalars
    scalars.removeAll { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
    return String(scalars)
  }
}
