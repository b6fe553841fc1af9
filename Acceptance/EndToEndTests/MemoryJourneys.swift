import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  /// A year in review, moods and a slide show in the real program.
  @Suite struct Memories {
    @Test(arguments: [(80, 24), (40, 12)]) func `a year and its photos are looked back at`(
      _ columns: Int, _ rows: Int
    ) throws {
      let home = try TestHome()
      let photo = Checkout.photo("warm-soup.jpg")
      try home.output(
        "add", "국", "--date", "2024-02-29", "--photo", photo, "--star", "--mood", "🙂")
      try home.output("add", "Rain", "--date", "2024-03-28", "--mood", "🙁")
      let session = try home.open(columns: columns, rows: rows, showing: "Rain")
      session.press(.character("y"))
      try session.waitFor("2024 in review")
      try session.waitFor("Starred photos")
      session.press(.character("s"))
      try session.waitFor("국 · Thursday 29 February")
      session.press(.character(" "))
      try session.waitFor("Paused")
      session.press(.character("q"), .character("q"))
      try session.waitFor("2024 in review")
      session.press(.character("q"), .alt("f"), .left)
      try session.waitFor("Moods")
      session.press(.character("G"))
      try session.waitFor("🙁")
      session.press(.character("q"))
      try expectEqual(session.waitForEnd(afterPressing: .character("q")), .status(0))
    }
  }
}
