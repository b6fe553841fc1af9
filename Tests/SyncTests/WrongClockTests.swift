import DiaryCore
import DiaryStore
import MemoryRemote
import TestSupport
import Testing

/// Machines whose clocks are ten years behind and fifty ahead.
@Suite(.cheapWords) struct WrongClockTests {
  private let host = MemoryHost()
  private let clock = SyncClock()
  private static let (back, ahead): (Int64, Int64) = (-3652, 18_262)

  /// Machines with a correct clock, one behind and one ahead, sharing a diary.
  private func machines() async throws -> [SyncMachine] {
    var machines = [try SyncMachine(host, clock)]
    try await machines[0].write("first")
    let words = try await machines[0].add()
    for days in [Self.back, Self.ahead] {
      var machine = try SyncMachine(host, clock)
      machine.daysAhead = days
      try await machine.clone(words: words)
      machines.append(machine)
    }
    return machines
  }

  private func sync(_ machines: [SyncMachine]) async throws {
    for machine in machines + machines { try await expectEqual(machine.sync().issues, []) }
  }

  @Test func `all list the same once the clocks are correct, and nothing is lost`() async throws {
    var machines = try await machines()
    let (one, back, ahead) = (machines[0], machines[1], machines[2])
    let entry = try require(try await one.service.entries().first)
    for (machine, name) in [(one, "one"), (back, "back"), (ahead, "ahead")] {
      try await machine.edit(entry, "by \(name)")
      try await machine.write("from \(name)")
    }
    try await sync(machines)
    // Each machine has all entries despite the clocks.
    for machine in machines {
      try await expectEqual(machine.service.entries().count, 4)
      try await expectEqual(machine.service.history(of: entry.id).count, 4)
      try expectEqual(machine.findings(), [])
    }
    // An edit reaches all machines, regardless of the clock.
    for machine in [back, ahead] {
      let foreign = try await machine.service.entries().first { $0.title.hasSuffix("from one") }
      if let foreign { try await machine.edit(foreign, "changed, from one") }
      try await sync(machines)
    }
    for index in machines.indices { machines[index].daysAhead = 0 }
    try await sync(machines)
    let titles = try await one.titles()
    expectContains(titles, "changed, from one")
    for machine in machines {
      try await expectEqual(machine.titles(), titles)
      try expectEqual(machine.findings(), [])
      await expectEqual(machine.engine.state().devices.count, 3)
    }
    // A new program's index agrees.
    for machine in machines {
      try await machine.write("later")
      try await machine.sync()
    }
    try await sync(machines)
    let later = try await one.titles()
    for machine in machines { try await expectEqual(machine.titles(), later) }
  }

  @Test func `no log is named after an implausible clock`() async throws {
    var machines = try await machines()
    for machine in machines { try await machine.write("first") }
    try await sync(machines)
    let ahead = try require(machines[2].device)
    // Only the machine itself names its log by its clock.
    try expectEqual(logs(of: ahead, on: machines[0]), ["2026-11.jsonl"])
    try expect(logs(of: ahead, on: machines[2]).allSatisfy { $0 > "2070" })
    try expect(logs(of: ahead, on: machines[1]).allSatisfy { $0 < "2017" })
    for index in machines.indices { machines[index].daysAhead = 0 }
    for machine in machines {
      try await machine.write("second")
      try await machine.sync()
    }
    try await sync(machines)
    for machine in machines {
      try expectContains(logs(of: ahead, on: machine), "2026-11.jsonl")
      try expectEqual(machine.findings(), [])
    }
    // A new machine still receives its lines in order.
    let fresh = try SyncMachine(host, clock)
    let words = try require(await machines[0].engine.state().unseenRecoveryWords)
    try await fresh.clone(words: words)
    try await expectEqual(fresh.titles(), machines[0].titles())
    try expectEqual(fresh.findings(), [])
  }

  private func logs(of device: ID<Device>, on machine: SyncMachine) throws -> [String] {
    let result = try ProgramResult.run("/bin/ls", [machine.root + "/log/\(device)"])
    return result.text.split(separator: "\n").map(String.init).filter { $0.hasSuffix(".jsonl") }
  }

  @Test func `a clock set ahead and back leaves one chain of lines`() async throws {
    var machine = try SyncMachine(host, clock)
    let entry = try await machine.write("1")
    for (number, days) in [Self.ahead, 0, Self.back, 0].enumerated() {
      machine.daysAhead = days
      try await machine.write("\(number + 2)")
      try await machine.edit(entry, "1, \(number)")
    }
    try expectEqual(machine.findings(), [])
    try await machine.add(isPlain: true)
    let other = try await SyncMachine(host, clock, cloning: nil)
    try await expectSame(["1, 3", "2", "3", "4", "5"], on: [machine, other])
  }

  @Test func `changes after a clock was set back arrive as changes`() async throws {
    var one = try SyncMachine(host, clock)
    try await one.write("first")
    try await one.add(isPlain: true)
    let other = try await SyncMachine(host, clock, cloning: nil)
    one.daysAhead = 2
    let entry = try await one.write("from two days ahead")
    one.daysAhead = Self.back
    try await one.edit(entry, "changed")
    one.daysAhead = 0
    clock.advance(days: 2)
    for machine in [one, other] { try await machine.sync() }
    try await expectSame(["changed", "first"], on: [one, other])
  }
}
