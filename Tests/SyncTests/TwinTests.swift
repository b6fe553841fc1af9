import DiaryCore
import DiaryStore
import MemoryRemote
import TestSupport
import Testing

/// Two machines with copies of one disk, one of which emptied its trash.
@Suite(.cheapWords) struct TwinTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// A machine with a trashed entry, its copy, and a third machine.
  private func twins() async throws -> (
    one: SyncMachine, twin: SyncMachine, third: SyncMachine, Entry
  ) {
    let one = try SyncMachine(host, clock)
    try await one.write("first")
    let entry = try await one.write("trashed")
    try await one.add(isPlain: true)
    let third = try await SyncMachine(host, clock, cloning: nil)
    _ = try await one.service.delete(entry.id)
    for machine in [one, third] { try await machine.sync() }
    return (one, try one.cloned(), third, entry)
  }

  private func expectSame(_ machines: [SyncMachine], titles: [String]) async throws {
    for machine in machines + machines + machines { try await machine.sync() }
    for machine in machines {
      try await expectEqual(machine.titles(), titles)
      try await expect(machine.service.trash().isEmpty)
      let findings = try machine.findings().filter { $0 != .missingParent }
      expectEqual(findings, [])
    }
    expectEqual(Set(machines.map(\.device)).count, machines.count)
    let fresh = try await SyncMachine(host, clock, cloning: nil)
    try await expectEqual(fresh.titles(), titles)
  }

  @Test(arguments: [false, true])
  func `an entry purged on one machine is removed from both`(isTwinFirst: Bool) async throws {
    let (one, twin, third, _) = try await twins()
    _ = try await one.service.emptyTrash()
    try await one.write("by one")
    try await twin.write("by the twin")
    let machines = isTwinFirst ? [twin, one, third] : [one, twin, third]
    try await expectSame(machines, titles: ["by one", "by the twin", "first"])
    expect(
      !host.files.values.contains {
        String(decoding: $0, as: UTF8.self).contains("\"title\":\"trashed\"")
      })
  }

  /// Both wrote lines with the same numbers, so numbers don't identify known lines.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0]])
  func `keeps the other machine's concurrent changes`(order: [Int]) async throws {
    let (one, twin, third, entry) = try await twins()
    for title in ["a", "b", "c"] { try await one.write(title) }
    _ = try await one.service.emptyTrash()
    _ = try await twin.service.restore(entry.id)
    try await twin.edit(entry, "restored")
    let machines = order.map { [one, twin, third][$0] }
    try await expectSame(machines, titles: ["a", "b", "c", "first", "restored"])
  }

  /// A third machine that knew only one of them emptied its trash.
  @Test func `keeps changes that the purging machine didn't know`() async throws {
    let (one, twin, third, entry) = try await twins()
    for title in ["a", "b", "c"] { try await one.write(title) }
    try await one.sync()
    try await third.sync()
    _ = try await third.service.emptyTrash()
    try await third.sync()
    _ = try await twin.service.restore(entry.id)
    try await twin.edit(entry, "restored")
    try await expectSame([twin, one, third], titles: ["a", "b", "c", "first", "restored"])
  }

  /// A third machine received purged lines while the twin wrote lines with the same numbers; only
  /// the record of each removed line distinguishes them.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]])
  func `removes purged lines that had already been received`(order: [Int]) async throws {
    let (one, twin, third, _) = try await twins()
    let gone = try await one.write("gone")
    try await one.sync()
    if order[0] == 2 { try await third.sync() }
    try await twin.write("by the twin")
    if order[0] == 1 { try await twin.sync() }
    _ = try await one.service.delete(gone.id)
    _ = try await one.service.emptyTrash()
    _ = try await twin.service.emptyTrash()
    let machines = order.map { [one, twin, third][$0] }
    try await expectSame(machines, titles: ["by the twin", "first"])
  }

  /// The third machine has only the twin's lines with these numbers.
  @Test func `keeps the twin's edit where the first machine's lines never arrived`() async throws {
    let (one, twin, third, entry) = try await twins()
    _ = try await twin.service.restore(entry.id)
    try await twin.edit(entry, "restored")
    try await twin.sync()
    try await third.sync()
    _ = try await one.service.restore(entry.id)
    try await one.edit(entry, "again")
    _ = try await one.service.delete(entry.id)
    _ = try await one.service.emptyTrash()
    try await expectSame([one, third, twin], titles: ["first", "restored"])
  }

  @Test func `a segment contains lines of one machine only`() async throws {
    let (one, twin, _, _) = try await twins()
    let device = try require(one.device)
    let first = try await one.write("by one")
    try await twin.write("by the twin")
    let second = try await twin.write("by the twin, later")
    for machine in [one, twin, one] { try await machine.sync() }
    try await expect(one.repository.isForked(device))
    let lines = Set(first.heads + second.heads)
    try await expectEqual(one.repository.outgoingSegments(of: lines).map(\.lineCount), [1, 1])
  }

  /// The notes about the remote weren't saved.
  @Test(arguments: 1...8)
  func `sends its lines after being killed while receiving the twin's`(call: Int) async throws {
    let (one, twin, third, _) = try await twins()
    _ = try await one.service.emptyTrash()
    for title in ["by the twin", "by the twin, later"] { try await twin.write(title) }
    try await twin.sync()
    try await one.write("by one")
    var faults = MemoryFaults()
    faults.failingCalls = [call]
    try await one.syncStopped(by: faults)
    try await expectSame(
      [one, twin, third], titles: ["by one", "by the twin", "by the twin, later", "first"])
  }

  /// The twin's lines have the same numbers, so no line seems missing.
  @Test(arguments: ["by one", "by the twin"])
  func `sends either twin's lines missing after a rollback`(title: String) async throws {
    let (one, _, third, _) = try await twins()
    _ = try await one.service.emptyTrash()
    try await one.sync()
    try await third.sync()
    let twin = try one.cloned()
    try await one.write("by one")
    try await twin.write("by the twin")
    for machine in [one, twin, one, twin] { try await machine.sync() }
    host.files = host.files.filter {
      !String(decoding: $0.value, as: UTF8.self).contains("\"title\":\"\(title)\"")
    }
    try await expectSame([one, twin, third], titles: ["by one", "by the twin", "first"])
  }

  /// The evidence of two machines writing as one device was purged as well.
  @Test func `keeps lines after the first of that run was purged`() async throws {
    let (one, twin, third, entry) = try await twins()
    _ = try await twin.service.restore(entry.id)
    _ = try await twin.service.delete(entry.id)
    try await twin.write("by the twin")
    _ = try await twin.service.emptyTrash()
    try await one.write("by one")
    try await one.sync()
    try await expectSame([twin, third, one], titles: ["by one", "by the twin", "first"])
  }
}
