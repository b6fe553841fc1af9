import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Another program's diary, on the command line")
struct CommandLineDayOneTests {
  private let photodiary: TestHome
  private var export: String { photodiary.folder.path("export") }

  init() throws {
    photodiary = try TestHome()
    try photodiary.folder.write(
      try DatedPhoto.bytes("2024:05:03 12:00:00", offset: nil, mark: 1),
      to: "export/photos/AB.JPEG")
    try write("Two words\\.")
  }

  private func write(_ text: String) throws {
    let id = String(repeating: "1", count: 32)
    try photodiary.folder.write(
      #"""
      {"metadata":{},"entries":[{"uuid":"\#(id)","creationDate":"2024-05-03T01:00:00Z",
      "modifiedDate":"2024-05-03T01:00:00Z","timeZone":"Asia/Seoul",
      "text":"\#(text.replacing("\\", with: "\\\\"))\n\n![](dayone-moment://ab)",
      "photos":[{"identifier":"AB","md5":"00"}],"audios":[{"md5":"ff","format":"aac"}]}]}
      """#, to: "export/Reise.json")
  }

  @Test func `interrupted, it leaves the diary as it was`() throws {
    try photodiary.output("add", "Mine")
    let photo = try DatedPhoto.bytes("2024:05:03 12:00:00", offset: nil, mark: 1)
    var entries: [String] = []
    for index in 0..<600 {
      let digits = String(index, radix: 16)
      let id = String(repeating: "0", count: 32 - digits.count) + digits
      entries.append(
        #"{"uuid":"\#(id)","creationDate":"2024-05-03T01:00:00Z","text":"t \#(index)","#
          + #""photos":[{"identifier":"\#(id)","md5":"\#(id)","type":"jpeg"}]}"#)
      try photodiary.folder.write(
        photo + Array("\(index)".utf8), to: "many/photos/\(id).jpeg")
    }
    try photodiary.folder.write(
      #"{"metadata":{},"entries":[\#(entries.joined(separator: ","))]}"#, to: "many/J.json")
    let many = photodiary.folder.path("many")
    // Ctrl-C, a closed terminal, a system that goes down: at its start, and further and further on.
    let endings = [SIGHUP, SIGTERM, SIGHUP, SIGINT, SIGHUP]
    for (copied, ending) in zip([0, 1, 100, 300, 600], endings) {
      let running = try photodiary.start(["import", many])
      try expect(comesTrue { try photodiary.files(in: photodiary.store).count > copied })
      running.send(ending)
      let end = try running.waitForEnd()
      let count = try photodiary.json("list", "--format", "json").array?.count
      if end == .status(0) {
        expectEqual(count, 601)
        break
      }
      expectEqual(count, 1)
      // Nothing is left of it, neither photos nor what was on its way.
      let found = try photodiary("verify")
      expectEqual(found.status, 0, "\(found.text)")
      expectLacks(found.text, "orphan", "\(found.text)")
    }
    try photodiary.output("import", many)
    try expectEqual(photodiary.json("list", "--format", "json").array?.count, 601)
    try photodiary.output("verify")
  }
}
