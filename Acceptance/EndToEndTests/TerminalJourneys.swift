import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Terminals and surroundings of all kinds.
  @Suite struct Terminals {
    /// A line may be slow, and a photo is long.
    @Test func textComesBeforePhotos() throws {
      let home = try TestHome.withPhoto()
      let session = try home.open(columns: 100, rows: 30)
      try session.waitForPictureInPreview()
      session.press(.enter)
      try session.waitForPictureInReader()
      let before = session.written.count
      try session.press(.character("q"), showing: "new")
      try session.waitForEnd(afterPressing: .character("q"))
      let written = session.written.dropFirst(before)
      let text = try require(written.firstRange(of: "new"))
      let photo = try require(written.firstIndex { "▁▂▃▄▅▆▇▀".contains($0) })
      expectLess(text.lowerBound, photo)
    }

    @Test(arguments: [false, true]) func fewerColors(isAsked: Bool) throws {
      let home = try TestHome.withPhoto()
      if isAsked {
        try home.folder.write("color_depth = \"256\"\n", to: "config/photodiary/config.toml")
      }
      let session = try home.open(
        columns: 100, rows: 30, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      try session.waitForPictureInPreview()
      try session.waitForEnd(afterPressing: .character("q"))
      expectEqual(session.written.contains("38:2:"), !isAsked)
    }
  }
}
