import DiaryCore
import Glibc
import TestSupport

/// Compares a save with a C program that appends a line durably.
@MainActor enum Saves {
  static let benchmark = Benchmark(name: "save", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.smallest)
    let append = ProgramRun([bench.options.program("append"), bench.newPath("appended"), "1"])
    let add = diary.run("add", "A walk by the river", "--content", "강가를 걸었다.")
    // First, while no new index is due.
    let syncs = try syncs(of: add, "an add", bench)
    let whole = try await Finding.medians(
      "add, whole process, beside append.c", bench.options.runs, ours: { try add.time() },
      reference: { try append.time() })
    let opened = try OpenDiary(diary)
    let fields = OpenDiary.sampleFields()
    let inside = try await Finding.medians(
      "save in a running diary, beside append.c", bench.options.runs,
      ours: { try await opened.time { _ = try await $0.add(fields) } },
      reference: { try ownTime(of: append) })
    return [syncs, whole, inside]
  }

  /// The time measured by the C program.
  private static func ownTime(of append: ProgramRun) throws -> Duration {
    let text = try append.result().text
    return .nanoseconds(Int((Double(text.filter { $0 != "\n" }) ?? .infinity) * 1000))
  }

  /// Counts the fsync calls of a save, its main cost. Its log exists already.
  static func syncs(
    of add: ProgramRun, _ what: String, _ bench: Workbench, exactly expected: Double = 1
  ) throws -> Finding {
    let name = "fsync calls of \(what)"
    let record = bench.newPath("calls")
    guard let strace = try? Tool.path("strace") else {
      return Finding(name, .skipped("strace isn't installed"))
    }
    let calls = "trace=fsync,fdatasync,syncfs,sync,sync_file_range,msync"
    var traced = add
    traced.arguments =
      [strace, "-f", "-qq", "-e", calls, "-e", "signal=none", "-o", record] + add.arguments
    guard (try? ProgramRun([strace, "-qq", "-o", record, "true"]).result()) != nil else {
      return Finding(name, .skipped("strace may not trace here"))
    }
    try traced.result()
    // An interrupted call has a second line without a parenthesis.
    let lines = String(decoding: try bench.read(record), as: UTF8.self).split(separator: "\n")
    let count = lines.count { $0.contains("sync(") || $0.contains("syncfs(") }
    return Finding(name, Double(count), "", exactly: expected)
  }
}

/// Renames a tag of a sixth of all entries, as a process.
@MainActor enum RenamedTags {
  static let benchmark = Benchmark(name: "tags", run: run)

  /// In milliseconds, for this number of entries.
  private static let limit = 2000.0
  private static let entries = 10_000.0

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.largest)
    let old = Corpus.tag
    let found = try diary.run("list", "--tag", old, "--format", "jsonl").result().output
    let count = found.count { $0 == 0x0A }
    let first = try milliseconds(diary.run("tags", "rename", old, "renamed"))
    // Renames it back for the next run.
    let second = try milliseconds(diary.run("tags", "rename", "renamed", old))
    let slower = max(first, second)
    let time = slower * min(1, entries / Double(max(1, count)))
    return [
      Finding("a tag renamed in 10,000 of \(diary.entries) entries", time, atMost: limit),
      // Two for the note that makes the lines count together, one for them, one to remove the note.
      try Saves.syncs(
        of: diary.run("tags", "rename", old, "renamed"), "renaming a tag", bench, exactly: 4),
    ]
  }

  private static func milliseconds(_ run: ProgramRun) throws -> Double {
    try run.time() / .milliseconds(1)
  }
}

/// Lists the first ten entries after the index was deleted.
@MainActor enum LostIndex {
  static let benchmark = Benchmark(name: "lost-index", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.largest)
    func listing() throws -> [UInt8] {
      try diary.run("list", "--format", "jsonl").result().output
    }
    let before = try listing()
    let samples = try await Turns.take(bench.options.slowRuns) {
      try Disk.remove(diary.index)
      return try diary.run("list", "--limit", "10").time()
    }
    try Disk.remove(diary.index)
    let after = try listing()
    let name = "index deleted, \(Decimals.grouped(diary.entries)) entries"
    return [
      Finding(name + ": list --limit 10", samples.median, atMost: 3000),
      Finding(name + ": listings that differ", before == after ? 0 : 1, "", exactly: 0),
    ]
  }
}

/// Measures a key in the list while a sync waits for a silent remote.
struct HangingSync {
  private let with: PseudoTerminal
  private let without: PseudoTerminal
  /// Contains the id of the process that the sync waits for.
  private let process: String

  private static let noSync = Failure("no sync waits for the remote")

  /// Opens copies of a diary on two terminals, with and without the silent remote.
  @MainActor init(_ diary: BenchmarkDiary, _ bench: Workbench) throws {
    let (syncing, alone) = (try bench.copy(of: diary), try bench.copy(of: diary))
    process = syncing.home + "/process"
    let programs = try bench.newFolder("programs")
    try FileWriter.write(Self.ssh.utf8, to: programs + "/ssh")
    chmod(programs + "/ssh", 0o755)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let environment = syncing.environment.merging(["PATH": "\(programs):\(path)"]) { $1 }
    let remote = "ssh://far.example" + syncing.home + "/remote"
    try ProgramRun([syncing.program, "remote", "add", "far", remote], environment: environment)
      .result()
    try FileWriter.write("".utf8, to: syncing.home + "/silent")
    with = try PseudoTerminal(
      program: syncing.program, environment: environment, columns: 120, rows: 40)
    without = try alone.open(columns: 120, rows: 40)
    for terminal in [with, without] { terminal.settle(silence: .milliseconds(300)) }
    // The first sync starts after the first frame.
    let process = process
    guard comesTrue({ access(process, F_OK) == 0 }) else { throw Self.noSync }
  }

  /// The host is this machine, until it becomes silent.
  private static let ssh = """
    #!/bin/sh
    if [ -e "$HOME/silent" ]; then echo $$ >"$HOME/process"; exec sleep 1000; fi
    for command; do :; done
    exec sh -c "$command"

    """

  /// Measures keys until their first output, in turns, then ends the sync.
  func pressKeys(_ count: Int) throws -> (ours: Samples, reference: Samples) {
    var (ours, reference) = (Samples(), Samples())
    for number in 0..<count {
      let key = number % 2 == 0 ? "j" : "k"
      ours.add(press(key, with))
      reference.add(press(key, without))
    }
    let text = String(decoding: try TemporaryFolder.bytes(of: process), as: UTF8.self)
    guard let waitsFor = Int32(text.prefix { $0.isNumber }), kill(waitsFor, 0) == 0 else {
      throw Self.noSync
    }
    kill(waitsFor, SIGKILL)
    return (ours, reference)
  }

  private func press(_ key: String, _ terminal: PseudoTerminal) -> Duration {
    let time = ContinuousClock().measure {
      terminal.write(Array(key.utf8))
      _ = terminal.read(until: .now + .seconds(20))
    }
    // Reads the rest of the output.
    while terminal.read(until: .now + .milliseconds(10)) {}
    return time
  }
}
