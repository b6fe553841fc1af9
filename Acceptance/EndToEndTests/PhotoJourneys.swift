import AcceptanceSupport
import TestSupport
import Testing

extension Journeys {
  @Suite struct Photos {
    @Test func `the picker begins in the user's pictures folder`() throws {
      let home = try TestHome(environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil])
      try home.folder.write(
        "XDG_DOWNLOAD_DIR=\"$HOME/받기\"\nXDG_PICTURES_DIR=\"$HOME/내 사진\"\n",
        to: "config/user-dirs.dirs")
      try home.folder.write(
        try home.folder.read(Checkout.photo("river-fog.jpg")), to: "내 사진/강.jpg")
      try home.folder.write("{}", to: "받기/diary.json")
      let session = try home.open()
      try session.press(.character("n"), showing: "New entry")
      try session.press(.control("p"), showing: "/내 사진", "▌▣ 강.jpg")
      try session.press(.escape, hiding: "/내 사진")
      try session.press(.escape, hiding: "New entry")
      try session.press(.character("I"), showing: "/받기", "▌▤ diary.json")
    }
  }
}
