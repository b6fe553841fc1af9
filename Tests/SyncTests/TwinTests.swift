import DiaryCore
import DiaryStore
import MemoryRemote
import TestSupport
import Testing

/// Two machines with copies of one disk, of which one emptied its trash.
@Suite(.cheapWords) struct TwinTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// A machine with an entry in its trash, its copy, and one beside them.
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
  func `what one removed for good is gone on both`(isTwinFirst: Bool) async throws {
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

  /// Both wrote lines of the same numbers, so numbers alone don't tell what was known.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0]])
  func `what the other one did meanwhile stays`(order: [Int]) async throws {
    let (one, twin, third, entry) = try await twins()
    for title in ["a", "b", "c"] { try await one.write(title) }
    _ = try await one.service.emptyTrash()
    _ = try await twin.service.restore(entry.id)
    try await twin.edit(entry, "restored")
    let machines = order.map { [one, twin, third][$0] }
    try await expectSame(machines, titles: ["a", "b", "c", "first", "restored"])
  }

  /// A third machine, which knew but one of them, emptied its trash.
  @Test func `what one did that a third machine didn't know stays`() async throws {
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

  /// What one wrote, deleted and removed for good came to a third machine before, and the twin wrote lines
  /// of the same numbers: only what is told of each line that is gone tells them apart.
  @Test(arguments: [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]])
  func `what came before it was removed for good is gone everywhere`(order: [Int]) async throws {
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

  /// The third machine has only what the twin wrote, and no line of those numbers of one's.
  @Test func `an edit of the twin stays where one's own lines never came`() async throws {
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

  /// Nothing of what it noted about the remote has reached the disk.
  @Test(arguments: 1...8)
  func `what one wrote is sent though it was stopped after the twin's lines came`(
    call: Int
  ) async throws {
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

  /// Lines of the same numbers are still there, so by their numbers none are lacking.
  @Test(arguments: ["by one", "by the twin"])
  func `what an old copy of the remote lacks of one of them is sent again`(
    title: String
  ) async throws {
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

  /// What tells that two machines wrote as one device is gone with it.
  @Test func `what one wrote stays where its first line was removed for good`() async throws {
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
