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
      try session.press(.character("n"), showing: "New entry")
      return session
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
      try session.press(.control("p"), showing: "/내 사진", "▌▣ 강.jpg")
      try session.press(.escape, hiding: "/내 사진")
      try session.press(.escape, hiding: "New entry")
      try session.press(.character("I"), showing: "/받기", "▌▤ diary.json")
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
      try session.press(.character("i"), showing: "use this folder")
      try session.press(.control("s"), showing: "2 entries · 3 photos", "10:15 0.jpg")
      try session.press(.enter, showing: "Added 2 entries with 3 photos.")
      try expectEqual(home.titles(), ["", ""])
      // Once more there is nothing to do.
      try session.press(.character("i"), showing: "use this folder")
      try session.press(.control("s"), showing: "All 3 photos here are already in the diary.")
      try session.press(.escape, .character("u"), showing: "Undone: adding 2 entries.")
      try expectEqual(home.titles(), [])
    }
  }
}
