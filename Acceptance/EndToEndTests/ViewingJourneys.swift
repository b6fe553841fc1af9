import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct Viewing {
    private func home() throws -> TestHome {
      let home = try TestHome(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      try home.output(
        "add", "Fog", "--date", "2026-03-01", "--photo", Checkout.photo("river-fog.jpg"))
      try home.output("add", "Nothing to see", "--date", "2026-03-02", "--content", "words.")
      try home.output(
        "add", "Soup", "--date", "2026-04-03", "--photo", Checkout.photo("warm-soup.jpg"))
      return home
    }

    @Test func `a photo gets a caption, and is copied`() throws {
      let home = try home()
      // A path fits on one line.
      let session = try home.open(columns: 200)
      try session.press(.enter, .enter, showing: "zoom in")
      try session.press(.character("e"), showing: "Caption of")
      session.send("따뜻한 국")
      try session.press(.enter, showing: "Saved “Soup”.", "따뜻한 국")
      try session.press(.character("w"), showing: "remove from the copy")
      session.press(.control("u"))
      session.send("~/out")
      try session.press(.enter, showing: "out/warm-soup.jpg")
      session.press(.character("w"), .control("u"))
      session.send("~/out")
      try session.press(.enter, showing: "out/warm-soup 2.jpg")
      let copies = try home.files(in: home.folder.path("out")).sorted()
      expectEqual(copies.count, 2)
      let own = try home.folder.read(Checkout.photo("warm-soup.jpg"))
      // The copy has new metadata, and the same compressed pixels.
      let copy = try home.folder.read(home.folder.path("out/warm-soup.jpg"))
      expectEqual(copy.suffix(10_000), own.suffix(10_000))
      session.press(.character("w"), .control("u"))
      session.send(home.store + "/mine")
      session.press(.enter)
      // The line breaks depend on the path.
      try session.waitUntil("“inside the diary's folder”") {
        $0.text.filter(\.isLetter).contains("insidethediarysfolder")
      }
      expectNotEqual(access(home.store + "/mine", F_OK), 0)
    }

    @Test func `a photo is opened by the desktop, whose output is hidden`() throws {
      let home = try home()
      let noted = home.folder.path("noted")
      try home.makeProgram(
        "xdg-open", "echo NOISE; echo NOISE >&2; cp \"$1\" \(noted); echo \"$1\" >\(noted).path")
      let asset = String(repeating: "ab", count: 32)
      let old = home.folder.path("cache/photodiary/opened/\(asset)")
      try home.folder.write("old", to: "cache/photodiary/opened/\(asset)/old.jpg")
      _ = try ProgramResult.run("/usr/bin/touch", ["-d", "2 days ago", old])
      let session = try home.open(environment: ["PATH": home.programPath])
      try session.press(.enter, .enter, showing: "zoom in")
      // Copies opened two days ago are removed.
      expect(comesTrue { access(old, F_OK) != 0 })
      try session.press(.character("o"), showing: "desktop's viewer")
      expectLacks(session.screen.text, "NOISE")
      let own = try home.folder.read(Checkout.photo("warm-soup.jpg"))
      try expectEqual(home.folder.read(noted), own)
      // The viewer gets a read-only copy.
      let path = String(decoding: try home.folder.read(noted + ".path"), as: UTF8.self)
        .split(separator: "\n")[0]
      expect(!path.hasPrefix(home.store))
      var status = stat()
      expectEqual(stat(String(path), &status), 0)
      expectEqual(status.st_mode & 0o777, 0o400)
      // Opening again keeps that copy.
      session.press(.character("o"))
      expect(
        comesTrue {
          let paths = (try? home.folder.read(noted + ".path")) ?? []
          return !paths.isEmpty && !paths.starts(with: path.utf8)
        })
      expectEqual(access(String(path), F_OK), 0)
    }

    @Test func `the words in photos are read in the background, found and framed`() throws {
      let home = try home()
      let columns =
        ["level", "page_num", "block_num", "par_num", "line_num", "word_num", "left", "top"]
        + ["width", "height", "conf", "text"]
      // It may only use the shell's own commands.
      try home.makeProgram(
        "tesseract",
        """
        [ "$1" = --list-langs ] && { printf 'Languages (2):\\nkor\\neng\\n'; exit; }
        printf '\(columns.joined(separator: "\\t"))\\n'
        printf '5\\t1\\t1\\t1\\t1\\t1\\t300\\t300\\t200\\t100\\t95\\t영수증\\n'
        """)
      try home.folder.write("photo_text = true\n", to: "config/photodiary/config.toml")
      let session = try home.open(environment: ["PATH": home.programPath])
      session.press(.character("/"))
      session.send("text:영수")
      try session.waitFor("2 found", "in a photo: 영수증")
      try session.press(.enter, showing: "zoom in", "┌", "└")
      try session.press(.enter, showing: "3 April 2026")
      try expectContains(home.output("search", "사진글:영수증", "--format", "json"), "\"photoText\"")
    }
  }
}
