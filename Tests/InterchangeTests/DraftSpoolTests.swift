import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("What an import puts aside")
struct DraftSpoolTests {
  /// The path of the file without a name that this program has open for a spool in a folder.
  private func spoolPath(in folder: String) throws -> String? {
    let descriptors = "/proc/\(getpid())/fd"
    let list = try ProgramResult.run(
      "/usr/bin/find", [descriptors, "-lname", folder + "/.spool-*"])
    return list.text.split(separator: "\n").first.map(String.init)
  }

  @Test func `a large diary waits sealed, and comes back in its order`() throws {
    let folder = try TemporaryFolder()
    let spool = DraftSpool(below: folder.path)
    let canary = "\(ID<Entry>.random())"
    let text = canary + String(repeating: "long ", count: 200_000)
    let date = try require(EntryDate("2026-11-20T10:00:00+09:00"))
    let time = Timestamp(milliseconds: 0)
    for number in 0..<40 {
      let entry = Entry(
        id: .random(), fields: EntryFields(date: date, title: "\(number)", content: text),
        author: .nobody, created: time, modified: time)
      try spool.add(ReadEntry(place: .file("diary"), entry: entry, photos: []))
    }
    let path = try require(try spoolPath(in: folder.path))
    for words in [canary, "long long"] {
      try expectEqual(ProgramResult.run("/bin/grep", ["-caF", words, path]).text, "0\n")
    }
    for _ in 0..<2 {
      var reader = spool.reader()
      var titles: [String] = []
      while let draft = reader.next() {
        expectEqual(draft.read.entry.content, text)
        titles.append(draft.read.entry.title)
      }
      expectEqual(titles, (0..<40).map(String.init))
    }
  }
}
