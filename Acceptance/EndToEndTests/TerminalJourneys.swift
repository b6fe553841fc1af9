import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// Terminals and surroundings of all kinds.
  @Suite struct Terminals {
    @Test(arguments: ["unknown-thing", "", nil, "xterm", "screen-256color", "linux", "vt100"])
    func types(_ type: String?) throws {
      let home = try TestHome()
      try home.add("강가 산책", "Two")
      let session = try home.open(environment: ["TERM": type])
      try session.waitForSelection("Two")
      session.press(.down)
      try session.waitForSelection("강가 산책")
      try session.waitForEnd(afterPressing: .character("q"))
    }

    @Test func noTerminal() throws {
      let home = try TestHome()
      let result = try home.run([])
      expectEqual(result.status, 1)
      expectEqual(result.output, [])
      expectEqual(result.errorText.split(separator: "\n").count, 1)
      expectContains(result.errorText, "standard input isn't one")
      try expectEqual(home.files(in: home.store), [])
    }

    @Test func outputIntoAPipe() throws {
      let home = try TestHome()
      let session = try home.shell("\"$DIARY\" | cat; echo status ${PIPESTATUS[0]}; read line")
      try session.waitFor("status 1")
      expectContains(session.text, "standard output isn't one")
    }

    @Test func noColor() throws {
      let home = try TestHome()
      try home.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
      let session = try home.open(columns: 100, rows: 30, environment: ["NO_COLOR": "1"])
      try session.waitForNo("river-fog.jpg …")
      session.press(.character("d"))
      try session.waitFor("Delete this entry?")
      session.press(.escape)
      try session.waitForNo("Delete this entry?")
      session.press(.enter)
      try session.waitFor("later")
      session.press(.control("c"))
      try session.waitForEnd()
      expectEqual(Self.colors(in: session.written), [])
    }

    /// A line may be slow, and a photo is long.
    @Test func textComesBeforePhotos() throws {
      let home = try TestHome()
      try home.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
      let session = try home.open(columns: 100, rows: 30)
      try session.waitForPictureInPreview()
      session.press(.enter)
      try session.waitForPictureInReader()
      let before = session.written.count
      session.press(.character("q"))
      try session.waitFor("new")
      try session.waitForEnd(afterPressing: .character("q"))
      let written = session.written.dropFirst(before)
      let text = try require(written.firstRange(of: "new"))
      let photo = try require(written.firstIndex { "▁▂▃▄▅▆▇▀".contains($0) })
      expectLess(text.lowerBound, photo)
    }

    @Test(arguments: [false, true])
    func fewerColors(isAsked: Bool) throws {
      let home = try TestHome()
      try home.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
      if isAsked {
        try home.folder.write("color_depth = \"256\"\n", to: "config/photodiary/config.toml")
      }
      let session = try home.open(
        columns: 100, rows: 30, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
      try session.waitForPictureInPreview()
      try session.waitForEnd(afterPressing: .character("q"))
      expectEqual(session.written.contains("38:2:"), !isAsked)
      expect(!Self.colors(in: session.written).isEmpty)
    }

    @Test(arguments: ["C", "POSIX", "no_SUCH.locale", nil])
    func locales(_ name: String?) throws {
      let home = try TestHome(environment: ["LANG": name, "LC_ALL": name])
      try home.add("강가 산책")
      let session = try home.open()
      try session.waitForSelection("강가 산책")
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("첫눈")
      try session.waitFor("첫눈")
      session.press(.control("s"))
      try session.waitFor("Added “첫눈”")
      try expectContains(home.titles(), "첫눈")
    }

    @Test func neitherHomeNorFolders() throws {
      let home = try TestHome()
      let session = try home.open(
        ["--store", home.store],
        environment: [
          "XDG_DATA_HOME": nil, "XDG_STATE_HOME": nil, "XDG_CONFIG_HOME": nil,
          "XDG_CACHE_HOME": nil,
        ], showing: "Your diary is empty")
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("Here")
      session.press(.control("s"))
      try session.waitFor("Added “Here”")
    }

    /// The color parts of what sets attributes: 30 to 49 but 39 and 49, and 90 to 107.
    private static func colors(in text: String) -> [Substring] {
      text.split(separator: "\u{1B}[").filter { sequence in
        let parameters = sequence.prefix { $0.isNumber || $0 == ";" || $0 == ":" }
        guard sequence.dropFirst(parameters.count).first == "m" else { return false }
        return parameters.split(whereSeparator: { $0 == ";" || $0 == ":" }).compactMap { Int($0) }
          .contains { (30...48).contains($0) && $0 != 39 || (90...107).contains($0) }
      }
    }
  }
}
