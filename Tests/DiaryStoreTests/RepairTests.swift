import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Repair")
struct RepairTests {
  @Test func `sets damaged lines and photos aside, and misses nothing afterwards`() async throws {
    let (store, _) = try await soundStore()
    let log = try store.logPath()
    var bytes = try store.folder.read(log)
    let (start, end) = (try store.start(ofLine: 2), try store.start(ofLine: 3))
    bytes[start + 60] ^= 4
    let damaged = Array(bytes[start..<end])
    try store.write(bytes, to: log)
    let index = try store.folder.read(store.indexPath)

    let actions = try store.repair()
    expectContains(actions, .indexRebuilt("index.json"))
    let name = String(log.dropFirst((store.root + "/log/").count))
    expectContains(actions, .linesSetAside(log: "log/\(name)", count: 1, to: "set-aside/\(name)"))
    try expectEqual(store.folder.read(store.root + "/set-aside/" + name), damaged)
    try expectEqual(store.folder.read(store.root + "/set-aside/index.json"), index)
    // No other machine can prove what comes after it, so it is saved again under another device id.
    try expectEqual(store.folder.read(log), Array(bytes[..<start] + bytes[end...]))
    let devices = try store.files(in: store.root + "/log")
    let new = try require(devices.first { !log.contains($0) })
    let again = try store.folder.read("store/log/\(new)/2026-11.jsonl").split(separator: 0x0A)
      .map { try JSONParser.parse(Array($0)) }
    expectEqual(again.map { $0["record"]?.string }, ["device", "removal", nil])
    try expectEqual(store.faults, [])
    expectEqual(Set(try await store.service().entries().map(\.title)), ["with a photo", "other"])
    try expectEqual(store.repair(), [])
    // Of a line whose text is damaged, the envelope stays.
    do {
      let (store, _) = try await soundStore()
      let log = try store.logPath()
      let bytes = try store.folder.read(log)
      let title = try require(bytes.firstRange(of: Array("with a photo".utf8))).lowerBound
      var damaged = bytes
      damaged[title] ^= 1
      try store.write(damaged, to: log)
      try expectEqual(store.faults, [.damagedBody, .wrongIndex])
      let actions = try store.repair()
      let name = String(log.dropFirst(store.root.count + 1))
      expectContains(
        actions, .linesSetAside(log: name, count: 1, to: "set-aside/" + name.dropFirst(4)))
      try expectEqual(store.faults.filter { $0 != .lostText }, [])
      try expectEqual(store.files(in: store.root + "/log").count, 1)
      try await expectEqual(store.service().entries().map(\.title), ["other"])
    }
    // A repair leaves the logs of other devices to them.
    do {
      let (store, _) = try await soundStore()
      _ = try await store.service(on: "desktop").add(try fields("elsewhere"))
      let log = try store.logPath(of: "desktop")
      var bytes = try store.folder.read(log)
      bytes[30] ^= 1
      try store.write(bytes, to: log)
      let name = String(log.dropFirst(store.root.count + 1))
      try expectContains(store.repair(), .otherDevice(log: name))
      try expectEqual(store.folder.read(log), bytes)
      try expectEqual(store.faults, [.damagedLine])
    }
    // A repair sets damaged photos aside, and the same photo heals them.
    do {
      let (store, photo) = try await soundStore()
      let bytes = try store.folder.read(photo)
      try store.write([9] + bytes.dropFirst(), to: photo)
      let file = String(photo.dropFirst(store.root.count + 1))
      try expectEqual(store.repair(), [.fileSetAside(file, to: "set-aside/" + file)])
      try expectEqual(store.folder.read("\(store.root)/set-aside/\(file)"), [9] + bytes.dropFirst())
      try expectEqual(store.faults, [.missingAsset])
      let again = try store.folder.write(bytes, to: "again.jpg")
      _ = try await store.service().addPhoto(at: again)
      try expectEqual(store.faults, [])
    }
    // After a repair nothing is missed, whichever line was damaged.
    for line in [0, 1, 2, 3] {
      let (store, _) = try await soundStore()
      let log = try store.logPath()
      var bytes = try store.folder.read(log)
      bytes[try store.start(ofLine: line) + 60] ^= 4
      try store.write(bytes, to: log)
      try expectContains(store.faults, .damagedLine)
      try expect(!store.repair().isEmpty)
      // What only the index that was set aside still has is for a person to take.
      try expectEqual(store.faults.filter { $0 != .lostText }, [])
      _ = try await store.service().add(try fields("after"))
      try expectEqual(store.faults.filter { $0 != .lostText }, [])
      try expectEqual(store.repair(), [])
    }
  }

