import DiaryCore
import MemoryRemote
import Sync
import TestSupport
import Testing

/// Files that somebody has put where a device's own lines are, so that these seem to be there.
@Suite struct HollowSegmentTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// What it would be called if it had lines of those numbers.
  private func name(_ device: ID<Device>, _ numbers: String, like file: RemoteName) -> RemoteName? {
    RemoteName("log/\(device)/\(numbers)-\(file.path.split(separator: "-").last ?? "")")
  }

  @Test(arguments: [true, false])
  func `a file that says to have this device's lines doesn't keep them from being sent`(
    isPlain: Bool
  ) async throws {
    let (writer, reader) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    try await writer.write("first")
    let words = try await writer.add(isPlain: isPlain)
    try await reader.clone(words: words, isPlain: isPlain)
    try await reader.write("theirs")
    try await reader.sync()
    let (device, readers) = (try require(writer.device), try require(reader.device))
    let other = try require(host.files.first { $0.key.path.hasPrefix("log/\(readers)/") })
    // The lines of another device, a text, and lines that will only come.
    for (numbers, bytes) in [
      ("00000003-00000004", other.value), ("00000003-00000009", Array("nothing".utf8)),
      ("00000005-00000040", other.value),
    ] {
      host.files[try require(name(device, numbers, like: other.key))] = bytes
    }
    let known = host.files.count
    for number in 0..<6 {
      try await writer.write("next \(number)")
      _ = await writer.engine.sync(nil, isDryRun: false) { _ in }
    }
    expectGreater(host.files.count, known)
    _ = await reader.engine.sync(nil, isDryRun: false) { _ in }
    try await expectEqual(reader.titles(), writer.titles())
    try await expectEqual(reader.titles().count, 8)
    for machine in [writer, reader] { try expectEqual(machine.findings(), []) }
    // It is said once, and nothing is sent over and over.
    let files = host.files.count
    for _ in 0..<2 { _ = await writer.engine.sync(nil, isDryRun: false) { _ in } }
    expectEqual(host.files.count, files)
  }

  /// As a member of a shared diary may who has turned bad. Nothing of that device is there yet.
  @Test func `a file that says to have another's lines doesn't hide them`() async throws {
    let (one, reader, writer) = (
      try SyncMachine(host, clock), try SyncMachine(host, clock), try SyncMachine(host, clock)
    )
    try await one.write("first")
    try await one.add(isPlain: true)
    for machine in [reader, writer] { try await machine.clone(isPlain: true) }
    try await writer.write("second")
    try await writer.sync()
    let device = try require(writer.device)
    let other = try require(
      host.files.first { $0.key.path.hasPrefix("log/") && !$0.key.path.contains("\(device)") })
    host.files[try require(name(device, "00000001-00000040", like: other.key))] = other.value
    _ = await reader.engine.sync(nil, isDryRun: false) { _ in }
    try await expectEqual(reader.titles(), ["first", "second"])
    try expectEqual(reader.findings(), [])
    try await writer.write("third")
    _ = await writer.engine.sync(nil, isDryRun: false) { _ in }
    _ = await reader.engine.sync(nil, isDryRun: false) { _ in }
    try await expectEqual(reader.titles(), ["first", "second", "third"])
  }
}
