import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Newcomer {
    @Test func `the first entry has a photo`() throws {
      let home = try TestHome()
      try home.folder.write(
        TemporaryFolder.bytes(of: Checkout.photo("plum-blossom.jpg")), to: "pics/plum.jpg")
      let session = try home.open(showing: "Your diary is empty")
      try session.waitFor("write the first entry", "in plain files you\n")

      try session.press(.character("n"), showing: "New entry")
      session.send("매화가 피었다")
      session.press(.tab)
      session.send("The first blossom by the gate.")
      try session.press(.control("p"), showing: "Add photos")
      session.send(home.folder.path("pics") + "/PLUM")
      try session.waitUntil("the photo selected") { $0.isSelected("plum.jpg") }
      session.press(.enter)
      // Saves while the photo is still being added.
      session.press(.control("s"))

      try session.waitFor("Added “매화가 피었다”")
      try session.waitForSelection("매화가 피었다")
      try session.waitFor("▣ 1 photo")
      expectContains(session.screen.text(ofRow: 0), "1 entry")
      expectContains(session.screen.text(ofRow: 3), "▣ 1")

      let entry = try require(try home.entries().first)
      expectEqual(entry["title"]?.string, "매화가 피었다")
      expectEqual(entry["content"]?.string, "The first blossom by the gate.")
      let photo = try require(entry["photos"]?.array?.first)
      expectEqual(photo["name"]?.string, "plum.jpg")
      // The upright photo is stored as 900×675 with a rotation.
      expectEqual(photo["width"]?.integer, 675)
      expectEqual(photo["height"]?.integer, 900)
      try expectEqual(home.drafts(), [])

      try session.press(.character("n"), .control("p"), showing: "plum.jpg")
    }
  }
}
