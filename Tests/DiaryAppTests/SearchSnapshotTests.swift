import DiaryCore
import Foundation
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Whole screens of the search")
@MainActor
struct SearchSnapshotTests {
  /// What is typed after `/`.
  private static let typed = ["", "강가 tag:산", "it -is:starred ", "date:2026-11..x 첫"]

  @Test(
    arguments: [Language.english, .korean],
    [
      Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
      Size(columns: 200, rows: 50),
    ])
  func `they are as they were`(_ language: Language, _ size: Size) async throws {
    var screens: [String] = []
    try await language.speaking {
      for typed in Self.typed {
        let screen = try await ScreenTest(
          size.columns, size.rows, entries: try SampleDiary.entries(), showsPhotos: false)
        await screen.type("/" + typed)
        screens.append("/\(typed)\n\(screen.text)\n")
      }
    }
    try expectSnapshot(
      screens.joined(separator: "\n"), in: "search-\(language)-\(size.columns)x\(size.rows).txt")
  }

  /// Compares with what a file holds. One that is missing is written, to be looked at.
  private func expectSnapshot(_ text: String, in name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/\(name)")
    guard let saved = try? String(contentsOf: file, encoding: .utf8) else {
      try text.write(to: file, atomically: true, encoding: .utf8)
      fail("\(name) was written: look whether it is right.")
      return
    }
    if text != saved { fail("\(name) is\n\(text)\n<end>") }
  }
}
