import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// `PHOTODIARY_LOG`: the actions of the screens, without the user's text.
  @Suite struct LoopLogs {
    @Test func `a log has cases and times, but no text`() throws {
      let home = try TestHome()
      let photo = Checkout.photo("river-fog.jpg")
      try home.output("add", "Earlierword", "--photo", photo, "--tag", "tagword")
      let file = home.folder.path("loop.log")
      let session = try home.open(environment: ["PHOTODIARY_LOG": file])
      try session.waitForSelection("Earlierword")
      try session.press(.character("n"), showing: "New entry")
      session.send("Quietword")
      session.press(.tab)
      session.paste("pastedword")
      try session.waitFor("pastedword")
      try session.press(.control("s"), showing: "Added “Quietword”")
      session.press(.character("/"))
      try session.send("Earlierw", showing: "1 found")
      try session.quit()

      let lines = try home.folder.text("loop.log").split(separator: "\n").map(String.init)
      expectEqual(lines.first?.hasPrefix("0 start "), true)
      var last = 0
      for line in lines {
        let words = line.split(separator: " ", maxSplits: 2)
        let time = try require(words.first.flatMap { Int($0) }, "\(line)")
        expectAtLeast(time, last)
        last = time
      }
      for known in [
        "message terminal(key(character))", "message terminal(key(tab))",
        "message terminal(paste(10 bytes))", "message rowsLoaded(", "message changed",
        "effect loadRows", "effect add", "effect find", "effect leave",
      ] { expect(lines.contains { $0.contains(" \(known)") }, "\(known)") }
      for unknown in ["word", "arlier", "uiet", "river", "fog", home.folder.path] {
        expect(!lines.contains { $0.contains(unknown) }, "\(unknown)")
      }

      var status = stat()
      expectEqual(stat(file, &status), 0)
      expectEqual(status.st_mode & 0o777, 0o600)
      // The next run appends to the log.
      let again = try home.open(environment: ["PHOTODIARY_LOG": file])
      again.press(.character("q"))
      try expectEqual(again.waitForEnd(), .status(0))
      let text = try home.folder.text("loop.log")
      expectPrefix(text, lines.joined(separator: "\n"))
      expectEqual(text.ranges(of: "0 start ").count, 2)
    }

    @Test(arguments: ["folder", "link", "pipe", "none/loop.log"])
    func `an unwritable log is reported before the screen opens`(_ name: String) throws {
      let home = try TestHome()
      try home.add("One")
      mkdir(home.folder.path("folder"), 0o700)
      mkfifo(home.folder.path("pipe"), 0o600)
      try home.folder.write("kept", to: "file")
      symlink(home.folder.path("file"), home.folder.path("link"))
      let session = try home.open(
        environment: ["PHOTODIARY_LOG": home.folder.path(name)], showing: nil)
      try expectEqual(session.waitForEnd(), .status(1))
      expectContains(session.written, "photodiary: Couldn't write the log")
      expectContains(session.written, "Check PHOTODIARY_LOG.")
      expectLacks(session.written, "?1049h")
      try expectEqual(home.folder.text("file"), "kept")
    }
  }
}
