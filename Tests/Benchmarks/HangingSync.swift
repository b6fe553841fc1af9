import Glibc
import TestSupport

/// What a key in the list costs while a sync waits for a remote that never answers.
struct HangingSync {
  private let with: PseudoTerminal
  private let without: PseudoTerminal
  /// Holds the number of the process that the sync waits for.
  private let process: String

  struct NoSync: Error, CustomStringConvertible {
    let description = "no sync waits for the remote"
  }

  /// Opens a diary of that size twice, on terminals of their own: with such a remote and without.
  @MainActor
  init(_ diary: BenchmarkDiary, _ bench: Workbench) throws {
    let (syncing, alone) = (try bench.copy(of: diary), try bench.copy(of: diary))
    process = syncing.home + "/process"
    let programs = try bench.newFolder("programs")
    try FileWriter.write(Self.ssh.utf8, to: programs + "/ssh")
    chmod(programs + "/ssh", 0o755)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let environment = syncing.environment.merging(["PATH": "\(programs):\(path)"]) { $1 }
    let remote = "ssh://far.example" + syncing.home + "/remote"
    try ProgramRun(
      [syncing.program, "remote", "add", "far", remote], environment: environment
    ).result()
    try FileWriter.write("".utf8, to: syncing.home + "/silent")
    with = try PseudoTerminal(
      program: syncing.program, environment: environment, columns: 120, rows: 40)
    without = try alone.open(columns: 120, rows: 40)
    for terminal in [with, without] { terminal.settle(silence: .milliseconds(300)) }
    // It syncs after its first frame.
    let process = process
    guard comesTrue({ access(process, F_OK) == 0 }) else { throw NoSync() }
  }

  /// The host is this machine, until it falls silent.
  private static let ssh = """
    #!/bin/sh
    if [ -e "$HOME/silent" ]; then echo $$ >"$HOME/process"; exec sleep 1000; fi
    for command; do :; done
    exec sh -c "$command"

    """

  /// From the key to the first that is drawn for it, in turns. The sync ends with it.
  func pressKeys(_ count: Int) throws -> (ours: Samples, reference: Samples) {
    var (ours, reference) = (Samples(), Samples())
    for number in 0..<count {
      let key = number % 2 == 0 ? "j" : "k"
      ours.add(press(key, with))
      reference.add(press(key, without))
    }
    let text = String(decoding: try TemporaryFolder.bytes(of: process), as: UTF8.self)
    guard let waitsFor = Int32(text.prefix { $0.isNumber }), kill(waitsFor, 0) == 0 else {
      throw NoSync()
    }
    kill(waitsFor, SIGKILL)
    return (ours, reference)
  }

  private func press(_ key: String, _ terminal: PseudoTerminal) -> Duration {
    let time = ContinuousClock().measure {
      terminal.write(Array(key.utf8))
      _ = terminal.read(until: .now + .seconds(20))
    }
    // What else is drawn for it.
    while terminal.read(until: .now + .milliseconds(10)) {}
    return time
  }
}
