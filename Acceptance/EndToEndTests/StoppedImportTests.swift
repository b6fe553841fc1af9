import AcceptanceSupport
import Foundation
import TestSupport
import Testing

@Suite("Stopped imports") struct StoppedImportTests {
  private let photodiary: TestHome

  init() throws { photodiary = try TestHome() }

  /// `true` once an entry is saved. A program to list entries could take longer than the import.
  private var hasLog: Bool {
    let files = try? FileManager.default.subpathsOfDirectory(atPath: photodiary.store + "/log")
    return files?.contains { $0.hasSuffix(".jsonl") } ?? false
  }

  @Test func `a stopped import of photos reports its count, and can be repeated`() throws {
    // Enough photos to stop the import before its end.
    for index in 0..<1_600 {
      let day = 1 + index % 28
      let taken = "2023:0\(1 + index % 400 / 100):\(day < 10 ? "0" : "")\(day) 12:00:00"
      let photo = try DatedPhoto.bytes(taken, mark: UInt8(index % 256))
      try photodiary.folder.write(photo, to: "pictures/many/\(index).jpg")
    }
    let pictures = photodiary.folder.path("pictures")
    let running = try photodiary.start(["import", pictures, "--format", "photos"])
    let deadline = Patience.deadline
    while !hasLog, ContinuousClock.now < deadline {}
    running.send(SIGINT)
    try expectEqual(running.waitForEnd(), .status(130))
    let entries = try photodiary.entries()
    let photos = entries.reduce(0) { $0 + ($1["photos"]?.array?.count ?? 0) }
    expectEqual(
      running.errorText,
      "photodiary: Stopped. Added \(entries.count) of 112 entries, with \(photos) photos. "
        + "Import again for the rest.\n")
    expectEqual(running.lines, [])
    expectLess(entries.count, 112)
    try photodiary.output("import", pictures, "--format", "photos")
    try expectEqual(photodiary.entries().count, 112)
    try photodiary.output("verify")
  }

  @Test func `a stopped import of another program's diary changes nothing`() throws {
    try photodiary.output("add", "Mine")
    let photo = try DatedPhoto.bytes("2024:05:03 12:00:00", offset: nil, mark: 1)
    var entries: [String] = []
    for index in 0..<600 {
      let digits = String(index, radix: 16)
      let id = String(repeating: "0", count: 32 - digits.count) + digits
      entries.append(
        #"{"uuid":"\#(id)","creationDate":"2024-05-03T01:00:00Z","text":"t \#(index)","#
          + #""photos":[{"identifier":"\#(id)","md5":"\#(id)","type":"jpeg"}]}"#)
      try photodiary.folder.write(photo + Array("\(index)".utf8), to: "many/photos/\(id).jpeg")
    }
    try photodiary.folder.write(
      #"{"metadata":{},"entries":[\#(entries.joined(separator: ","))]}"#, to: "many/J.json")
    let many = photodiary.folder.path("many")
    // Ctrl-C, a closed terminal or a shutdown stop it at the start, and later each time.
    let endings = [SIGHUP, SIGTERM, SIGHUP, SIGINT, SIGHUP]
    for (copied, ending) in zip([0, 1, 100, 300, 600], endings) {
      let running = try photodiary.start(["import", many])
      try expect(comesTrue { try photodiary.files(in: photodiary.store).count > copied })
      running.send(ending)
      let end = try running.waitForEnd()
      let count = try photodiary.entries().count
      if end == .status(0) {
        expectEqual(count, 601)
        break
      }
      expectEqual(count, 1)
      // No photos and no temporary files are left.
      let found = try photodiary("verify")
      expectEqual(found.status, 0, "\(found.text)")
      expectLacks(found.text, "orphan", "\(found.text)")
    }
    try photodiary.output("import", many)
    try expectEqual(photodiary.entries().count, 601)
    try photodiary.output("verify")
  }
}