  @Test func `removes old files of its own, and mends what it can`() async throws {
    let (store, _) = try await soundStore()
    try store.write([1], to: store.root + "/.tmp-young")
    try store.write([1], to: store.root + "/assets/.tmp-old")
    let soon = timespec(tv_sec: time(nil) + 2 * StoreOnDisk.day, tv_nsec: 0)
    expectEqual(utimensat(AT_FDCWD, store.root + "/.tmp-young", [soon, soon], 0), 0)
    try expectEqual(store.repair(), [])
    try expectEqual(
      store.repair(later: 2 * StoreOnDisk.day), [.temporaryRemoved("assets/.tmp-old")])
    try expectEqual(store.findings().map(\.file), [".tmp-young"])
    // Files that aren't the diary's are faults in its folders, and set aside.
    do {
      let (store, _) = try await soundStore()
      // Beside the diary's own, other programs may keep what they like.
      try store.write([1], to: store.root + "/.stfolder/x")
      try expectEqual(store.findings(), [])
      let log = String(try store.logPath().dropFirst(store.root.count + 1))
      let device = log.split(separator: "/")[1]
      let names = [
        "assets/Thumbs.db", "assets/ab/note.txt", "log/\(device)/2026-11 (사본).jsonl", "log/readme",
      ]
      for name in names { try store.write([1], to: store.root + "/" + name) }
      let found = try store.findings()
      expect(found.allSatisfy { $0.kind == .unknownFile && $0.severity == .fault })
      expectEqual(Set(found.map(\.file)), Set(names))
      let actions = try store.repair()
      expectEqual(Set(actions), Set(names.map { .fileSetAside($0, to: "set-aside/" + $0) }))
      try expectEqual(store.findings(), [])
    }
    // An owner who is gone is found in the entries.
    do {
      let store = try StoreOnDisk()
      let service = store.service()
      let foreign = (0..<9).map { number in
        Entry(
          id: .random(), fields: EntryFields(date: EntryDate(instant: 0, offset: 0), title: "old"),
          author: AuthorID("someone"), created: Timestamp(milliseconds: Int64(number)),
          modified: Timestamp(milliseconds: Int64(number)))
      }
      _ = try await service.addImported(foreign)
      let mine = try await service.add(try fields("mine"))
      let owner = try await service.identity()
      for damaged in [true, false] {
        // Where the logs don't tell.
        try store.becomeOld()
        if damaged {
          try store.write(#"{"name":"홍길동"}"#.utf8, to: store.root + "/owner.json")
        } else {
          unlink(store.root + "/owner.json")
        }
        // Nobody becomes someone else by saving.
        await expectThrows(DiaryError.self) { try await store.service().add(try fields("more")) }
        await expectThrows(DiaryError.self) { try await store.service().rename(author: "New") }
        let name = damaged ? "홍길동" : "Author"
        try expectContains(
          store.repair(), .ownerRebuilt("owner.json", Author(id: owner.id, name: name)))
        try expectEqual(store.faults, [])
        try await expectEqual(store.service().identity(), Author(id: owner.id, name: name))
        _ = try await store.service().update(mine.id, to: try fields("mine, \(name)"))
      }
      try expectContains(store.folder.text("store/set-aside/owner.json"), "홍길동")
    }
    // What explains the diary is written again.
    do {
      let (store, _) = try await soundStore()
      let text = try store.folder.read(store.root + "/FORMAT.txt")
      unlink(store.root + "/FORMAT.txt")
      try expectEqual(store.faults, [.missingFormat])
      try expectEqual(store.repair(), [.formatWritten])
      try expectEqual(store.folder.read(store.root + "/FORMAT.txt"), text)
      try store.write("garbage".utf8, to: store.root + "/FORMAT.txt")
      try expectEqual(store.faults, [.damagedFormat])
      try expectEqual(
        store.repair(), [.fileSetAside("FORMAT.txt", to: "set-aside/FORMAT.txt"), .formatWritten])
      try expectEqual(store.findings(), [])
    }
  }
}
