import AcceptanceSupport
import Glibc
import TestSupport
import Testing

extension Journeys {
  @Suite struct Exporting {
    @Test func toANewFolder() throws {
      let home = try TestHome()
      try home.add("One", "Two")
      try home.output("add", "Blossom", "--photo", Checkout.photo("plum-blossom.jpg"))
      let session = try home.open()
      session.press(.character("x"))
      try session.waitFor("Export the diary")
      session.press(.control("u"))
      session.send("~/out")
      session.press(.enter)
      try session.waitFor("Exported 3 entries and 1 photo to")
      let files = try home.files(in: home.folder.path("out"))
      expectEqual(files.count { $0.hasSuffix(".md") }, 3)
      expectEqual(files.count { $0.hasSuffix(".jpg") }, 1)
      // The list has the keys again.
      session.press(.character("G"))
      try session.waitForSelection("One")
    }

    @Test func asASiteThatIsOpened() throws {
      let home = try TestHome()
      try home.add("One")
      let noted = home.folder.path("noted")
      let script = "#!/bin/sh\necho \"$1\" >\(noted).new; mv \(noted).new \(noted)\n"
      try makeExecutable(home.folder.write(script, to: "bin/xdg-open"))
      let session = try home.open(environment: ["PATH": home.folder.path("bin") + ":/usr/bin:/bin"])
      session.press(.character("x"), .control("u"))
      session.send("~/site")
      session.press(.tab, .tab, .right, .right, .right, .right)
      try session.waitFor("a site for a browser")
      session.press(.enter)
      try session.waitFor("The site is written")
      try session.waitFor("Press o to open it in the browser.")
      session.press(.character("o"))
      try session.waitFor("Opened in your browser.")
      let page = String(decoding: try home.folder.read(noted), as: UTF8.self).dropLast()
      expectSuffix(page, "/site/index.html")
      expectEqual(access(String(page), R_OK), 0)
      let again = try home.output("export", home.folder.path("site"), "--format", "html")
      expectSuffix(again, "/site/index.html")
    }

    @Test func encryptedWithAPassphraseThatIsNeverShown() throws {
      let home = try TestHome()
      try home.add("One")
      let session = try home.open()
      session.press(.character("x"), .control("u"))
      session.send("~/sealed")
      session.press(.shiftTab, .character(" "))
      try session.waitFor("one file, with a passphrase")
      session.press(.enter)
      try session.waitFor("Type a passphrase.")
      session.send("열려라")
      try session.waitFor("•••")
      expectLacks(session.screen.text, "열려라")
      session.press(.enter)
      try session.waitFor("Type it again.")
      session.send("열려라")
      session.press(.enter)
      try session.waitFor("sealed.tar.age")
      let file = try home.folder.read(home.folder.path("sealed.tar.age"))
      expect(file.starts(with: "age-encryption.org/v1\n".utf8))
    }
  }
}
