import DiaryCore
import Glibc
import TestSupport

/// What a save costs beside a C program that appends a line and makes it durable.
enum Saves {
  static let benchmark = Benchmark(name: "save", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.copy(of: bench.smallest)
    let append = ProgramRun([bench.options.program("append"), bench.newPath("appended"), "1"])
    let add = diary.run("add", "A walk by the river", "--content", "강가를 걸었다.")
    // First, while no new index is due.
    let syncs = try syncs(of: add, "an add", bench)
    let whole = try await Turns.take(
      bench.options.runs, ours: { try add.time() }, reference: { try append.time() })
    let opened = try OpenDiary(diary)
    let fields = OpenDiary.sampleFields()
    let inside = try await Turns.take(
      bench.options.runs,
      ours: { try await opened.time { _ = try await $0.add(fields) } },
      reference: { try ownTime(of: append) })
    return [
      syncs,
      Finding(
        name: "add, whole process, beside append.c", unit: "ms", ours: whole.ours.median,
        reference: whole.reference.median),
      Finding(
        name: "save in a running diary, beside append.c", unit: "ms", ours: inside.ours.median,
        reference: inside.reference.median),
    ]
  }

  /// The time that the C program measured itself.
  private static func ownTime(of append: ProgramRun) throws -> Duration {
    let text = try append.result().text
    return .nanoseconds(Int((Double(text.filter { $0 != "\n" }) ?? .infinity) * 1000))
  }

  /// How often a save waits for the disk, which costs more than all else. Its log exists already.
  @MainActor
  static func syncs(
    of add: ProgramRun, _ what: String, _ bench: Workbench
  ) throws -> Finding {
    let name = "fsync calls of \(what)"
    let record = bench.newPath("calls")
    guard let strace = try? Tool.path("strace") else {
      return Finding(name: name, outcome: .skipped("strace isn't installed"))
    }
    let calls = "trace=fsync,fdatasync,syncfs,sync,sync_file_range,msync"
    var traced = add
    traced.words =
      [strace, "-f", "-qq", "-e", calls, "-e", "signal=none", "-o", record] + add.words
    guard (try? ProgramRun([strace, "-qq", "-o", record, "true"]).result()) != nil else {
      return Finding(name: name, outcome: .skipped("strace may not trace here"))
    }
    try traced.result()
    // A call that another thread interrupted has a second line, which has no parenthesis after
    // the name.
    let lines = String(decoding: try bench.read(record), as: UTF8.self).split(separator: "\n")
    let count = lines.count { $0.contains("sync(") || $0.contains("syncfs(") }
    return Finding(name: name, ours: Double(count), limit: .exactly(1))
  }
}
