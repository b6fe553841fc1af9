import Age
import System

/// Encrypting a large file, from the disk to the disk, beside the program age.
enum Sealing {
  static let benchmark = Benchmark(name: "sealing", run: run)

  @MainActor
  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let (clear, sealed) = (bench.newPath("clear"), bench.newPath("sealed"))
    let megabyte = (0..<1_000_000).map { _ in UInt8.random(in: .min ... .max) }
    try FileWriter.write((0..<bench.options.photo).lazy.map { _ in megabyte }, to: clear)
    let recipient = AgeIdentity().recipient
    func start() throws {
      try Disk.remove(sealed)
      _ = try Disk.sync(clear)
    }
    let (ours, reference) = try await Turns.take(
      bench.options.slowRuns, isCold: true,
      ours: {
        try start()
        return try ContinuousClock().measure { try seal(clear, to: sealed, recipient) }
      },
      reference: {
        try start()
        return try Tool.run("age", ["-r", "\(recipient)", "-o", sealed, clear]).time()
      })
    return [
      Finding(
        name: "encrypting \(Decimals.grouped(bench.options.photo)) MB, beside age", unit: "ms",
        ours: ours.median, reference: reference.median, limit: .atMost(1.5))
    ]
  }

  private static func seal(_ path: String, to sealed: String, _ recipient: AgeRecipient) throws {
    let input = try OpenFile<SystemError>(path, .readOnly)
    let output = try OpenFile<SystemError>(sealed, .new)
    var writer = try AgeWriter(to: .recipients([recipient]))
    try input.forEachPiece(of: 1 << 20) { bytes throws(SystemError) in
      try writer.write(bytes) { sealed throws(SystemError) in try output.write(sealed) }
    }
    try writer.finish { sealed throws(SystemError) in try output.write(sealed) }
  }
}
