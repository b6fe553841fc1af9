import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Hostile content is shown as text, and an unusable diary is reported.
  @Suite struct Hostile {
    /// Sequences that set the window's title, colors and the cursor.
    private static let payloads = [
      "\u{1B}]0;OWNED\u{07}", "\u{1B}[41m", "\u{9B}35mCSI", "\u{1B}[2J\u{1B}[77;77H",
      "\u{0E}\u{08}",
    ]
    private static let traces = [
      "\u{1B}]0;OWNED", "\u{1B}[41m", "\u{9B}", "\u{1B}[77;77H", "\u{0E}",
    ]

    private func expectNoTrace(_ session: TerminalSession) {
      let bytes = session.terminal.bytes
      for trace in Self.traces {
        let wanted = Array(trace.utf8)
        let found = bytes.indices.contains { bytes[$0...].starts(with: wanted) }
        expect(!found, "\(trace.debugDescription)")
      }
    }

    @Test func `control sequences in every field`() throws {
      let home = try TestHome()
      let hostile = Self.payloads.joined(separator: "A") + "끝"
      try home.folder.write(
        TemporaryFolder.bytes(of: Checkout.photo("plum-blossom.jpg")),
        to: "p\u{1B}[41m/x\u{1B}]0;OWNED\u{07}.jpg")
      try home.output(
        "add", hostile, "--content", hostile + "\n" + hostile, "--tag", hostile, "--photo",
        home.folder.path("p\u{1B}[41m/x\u{1B}]0;OWNED\u{07}.jpg"))
      let session = try home.open(columns: 100, rows: 30)
      try session.waitFor("OWNED")
      try session.press(.enter, showing: "q back")
      try session.press(.tab, .enter, showing: "+ zoom in")
      session.press(.character("q"), .character("q"), .character("d"))
      try session.waitFor("Delete this entry?")
      try session.press(.escape, hiding: "Delete this entry?")
      try session.press(.character("e"), showing: "Edit entry")
      try session.press(.control("p"), showing: "Add photos")
      try session.send(home.folder.path + "/", showing: "▸")
      try session.press(.escape, hiding: "Add photos")
      try session.press(.tab, showing: "Tags")
      try session.press(.tab, .enter, showing: "Caption of")
      try session.press(.escape, hiding: "Caption of")
      try session.press(.escape, hiding: "Edit entry")
      try session.press(.character("d"), .character("y"), showing: "Deleted")
      try session.press(.character("t"), selecting: "OWNED")
      try session.press(.character("r"), showing: "Restored")
      try session.waitForEnd(afterPressing: .control("c"))
      expectNoTrace(session)
    }

    /// A folder in place of the log prevents writing, even by root.
    @Test func `a failed save keeps the text`() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.open()
      try session.waitForSelection("One")
      let log = try require(try home.files(in: home.store + "/log").first)
      let path = home.store + "/log/" + log
      // The lines stay readable under another name, so that no change is noticed.
      let other = String(path.dropLast("yyyy-mm.jsonl".count)) + "2026-00.jsonl"
      expectEqual(link(path, other), 0)
      unlink(path)
      mkdir(path, 0o700)
      try session.press(.character("n"), showing: "New entry")
      session.send("Mine")
      try session.press(.control("s"), showing: "Couldn't save")
      try session.press(.enter, showing: "New entry", "Mine")
      rmdir(path)
      link(other, path)
      unlink(other)
      try session.press(.control("s"), showing: "Added “Mine”")
      try expectEqual(home.titles(), ["Mine", "One"])
    }
  }
}
