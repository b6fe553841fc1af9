import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// From an empty diary to the first entry with a photo.
  @Suite struct Newcomer {
    @Test func theFirstEntryWithAPhoto() throws {
      let home = try TestHome()
      try home.folder.write(
        TemporaryFolder.bytes(of: Checkout.photo("plum-blossom.jpg")), to: "pics/plum.jpg")
      let session = try home.open(showing: "Your diary is empty")
      try session.waitFor("write the first entry", "in plain files you can read\n")

      try session.press(.character("n"), showing: "New entry")
      session.send("매화가 피었다")
      session.press(.tab)
      session.send("The first blossom by the gate.")
      try session.press(.control("p"), showing: "Add photos")
      session.send(home.folder.path("pics") + "/PLUM")
      try session.waitUntil("the photo selected") { $0.isSelected("plum.jpg") }
      session.press(.enter)
      // At once: the photo is still on its way into the diary.
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
      // The camera was held upright: the file says 900×675 and a quarter turn.
      expectEqual(photo["width"]?.integer, 675)
      expectEqual(photo["height"]?.integer, 900)
      try expectEqual(home.drafts(), [])

      // The next time, the picker begins where photos were.
      try session.press(.character("n"), .control("p"), showing: "plum.jpg")
    }
  }
}
