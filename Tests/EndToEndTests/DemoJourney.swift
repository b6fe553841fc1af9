import TestSupport
import Testing

extension Journeys {
  @Suite struct Demo {
    @Test func openedAndLeft() throws {
      let home = try DiaryHome()
      let session = try home.open(["demo"], columns: 100, rows: 30, showing: "entries")
      session.press(.down, .enter)
      try session.waitFor("→ later")
      session.press(.character("q"), .character("d"), .character("y"))
      try session.waitFor("Deleted")
      #expect(try session.waitForEnd(afterPressing: .character("q")) == .status(0))
      // Neither a diary nor its temporary folder nor a draft is left.
      #expect(try home.files(in: home.folder.path) == [])
    }
  }
}
