import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  /// Photos that come by paste and from a folder.
  @Suite struct Photos {
    private func home() throws -> TestHome {
      try TestHome(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
    }

    private func open(_ home: TestHome) throws -> TerminalSession {
      let session = try home.open()
      session.press(.character("n"))
      try session.waitFor("New entry")
      return session
    }

    @Test func droppedOnTheEditor() throws {
      let home = try home()
      let photo = try home.folder.write(
        try home.folder.read(Checkout.photo("river-fog.jpg")), to: "my photos/강 (1).jpg")
      let session = try open(home)
      session.send("Fog")
      session.press(.tab)
      session.send("One line.")
      session.paste("'\(photo)' ")
      try session.waitFor("Added 1 photo.")
      session.send("Another.")
      session.press(.control("s"))
      try session.waitFor("Added “Fog”.")
      try expectEqual(home.newestPhotos(), ["강 (1).jpg"])
      let content = try require(try home.entries().first?["content"]?.string)
      let asset = try require(
        try home.entries().first?["photos"]?.array?.first?["asset"]?.string)
      expectEqual(content, "One line.\n![](photo:\(asset))\nAnother.")
    }

    @Test func thePickerBeginsAtThePersonsPictures() throws {
      let home = try home()
      try home.folder.write(
        "XDG_DOWNLOAD_DIR=\"$HOME/받기\"\nXDG_PICTURES_DIR=\"$HOME/내 사진\"\n",
        to: "config/user-dirs.dirs")
      try home.folder.write(
        try home.folder.read(Checkout.photo("river-fog.jpg")), to: "내 사진/강.jpg")
      try home.folder.write("{}", to: "받기/diary.json")
      let session = try open(home)
      session.press(.control("p"))
      try session.waitFor("/내 사진")
      try session.waitFor("▌▣ 강.jpg")
      session.press(.escape)
      try session.waitForNo("/내 사진")
      session.press(.escape)
      try session.waitForNo("New entry")
      session.press(.character("I"))
      try session.waitFor("/받기")
      try session.waitFor("▌▤ diary.json")
    }

    @Test func aPathOfNoPhotoStays() throws {
      let home = try home()
      let session = try open(home)
      session.press(.tab)
      session.paste("/nowhere/at all.jpg")
      session.send(" and more")
      try session.waitFor("/nowhere/at all.jpg and more")
      session.press(.control("s"))
      try session.waitFor("Added")
      try expectEqual(home.entries().first?["content"]?.string, "/nowhere/at all.jpg and more")
    }

    @Test func whatIsNoFileIsNoPhoto() throws {
      let home = try home()
      let photo = try home.folder.write(
        try home.folder.read(Checkout.photo("river-fog.jpg")), to: "Pictures/whole.jpg")
      expectEqual(mkfifo(home.folder.path("Pictures/pipe.jpg"), 0o600), 0)
      expectEqual(symlink(photo, home.folder.path("Pictures/link.jpg")), 0)
      let session = try open(home)
      session.press(.control("p"))
      try session.waitFor("whole.jpg")
      expectContains(session.text, "link.jpg")
      expectLacks(session.text, "pipe.jpg")
    }

    @Test func theCamerasDate() throws {
      let home = try home()
      let photo = try home.folder.write(
        try DatedPhoto.bytes("2024:05:03 10:15:00", offset: "+09:00"), to: "sea.jpg")
      let session = try open(home)
      session.paste(photo)
      try session.waitFor("Press Ctrl-T to date the entry 3 May 2024, 10:15.")
      session.press(.control("t"))
      try session.waitFor("Friday 3 May 2024")
      session.press(.control("s"))
      try session.waitFor("Added “")
      try expectEqual(home.entries().first?["date"]?.string, "2024-05-03T10:15:00+09:00")
    }

    @Test func pickedByDate() throws {
      let home = try home()
      for (name, date) in [
        ("a-old", "2023:01:02"), ("b-new", "2024:05:03"), ("c-mid", "2023:06:07"),
      ] {
        try home.folder.write(
          try DatedPhoto.bytes("\(date) 10:15:00"), to: "Pictures/\(name).jpg")
      }
      try home.folder.write("x", to: "Pictures/.hidden.jpg")
      let session = try open(home)
      session.press(.control("p"))
      try session.waitFor("3 May 2024")
      try session.waitUntil("the newest photo is first") { screen in
        let text = screen.text
        guard let new = text.firstRange(of: "b-new"), let mid = text.firstRange(of: "c-mid"),
          let old = text.firstRange(of: "a-old")
        else { return false }
        return new.lowerBound < mid.lowerBound && mid.lowerBound < old.lowerBound
      }
      session.press(.control("o"))
      try session.waitFor("by name")
      session.press(.alt("."))
      try session.waitFor(".hidden.jpg")
      session.send("c-mid")
      session.press(.enter)
      try session.waitFor("Added 1 photo.")
    }

    @Test func startingFromAFolder() throws {
      let home = try home()
      for (index, date) in ["2024:05:03 10:15:00", "2024:05:03 12:00:00", "2024:05:06 09:00:00"]
        .enumerated()
      {
        try home.folder.write(
          try DatedPhoto.bytes(date, mark: UInt8(index)), to: "Pictures/trip/\(index).jpg")
      }
      let session = try home.open()
      session.press(.character("i"))
      try session.waitFor("use this folder")
      session.press(.control("s"))
      try session.waitFor("2 entries · 3 photos")
      try session.waitFor("10:15 0.jpg")
      session.press(.enter)
      try session.waitFor("Added 2 entries with 3 photos.")
      try expectEqual(home.titles(), ["", ""])
      // Once more there is nothing to do.
      session.press(.character("i"))
      try session.waitFor("use this folder")
      session.press(.control("s"))
      try session.waitFor("All 3 photos here are already in the diary.")
      session.press(.escape, .character("u"))
      try session.waitFor("Undone: adding 2 entries.")
      try expectEqual(home.titles(), [])
    }
  }
}
