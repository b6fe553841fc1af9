import TestSupport
import Testing

@testable import DiaryApp

@Suite("Paths that are dropped on a terminal")
struct DroppedPathsTests {
  private func readings(_ text: String) -> [[String]]? {
    DroppedPaths(text, home: "/home/me")?.readings
  }

  @Test(
    "Each terminal's way of writing them",
    arguments: [
      // As they are: kitty, Alacritty; a blank behind is theirs.
      ("/home/me/a.jpg ", ["/home/me/a.jpg"]),
      ("/home/me/my photos/a b.jpg", ["/home/me/my photos/a b.jpg"]),
      ("/home/me/a b.jpg /home/me/c d.jpg ", ["/home/me/a b.jpg", "/home/me/c d.jpg"]),
      // VTE and foot.
      ("'/home/me/a b.jpg' '/home/me/c.png' ", ["/home/me/a b.jpg", "/home/me/c.png"]),
      (#"'/home/me/it'\''s.jpg'"#, ["/home/me/it's.jpg"]),
      // iTerm2 and WezTerm.
      (#"/home/me/a\ b\ \(1\).jpg"#, ["/home/me/a b (1).jpg"]),
      (#"/home/me/강가\ 산책.HEIC"#, ["/home/me/강가 산책.HEIC"]),
      // Windows Terminal, which once left quotes in names as they are.
      (#""/mnt/c/My Photos/a.jpg""#, ["/mnt/c/My Photos/a.jpg"]),
      (#""/mnt/c/$x `y` \"z\".jpg""#, [#"/mnt/c/$x `y` "z".jpg"#]),
      // File managers.
      ("file:///home/me/a%20b%23.jpg", ["/home/me/a b#.jpg"]),
      (
        "file://localhost/home/me/a.jpg\nfile:///home/me/b.jpg\n",
        ["/home/me/a.jpg", "/home/me/b.jpg"]
      ),
      ("FILE:/home/me/a.jpg", ["/home/me/a.jpg"]),
      ("file:///home/me/%EA%B0%95.jpg", ["/home/me/강.jpg"]),
      ("~/a.jpg", ["/home/me/a.jpg"]),
      ("/home/me/a.jpg\n/home/me/b.tiff", ["/home/me/a.jpg", "/home/me/b.tiff"]),
    ])
  func spellings(text: String, paths: [String]) throws {
    try expectContains(require(readings(text)), paths)
  }

  @Test("A file that is called as a shell would write it is another reading")
  func ambiguous() throws {
    let both = try require(readings(#"/home/me/a\ b.jpg"#))
    expectEqual(both, [["/home/me/a b.jpg"], [#"/home/me/a\ b.jpg"#]])
    try expectContains(
      require(readings("'/mnt/d/John's Archive/a.jpg'")), ["/mnt/d/John's Archive/a.jpg"])
  }

  @Test(
    "Texts are texts",
    arguments: [
      "", " ", "Dear diary,", "a.jpg", "photos/a.jpg", "/", "/home/me", "/home/me/notes.txt",
      "/home/me/a.jpg and then some", "look: /home/me/a.jpg", "/home/me/a.jpg notes.txt",
      "'/home/me/a.jpg", "\"", "'", "\\", "/home/me/a.jpg\\", "file:", "file:///", "file:///a%2",
      "file:///a%zz.jpg", "file://other.host/home/me/a.jpg", "https://example.org/a.jpg",
      "file:///a%00.jpg", "/home/me/a\0.jpg", "file:///%FF%FE.jpg", "~other/a.jpg",
      "''", "'' ''", "/.jpg/", "//////",
    ])
  func texts(text: String) { expectNil(readings(text)) }

  @Test("Long pastes aren't looked at, and none takes long")
  func long() {
    expectNil(readings(String(repeating: "/a.jpg ", count: 10_000)))
    expectNil(readings(String(repeating: "/a.jpg ", count: 1001)))
    expectEqual(readings(String(repeating: "/a.jpg ", count: 1000))?.first?.count, 1000)
    let time = processorTime {
      for evil in ["'", "\\", "/", "\"\\", "file:%", "/a '", "~/"] {
        _ = readings("/" + String(repeating: evil, count: 60_000 / evil.utf8.count))
      }
    }
    expectLess(time, .seconds(20))
  }
}
