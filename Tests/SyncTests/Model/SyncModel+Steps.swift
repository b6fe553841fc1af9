import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import System
import TestSupport

/// What people do, and what happens to them.
extension SyncModel {
  mutating func step() async throws {
    let index = Int.random(in: machines.indices, using: &generator)
    machines[index].seed &+= 1
    let machine = machines[index]
    switch Int.random(in: 0..<24, using: &generator) {
    case 0..<4:
      say("\(index) writes \(count + 1)")
      try await save(index) { try await $0.write($1) }
    case 4:
      say("\(index) writes \(count + 1) with a photo")
      try await save(index) { try await $0.write($1, photo: Array($1.utf8)) }
    case 5..<9: try await edit(index)
    case 9:
      guard let entry = try await machine.service.entries().randomElement(using: &generator) else {
        return
      }
      say("\(index) deletes \(entry.title)")
      _ = try await machine.service.delete(entry.id)
    case 10:
      guard let entry = try await machine.service.trash().randomElement(using: &generator) else {
        return
      }
      say("\(index) restores \(entry.title)")
      _ = try await machine.service.restore(entry.id)
    case 11:
      let trash = try await machine.service.trash()
      say("\(index) empties \(trash.map(\.title))")
      purged.formUnion(trash.map(\.id))
      _ = try await machine.service.emptyTrash()
    case 12: copies.append(host.files)
    case 13:
      guard let copy = copies.randomElement(using: &generator) else { return }
      say("an old copy comes back")
      host.files = copy
    case 14 where machines.count < mostMachines:
      say("\(index) is cloned to \(machines.count)")
      if removed.contains(index) { removed.insert(machines.count) }
      machines.append(try machine.cloned())
    case 15:
      say("two days later")
      clock.advance(days: 2)
    case 16: setClock(of: index)
    case 17: try await removeDevice(by: index)
    case 18: try await killSync(of: index)
    default: await sync(index)
    }
  }

  private mutating func edit(_ index: Int) async throws {
    let entries = try await machines[index].service.entries()
    guard let entry = entries.randomElement(using: &generator) else { return }
    say("\(index) edits \(entry.title): \(count + 1)")
    try await save(index) { try await $0.edit(entry, $1) }
  }

  private func sync(_ index: Int) async {
    tell(await machines[index].engine.sync(nil, isDryRun: false) { _ in }.first, index)
  }

  private func tell(_ result: SyncResult?, _ index: Int) {
    say("\(index) syncs: \(result?.error ?? "done"), \(result?.issues ?? [])")
    sayFiles()
  }

  /// Ten years back, fifty ahead, or right again.
  private mutating func setClock(of index: Int) {
    let days: [Int64] = [-3650, 0, 0, 2, 18_250]
    machines[index].daysAhead = days.randomElement(using: &generator) ?? 0
    machines[index].stayOpen()
    say("\(index) has a clock that is wrong by \(machines[index].daysAhead) days")
  }

  private mutating func removeDevice(by index: Int) async throws {
    let others = machines.indices.filter { other in
      other > 0 && !removed.contains(other) && machines[other].device != machines[index].device
    }
    let known = await machines[index].engine.state().devices.filter { !$0.isRemoved }.map(\.id)
    guard !isPlain, !removed.contains(index), let other = others.randomElement(using: &generator),
      let device = machines[other].device, known.contains(device)
    else { return }
    let gone = Set(machines.indices.filter { machines[$0].device == device })
    guard !gone.contains(0) else { return }
    say("\(index) removes \(gone.sorted())")
    words = try await machines[index].engine.remove(device: device)
    try await remove(gone, by: index)
  }

  private mutating func killSync(of index: Int) async throws {
    guard FileSystem<SystemError>.exists(machines[index].state + "/sync") else { return }
    say("\(index) is killed while it syncs")
    var faults = machines[index].faults
    faults.failingCalls = [Int.random(in: 3...8, using: &generator)]
    tell(try await machines[index].syncStopped(by: faults), index)
  }
}
