import DiaryCore
import Glibc
import TestSupport

/// Compares importing a diary with `jq`, which reads and writes the same lines.
@MainActor enum Imports {
  static let benchmark = Benchmark(name: "import", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let jq = try Tool.run("jq", ["-c", ".", diary.corpus])
    return [
      try await Finding.medians(
        "import of \(Decimals.grouped(diary.entries)) lines, beside jq -c .",
        bench.options.slowRuns, isCold: true, atMost: 3,
        ours: {
          try Disk.time(after: diary.home) { diary.importCorpus(into: bench.newPath("imported")) }
        }, reference: { try jq.time() })
    ]
  }
}

/// Compares importing a Day One export with unpacking and hashing it.
@MainActor enum DayOneImports {
  static let benchmark = Benchmark(name: "dayone", run: run)
  private static let entries = 10_000
  private static let photos = 1000

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let folder = try bench.newFolder("dayone")
    let zip = folder + "/export.zip"
    try write(zip, bench)
    let diary = try bench.copy(of: bench.smallest)
    let what = "import of \(Decimals.grouped(entries)) Day One entries, \(photos) photos"
    return [
      try await Finding.medians(
        "\(what), beside unzip and sha256sum", bench.options.slowRuns, isCold: true, atMost: 1.5,
        ours: {
          try Disk.time(after: folder) {
            diary.run(store: bench.newPath("brought"), "import", zip)
          }
        },
        reference: {
          let copy = bench.newPath("unzipped")
          let unpacking = try Disk.time(after: folder) {
            try Tool.run("unzip", ["-q", zip, "-d", copy])
          }
          let names = (0..<photos).map { "\(copy)/photos/\(name(of: $0))" }
          return try unpacking + Tool.run("sha256sum", ["\(copy)/Journal.json"] + names).time()
        })
    ]
  }

  private static func write(_ zip: String, _ bench: Workbench) throws {
    let export = try bench.newFolder("dayone-export")
    let photoFolder = export + "/photos"
    guard mkdir(photoFolder, 0o700) == 0 else { throw Failure.cannotWrite(photoFolder) }
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

/// Compares with jrnl, which keeps a journal in one text file, without limits.
@MainActor enum Jrnl {
  static let benchmark = Benchmark(name: "jrnl", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    guard let program = try? Tool.path("jrnl") else {
      return [Finding("jrnl", .skipped("it isn't installed"))]
    }
    // With more, a round takes minutes.
    let sizes = bench.options.sizes
    let entries = sizes.last { $0 <= 10_000 } ?? sizes[0]
    let diary = try bench.copy(of: bench.diary(of: entries))
    let (home, settings) = (try bench.newFolder("jrnl"), bench.newPath("jrnl.yaml"))
    try write(entries, to: home + "/journal.txt", settings: settings)
    func finding(_ what: String, _ ours: ProgramRun, _ theirs: String...) async throws -> Finding {
      let theirs = ProgramRun(
        [program, "--config-file", settings] + theirs,
        environment: TestEnvironment.with(["HOME": home]))
      return try await Finding.medians(
        "\(what), \(Decimals.grouped(entries)) entries, beside jrnl", bench.options.slowRuns,
        ours: { try ours.time() }, reference: { try theirs.time() })
    }
    let word = Corpus.rareWords[0]
    return [
      try await finding(
        "add", diary.run("add", "A walk.", "--content", "It rained."),
        "2025-12-31 10:00: A walk. It rained."),
      try await finding("list --limit 10", diary.run("list", "--limit", "10"), "-n", "10"),
      try await finding("search for a rare word", diary.run("search", word), "-contains", word),
    ]
  }

  /// Writes the corpus as a journal, and settings for it.
  private static func write(_ entries: Int, to journal: String, settings: String) throws {
    try FileWriter.write(
      Corpus.entries(entries).lazy.map { entry in
        let heading = "[\(entry.day) \(entry.time)] \(entry.title)."
        return Array("\(heading)\n\(entry.content) @\(entry.tag)\n\n".utf8)
      }, to: journal)
    let yaml = """
      colors: {body: none, date: none, tags: none, title: none}
      default_hour: 9
      default_minute: 0
      editor: ''
      encrypt: false
      highlight: false
      indent_character: '|'
      journals: {default: {journal: '\(journal)'}}
      linewrap: 79
      tagsymbols: '#@'
      template: false
      timeformat: '%F %H:%M'
      version: '4.6'

      """
    try FileWriter.write(yaml.utf8, to: settings)
  }
}
