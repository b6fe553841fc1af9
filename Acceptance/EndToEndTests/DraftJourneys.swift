import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Unsaved text survives any end of the program.
  @Suite struct Drafts {
    enum End: CaseIterable { case killed, terminated, windowClosed }

    private static let offer = "You have an unsaved draft"

    private func write(in home: TestHome, until end: End) throws {
      let session = try home.open()
      try session.press(.character("n"), showing: "New entry")
      session.send("한밤의 글")
      session.press(.tab)
      try session.send("First line\rand the rest", showing: "and the rest")
      switch end {
      // A kill can't be handled, so the draft has to be saved before.
      case .killed:
        try session.waitFor("draft saved")
        session.terminal.signal(SIGKILL)
        try session.waitForEnd()
        return
      case .terminated: session.terminal.signal(SIGTERM)
      case .windowClosed: session.terminal.hangUp()
      }
      try expectEqual(session.waitForEnd(), .status(0))
    }

    @Test(arguments: End.allCases) func `a draft is offered at the next start`(_ end: End) throws {
      let home = try TestHome()
      try write(in: home, until: end)
      try expectEqual(home.drafts().count, 1)

      var session = try home.open(showing: Self.offer)
      try session.waitFor("한밤의 글", "[ Continue ]")
      if end == .killed {
        try session.press(.escape, hiding: Self.offer)
        try session.waitFor("Your diary is empty")
        session.press(.character("q"))
        try session.waitForEnd()
        session = try home.open(showing: Self.offer)
      }
      try session.press(.enter, showing: "New entry", "First line", "and the rest")
      try session.press(.control("s"), showing: "Added “한밤의 글”")
      try expectEqual(home.entries().first?["content"]?.string, "First line\nand the rest")
      try session.waitForEnd(afterPressing: .character("q"))
      try expectEqual(home.drafts(), [])
    }

    @Test func `a draft being written isn't offered by another program`() throws {
      let home = try TestHome()
      let writer = try home.open()
      try writer.press(.character("n"), showing: "New entry")
      try writer.send("in hand", showing: "draft saved")
      let other = try home.open()
      try other.waitFor("Your diary is empty")
      try other.waitForEnd(afterPressing: .character("q"))
      expectLacks(other.written, "not saved")
      try expectEqual(home.drafts().count, 1)
    }
  }
}
