import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct Exporting {
    @Test func toANewFolder() throws {
      let home = try DiaryHome()
      try home.add("One", "Two")
      try home.run("add", "Blossom", "--photo", DiaryHome.photo("plum-blossom.jpg"))
      let session = try home.open()
      session.press(.character("x"))
      try session.waitFor("Export the diary")
      session.press(.control("u"))
      session.send("~/out")
      session.press(.enter)
      try session.waitFor("Exported 3 entries and 1 photo.")
      let files = try home.files(in: home.folder.path("out"))
      #expect(files.count { $0.hasSuffix(".md") } == 3)
      #expect(files.count { $0.hasSuffix(".jpg") } == 1)
      // The list has the keys again.
      session.press(.character("G"))
      try session.waitForSelection("One")
    }

    @Test func toAFolderThatHoldsOtherThings() throws {
      let home = try DiaryHome()
      try home.add("One")
      try home.folder.write("dear", to: "taken/letter.txt")
      let session = try home.open()
      session.press(.character("x"), .control("u"))
      session.send("~/taken")
      session.press(.enter)
      try session.waitFor("is not empty")
      session.press(.enter)
      // Another folder can be named at once.
      try session.waitFor("Export the diary")
      try session.waitFor("~/taken")
      session.send("/new")
      session.press(.tab, .tab, .character(" "))
      try session.waitFor("JSON and photos")
      session.press(.enter)
      try session.waitFor("Exported 1 entry")
      #expect(try home.folder.text("taken/letter.txt") == "dear")
      #expect(try home.files(in: home.folder.path("taken/new")).contains("diary.json"))
    }

    @Test func leftWithEscape() throws {
      let home = try DiaryHome()
      try home.add("One")
      let session = try home.open()
      session.press(.character("x"))
      try session.waitFor("Export the diary")
      session.press(.escape)
      try session.waitForNo("Export the diary")
      #expect(try home.files(in: home.folder.path("diary-export")) == [])
    }
  }
}
