import Glibc
import TestSupport

/// The program's anonymous memory with a large diary (RssAnon, without mapped files).
@MainActor enum Memory {
  static let benchmark = Benchmark(name: "memory", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let diary = try bench.largest
    let terminal = try diary.openAndSettle(columns: 120, rows: 40)
    let inList = try anonymous(terminal, bench)
    // The end of the list and back.
    for key in ["G", "g"] {
      terminal.write(Array(key.utf8))
      terminal.settle(silence: .milliseconds(300))
    }
    let afterMoving = try anonymous(terminal, bench)
    // Every entry has this letter; each letter typed searches again.
    let most = try most(of: terminal, typing: "/e", bench)
    let afterSearch = try anonymous(terminal, bench)
    let name = "memory, \(Decimals.grouped(diary.entries)) entries, "
    return [
      Finding(name + "in the list", inList, "MB", atMost: 64),
      Finding(name + "after G and g", afterMoving, "MB", atMost: 64),
      Finding(name + "after a search that finds all", afterSearch, "MB", atMost: 64),
      Finding(name + "most seen while it searched", most, "MB"),
    ]
  }

  /// The peak memory while a text is typed, optionally of all processes.
  static func most(
    of terminal: PseudoTerminal, typing text: String, withOthers: Bool = false, _ bench: Workbench
  ) throws -> Double {
    var most = 0.0
    for key in text {
      terminal.write(Array(String(key).utf8))
      var deadline = ContinuousClock.now + .seconds(20)
      while terminal.read(until: deadline) {
        most = max(most, try withOthers ? ofAll(terminal, bench) : anonymous(terminal, bench))
        deadline = .now + .seconds(1)
      }
    }
    return most
  }

  /// In millions of bytes.
  static func anonymous(_ terminal: PseudoTerminal, _ bench: Workbench) throws -> Double {
    try anonymous(process: "\(terminal.pid)", bench)
  }

  /// The memory of the program and its children.
  static func ofAll(_ terminal: PseudoTerminal, _ bench: Workbench) throws -> Double {
    // A thread may end in the meantime.
    let list = "cat /proc/\(terminal.pid)/task/*/children 2>/dev/null; true"
    let children = try Tool.run("sh", ["-c", list]).result()
    var sum = try anonymous(terminal, bench)
    for child in children.text.split(whereSeparator: \.isWhitespace) {
      // The process may have ended.
      sum += (try? anonymous(process: String(child), bench)) ?? 0
    }
    return sum
  }

  /// A program's peak memory until its end, and its output.
  static func most(of program: ProgramRun, _ bench: Workbench) throws -> (
    memory: Double, lines: [String]
  ) {
    let run = try RunningProgram(
      program.arguments[0], Array(program.arguments.dropFirst()),
      environment: program.environment.mapValues { $0 })
    var most = 0.0
    // The system reports no peak without mapped files.
    while let now = try? anonymous(process: "\(run.pid)", bench) {
      most = max(most, now)
      usleep(10_000)
    }
    guard try run.waitForEnd() == .status(0) else { throw Failure(run.errorText) }
    return (most, run.lines)
  }

  static func anonymous(process: String, _ bench: Workbench) throws -> Double {
    let status = String(decoding: try bench.read("/proc/\(process)/status"), as: UTF8.self)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
      let kibibytes = line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first,
      let count = Double(kibibytes)
    else { throw Failure("the system doesn't tell how much memory the program has") }
    return count * 1024 / 1e6
  }
}

/// Times that must not grow with the diary's size.
enum Growth {
  static let limit = 1.3

  /// Compares each size with the first one. The limit applies to the last.
  static func findings(
    _ name: String, unit: String = "ms", sizes: [Int], samples: [Samples],
    limit: Double? = Growth.limit, noise: Double? = nil
  ) -> [Finding] {
    sizes.indices.dropFirst().map { index in
      let isLast = index == sizes.count - 1
      return Finding(
        "\(name), \(Decimals.grouped(sizes[index])) beside \(Decimals.grouped(sizes[0]))",
        samples[index].median, unit, beside: samples[0].median, atMost: isLast ? limit : nil,
        noise: isLast ? noise : nil)
    }
  }
}
