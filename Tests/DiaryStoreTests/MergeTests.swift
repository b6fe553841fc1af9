import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Copies of a diary that are merged by putting their files together")
struct MergeTests {
  /// A store that two devices have written in turn, one entry of it at two places at once.
  private func writtenByTwo() async throws -> (store: StoreOnDisk, logs: [(String, [[UInt8]])]) {
    let store = try StoreOnDisk()
    let laptop = store.service()
    let desktop = store.service(on: "desktop")
    let first = try await laptop.add(try fields("one"))
    let second = try await desktop.add(try fields("two"))
    _ = try await desktop.update(first.id, to: try fields("one, changed"))
    let both = try await laptop.entry(second.id)
    _ = try await laptop.update(second.id, to: try fields("two here"), basedOn: both.heads)
    _ = try await desktop.update(second.id, to: try fields("two there"), basedOn: both.heads)
    _ = try await laptop.delete(first.id)
    let logs = try ["laptop", "desktop"].map { machine in
      let path = try store.logPath(of: machine)
      var lines = try store.lines(of: machine).map { $0 + [0x0A] }
      // The first line says who the device is, and comes with the next one.
      let device = lines.removeFirst()
      lines[0] = device + lines[0]
      return (String(path.dropFirst(store.root.count + 1)), lines)
    }
    expectEqual(logs.map(\.1.count), [3, 3])
    return (store, logs)
  }

  /// Every order in which the lines of two logs can arrive.
  private func orders(_ counts: [Int]) -> [[Int]] {
    guard counts.contains(where: { $0 > 0 }) else { return [[]] }
    return counts.indices.filter { counts[$0] > 0 }.flatMap { log in
      var rest = counts
      rest[log] -= 1
      return orders(rest).map { [log] + $0 }
    }
  }

  @Test func `lines that arrive in any order make the same diary`() async throws {
    let (original, logs) = try await writtenByTwo()
    unlink(original.indexPath)
    let entries = try await original.service().entries()
    let trash = try await original.service().trash()
    expectEqual(entries.map(\.heads.count), [2])
    let orders = orders(logs.map(\.1.count))
    expectEqual(orders.count, 20)
    for order in orders {
      let copy = try StoreOnDisk()
      for file in ["/owner.json", "/FORMAT.txt"] {
        try copy.write(try original.folder.read(original.root + file), to: copy.root + file)
      }
      let open = copy.service()
      var arrived = [0, 0]
      for log in order {
        arrived[log] += 1
        let bytes = logs[log].1[..<arrived[log]].flatMap(\.self)
        try copy.append(Array(bytes.suffix(logs[log].1[arrived[log] - 1].count)), to: logs[log].0)
        // One program stays open, another comes and goes and brings the index up to date.
        _ = try await open.refresh()
        _ = try await copy.service().settle()
        try expectEqual(copy.faults, [], "\(order) after \(arrived)")
      }
      for service in [open, copy.service()] {
        try await expectEqual(service.entries(), entries, "\(order)")
        try await expectEqual(service.trash(), trash, "\(order)")
      }
    }
  }

  @Test func `a log that is there twice changes nothing`() async throws {
    let (store, logs) = try await writtenByTwo()
    let entries = try await store.service().entries()
    let open = store.service()
    _ = try await open.refresh()
    let twice = logs[1].0.replacing(".jsonl", with: " (copy).jsonl")
    try store.append(logs[1].1.flatMap(\.self), to: twice)
    try await expectEqual(open.refresh(), [])
    try await expectEqual(open.entries(), entries)
    try await expectEqual(store.service().entries(), entries)
    try expectEqual(store.faults, [])
  }

  @Test func `another device's logs after it emptied its trash are no fault`() async throws {
    let laptop = try StoreOnDisk()
    let gone = try await laptop.service().add(try fields("gone"))
    let kept = try await laptop.service().add(try fields("kept"))
    _ = try await laptop.service().delete(gone.id)
    let log = try laptop.logPath()
    let name = String(log.dropFirst(laptop.root.count + 1))
    let copy = try StoreOnDisk()
    for file in ["owner.json", "FORMAT.txt", name] {
      try copy.write(try laptop.folder.read("\(laptop.root)/\(file)"), to: "\(copy.root)/\(file)")
    }
    _ = try await copy.service(on: "desktop").add(try fields("here"))
    try await copy.service(on: "desktop").settle()
    try await expectEqual(laptop.service().emptyTrash(), 1)
    // Shorter than it was, and then longer.
    for _ in 0..<2 {
      try copy.write(try laptop.folder.read("\(laptop.root)/\(name)"), to: "\(copy.root)/\(name)")
      try expectEqual(copy.faults, [])
      for number in 0..<3 { _ = try await laptop.service().add(try fields("\(number)")) }
    }
    let titles = try await copy.service(on: "desktop").entries().map(\.title)
    expectEqual(Set(titles), ["kept", "here", "0", "1", "2"])
    // What was current and is there no longer is one.
    try copy.write(Array("\n".utf8), to: copy.root + "/" + name)
    let lost = try copy.findings().filter { $0.severity == .fault }
    expect(lost.allSatisfy { $0.kind == .shortLog && $0.file == name })
    expect(lost.count == 4 && lost.contains { $0.entry == kept.id })
  }
}
