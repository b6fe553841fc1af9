import TestSupport

/// From starting the program to the last byte of its first full screen, beside a C program that
/// does nothing else. They take turns, so that both meet the same machine.
enum FirstFrame {
  static let benchmark = Benchmark(name: "first-frame", run: run)

  struct NoFrame: Error, CustomStringConvertible {
    let program: String
    let output: String
    var description: String { "\(program) drew no frame: \(output.debugDescription)" }
  }

  private static func run(_ options: Options) throws {
    let home = try TemporaryFolder()
    var diary = Times()
    var reference = Times()
    for run in 0...options.runs {
      let one = try time(options.diary, marker: options.marker, home: home.path)
      let other = try time(options.reference, marker: "END-OF-FRAME", home: home.path)
      // The first only fills the page cache.
      if run == 0 { continue }
      diary.add(one)
      reference.add(other)
    }
    print("first frame, \(options.runs) runs, warm")
    print("  diary      \(diary.description)")
    print("  reference  \(reference.description)")
    print("  ratio      \(Times.text(diary.median / reference.median))")
  }

  private static func time(_ program: String, marker: String?, home: String) throws -> Duration {
    let environment = TestEnvironment.with([
      "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state",
      "XDG_CONFIG_HOME": home + "/config", "XDG_CACHE_HOME": home + "/cache",
    ])
    let clock = ContinuousClock()
    let start = clock.now
    let terminal = try PseudoTerminal(
      program: program, environment: environment, columns: 120, rows: 40)
    let wanted = marker.map { Array($0.utf8) }
    var last: ContinuousClock.Instant?
    while terminal.read(until: last.map { $0 + .milliseconds(100) } ?? start + .seconds(10)) {
      last = clock.now
      if let wanted, terminal.bytes.contains(wanted) { return clock.now - start }
    }
    guard wanted == nil, let last, !terminal.hasEnded else {
      throw NoFrame(program: program, output: String(decoding: terminal.bytes, as: UTF8.self))
    }
    return last - start
  }
}

extension [UInt8] {
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, count >= wanted.count else { return false }
    return indices.dropLast(wanted.count - 1).contains { index in
      self[index] == first && self[index...].starts(with: wanted)
    }
  }
}
