import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// A diary that is left open costs nothing.
  @Suite(.serialized, .enabled(if: Facilities.has("inotify"), "changes are looked for"))
  struct Idling {
    @Test func inTheList() throws {
      let home = try TestHome()
      try home.output("add", "Fog", "--photo", Checkout.photo("river-fog.jpg"))
      let session = try home.open(columns: 100, rows: 30)
      try session.waitUntil("the picture") { screen in
        screen.coloredCells(columns: 47..<99, rows: 5..<17) > 200
      }
      try session.waitForIdling()
    }

    @Test func inTheEditor() throws {
      let home = try TestHome()
      let session = try home.open()
      session.press(.character("n"))
      try session.waitFor("New entry")
      session.send("Some words")
      try session.waitFor("draft kept")
      try session.waitForIdling()
    }
  }
}
