import DiaryCore
import Glibc
import TestSupport

/// Importing a Day One export beside unpacking it and hashing what was in it.
enum DayOneImports {
  static let benchmark = Benchmark(name: "dayone", run: run)
  private static let entries = 10_000
  private static let photos = 1000

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let folder = try bench.newFolder("dayone")
    let zip = folder + "/export.zip"
    try write(zip, bench)
    let diary = try bench.copy(of: bench.smallest)
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        _ = try Disk.sync(folder)
        return try diary.run(store: bench.newPath("brought"), "import", zip).time()
      },
      reference: {
        let copy = bench.newPath("unzipped")
        _ = try Disk.sync(folder)
        let unpacking = try Tool.run("unzip", ["-q", zip, "-d", copy]).time()
        let names = (0..<photos).map { "\(copy)/photos/\(name(of: $0))" }
        return try unpacking
          + Tool.run("sha256sum", ["\(copy)/Journal.json"] + names).time()
      })
    let what = "import of \(Decimals.grouped(entries)) Day One entries, \(photos) photos"
    return [
      Finding(
        name: "\(what), beside unzip and sha256sum", unit: "ms", ours: ours.median,
        reference: reference.median, limit: .atMost(1.5))
    ]
  }

  @MainActor
  private static func write(_ zip: String, _ bench: Workbench) throws {
    let export = try bench.newFolder("dayone-export")
    let photoFolder = export + "/photos"
    guard mkdir(photoFolder, 0o700) == 0 else { throw CannotWrite(path: photoFolder) }
    for (index, file) in try SamplePhoto(bench).write(photos, to: photoFolder).enumerated() {
      rename("\(photoFolder)/\(file)", "\(photoFolder)/\(name(of: index))")
    }
    let rows = Corpus.entries(entries).enumerated().lazy.map { index, entry in
      JSONWriter.bytes(json(of: entry, index)) + Array(index == entries - 1 ? "]}".utf8 : ",".utf8)
    }
    let head = Array(#"{"metadata":{"version":"1.0"},"entries":["#.utf8)
    try FileWriter.write([head] + rows, to: export + "/Journal.json")
    try ProgramRun(["/bin/sh", "-c", "cd '\(export)' && zip -q -r '\(zip)' ."]).result()
  }

  private static func name(of photo: Int) -> String { hexadecimal(photo) + ".jpeg" }

  private static func json(of entry: CorpusEntry, _ index: Int) -> JSONValue {
    let each = entries / photos
    let photo = index.isMultiple(of: each) ? hexadecimal(index / each) : nil
    let text = "# \(entry.title)\n\n\(entry.content)"
    return .object([
      JSONMember("uuid", .string(hexadecimal(index).uppercased())),
      JSONMember("creationDate", .string("\(entry.day)T\(entry.time):00Z")),
      JSONMember("modifiedDate", .string("\(entry.day)T\(entry.time):00Z")),
      JSONMember("timeZone", .string("Asia/Seoul")),
      JSONMember("tags", .array([.string(entry.tag)])),
      JSONMember("text", .string(photo.map { text + "\n\n![](dayone-moment://\($0))" } ?? text)),
      JSONMember(
        "photos",
        .array(
          photo.map { name in
            [
              .object([
                JSONMember("identifier", .string(name)), JSONMember("md5", .string(name)),
                JSONMember("type", .string("jpeg")),
              ])
            ]
          } ?? [])),
    ])
  }

  private static func hexadecimal(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
