import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Names of exported files")
struct ExportNameTests {
  @Test(arguments: [
    ("../../etc/passwd", "etc passwd"), ("..", ""), ("...", ""), (". . .", ""), ("", ""),
    (".hidden", "hidden"), ("end. .", "end"), ("a/b\\c", "a b c"),
    ("a\u{0}\u{1B}[31mb\nc", "a [31mb c"),
    ("<>:\"|?*", ""), ("CON", "CON_"), ("con.tar.gz", "con_.tar.gz"),
    ("Lpt1 .x", "Lpt1 _.x"), ("COM0", "COM0"), ("Console", "Console"), ("/\u{301}etc", "etc"),
    ("a\u{202E}b", "a b"),
    ("👨‍👩‍👧 day", "👨‍👩‍👧 day"), ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}"),
    ("  wide \u{3000} space  ", "wide space"),
  ])
  func `a text becomes a safe part of a name`(text: String, name: String) {
    let made = SafeFileName.make(from: text)
    expectEqual(Array(made.utf8), Array(name.utf8), "\(made)")
  }

  @Test func `a long name is cut between characters`() {
    expectEqual(SafeFileName.make(from: String(repeating: "a", count: 10_000)).utf8.count, 100)
    let korean = SafeFileName.make(from: String(repeating: "한", count: 10_000))
    expectEqual(korean, String(repeating: "한", count: 33))
    let family = SafeFileName.make(from: String(repeating: "👨‍👩‍👧", count: 100))
    expectEqual(family, String(repeating: "👨‍👩‍👧", count: 5))
    let cut = SafeFileName.make(from: String(repeating: "a", count: 99) + " b")
    expectEqual(cut, String(repeating: "a", count: 99))
    expect(SafeFileName.make(from: "a" + String(repeating: "\u{301}", count: 100)).isEmpty)
  }

  @Test func `no title leads out of the folder`() async throws {
    let diary = try Diary()
    let titles = [
      "../../etc/passwd", "/etc/passwd", "..", "a\u{0}b", "CON", ".git", "\u{1B}]0;x\u{7}",
      String(repeating: "x", count: 10_000), "한글".decomposed, "👩🏽‍🚀", "   ", "\u{2F}\u{338}x",
    ]
    for title in titles { try await diary.add(title, content: "x") }
    let photo = try await diary.photo("photo", name: "p.jpg")
    var hostile = photo
    hostile.name = "../../x\u{0}.sh/.."
    hostile.type = MediaType("../../evil")
    try await diary.add("p", photos: [hostile])
    try await diary.export()
    let day = "2026-11-19"
    let x100 = String(repeating: "x", count: 100)
    expectEqual(
      files(diary.target),
      [
        "2026/\(day) ]0;x.md", "2026/\(day) CON.md", "2026/\(day) a b.md",
        "2026/\(day) etc passwd 2.md", "2026/\(day) etc passwd.md", "2026/\(day) git.md",
        "2026/\(day) p.md", "2026/\(day) \(x100).md", "2026/\(day) x.md",
        "2026/\(day) 한글.md", "2026/\(day) 👩🏽‍🚀.md", "2026/\(day) 2.md", "2026/\(day).md",
        "photos/\(day) x .sh.bin",
      ].sorted())
    expect(tree(diary.folder.path).allSatisfy { $0.hasPrefix("out") || $0.hasPrefix("in") })
  }

  @Test func `names that a file system may take for one get numbers, by age`() async throws {
    let diary = try Diary()
    let newest = try await diary.add("trip", on: "2026-11-19T12:00:00+09:00")
    let oldest = try await diary.add("Trip", on: "2026-11-19T08:00:00+09:00")
    let middle = try await diary.add("TRIP", on: "2026-11-19T09:00:00+09:00")
    try await diary.add("한", on: "2026-11-20T00:00:00+09:00")
    try await diary.add("한".decomposed, on: "2026-11-20T01:00:00+09:00")
    for _ in 1...2 {
      try await diary.export()
      expectEqual(
        Set(files(diary.target)),
        [
          "2026/2026-11-19 Trip.md", "2026/2026-11-19 TRIP 2.md", "2026/2026-11-19 trip 3.md",
          "2026/2026-11-20 한.md", "2026/2026-11-20 \("한".decomposed) 2.md",
        ])
      for (name, entry) in [("Trip", oldest), ("TRIP 2", middle), ("trip 3", newest)] {
        let text = try diary.folder.text("out/2026/2026-11-19 \(name).md")
        expectContains(text, entry.id.description)
      }
    }
  }

  @Test func `a path of a manifest can't lead out`() {
    for text in [
      "", "/", "a/", "/a", "..", "../a", "a/..", "a/b/c", ".", "a\u{0}", "..\u{2F}\u{301}",
    ] {
      expectNil(ExportPath(text), "\(text)")
    }
    expectEqual(ExportPath("2026/a.md"), ExportPath(folder: "2026", name: "a.md"))
    expectNotEqual(ExportPath("한"), ExportPath("한".decomposed))
  }
}

extension String {
  /// Hangul syllables as separate letters.
  var decomposed: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard (0xAC00..<0xD7A4).contains(scalar.value) else {
        result.append(scalar)
        continue
      }
      let index = scalar.value - 0xAC00
      let letters = [0x1100 + index / 588, 0x1161 + index / 28 % 21, 0x11A7 + index % 28]
      for letter in letters where letter != 0x11A7 {
        if let letter = Unicode.Scalar(letter) { result.append(letter) }
      }
    }
    return String(result)
  }
}
