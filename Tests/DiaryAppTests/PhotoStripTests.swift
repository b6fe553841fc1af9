import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The editor's line of photos")
@MainActor
struct PhotoStripTests {
  @Test("The selected one is in view at every width, and no room is used twice")
  func everyWidth() {
    for count in 1...14 {
      let widths = (0..<count).map { 6 + ($0 * 7) % 13 }
      for columns in 38...120 {
        for selected in 0..<count {
          let strip = PhotoStrip(widths: widths, selected: selected, columns: columns)
          expectContains(strip.shown, selected)
          let marks = [strip.before, strip.after].compactMap(\.self).map(\.count)
          let used = (widths[strip.shown] + marks).reduce(-PhotoStrip.gap) {
            $0 + $1 + PhotoStrip.gap
          }
          expectAtMost(used, columns)
          expect((strip.before != nil) == (strip.shown.lowerBound > 0))
          expect((strip.after != nil) == (strip.shown.upperBound < count))
        }
      }
    }
  }

  @Test("It says how many more there are, on either side")
  func marks() async throws {
    let names = (0..<7).map { "photo-\($0).jpg" }
    let files = FakeFolders(["/home/me/Pictures": names.map { .photo($0, 5) }])
    let screen = try await ScreenTest(60, 14, files: files)
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.send(.paste(names.map { "/home/me/Pictures/" + $0 }.joined(separator: " ")))
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    expectContains(screen.text, "+4   ▣ photo-4.jpg   ▣ photo-5.jpg   ▣ photo-6.jpg")
    await screen.press(KeyEvent(.left), times: 6)
    expectContains(screen.text, " ▣ photo-0.jpg   ▣ photo-1.jpg   ▣ photo-2.jpg   +4")
    await screen.press(KeyEvent(.right), times: 3)
    expectContains(screen.text, "▣ photo-3.jpg")
  }
}
