import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Verify")
struct VerifierTests {
  @Test func `finds each flipped bit of a log, and changes nothing`() async throws {
    let (store, _) = try await soundStore()
    let log = try store.logPath()
    let whole = try store.folder.read(log)
    let tree = try store.tree()
    // Every byte of the last checksum, and of the rest every fifth.
    let last = whole.count - 60
    for position in Array(stride(from: 0, to: last, by: 5)) + Array(last..<whole.count) {
      var bytes = whole
      bytes[position] ^= 1 << UInt8(position % 8)
      try store.write(bytes, to: log)
      let found = try store.findings()
      let isLast = position == whole.count - 1
      // The last line end lost is a line that was never finished.
      let isFound = found.contains { $0.kind == .damagedLine || $0.kind == .damagedBody }
      expect(isLast || isFound, "byte \(position)")
      try expectEqual(store.folder.read(log), bytes)
    }
    try store.write(whole, to: log)
    try expectEqual(store.tree(), tree)
    try expectEqual(store.findings(), [])
  }

  @Test func `names damaged and missing lines with their entries`() async throws {
    let (store, _) = try await soundStore()
    let log = try store.logPath()
    var bytes = try store.folder.read(log)
    let second = try require(bytes.firstIndex(of: 0x0A)) + 1
    bytes[second + 40] ^= 1
    try store.write(bytes, to: log)
    let failure = try require(try store.findings().first { $0.kind == .damagedLine })
    expectEqual(failure.line, 2)
    expectEqual(failure.byte, second)
    expectPrefix(failure.file, "log/")
    expectContains(failure.text, "line 2")
    // A log that has lost lines is a fault.
    do {
      let (store, _) = try await soundStore()
      unlink(store.indexPath)
      _ = try await store.service().entries()
      let log = try store.logPath()
      let bytes = try store.folder.read(log)
      try store.write(bytes[..<(try store.start(ofLine: 2))], to: log)
      try expectEqual(store.faults, [.missingLine, .shortLog])
    }
    // A fault names its entry where that is known.
    do {
      let (store, photo) = try await soundStore()
      let entry = try require(try await store.service().entries().first { $0.photos.count == 1 })
      // An old state that names a photo is a reference as well.
      var without = entry.fields
      without.photos = []
      _ = try await store.service().update(entry.id, to: without)
      try expectEqual(store.findings(), [])
      try store.write([1, 2, 3], to: photo)
      let damaged = try require(try store.findings().first)
      expect(damaged.kind == .damagedAsset && damaged.entry == entry.id)
      expectContains(damaged.text, entry.id.description)
      unlink(photo)
      let missing = try require(try store.findings().first)
      expect(missing.kind == .missingAsset && missing.entry == entry.id)

      let log = try store.logPath()
      var bytes = try store.folder.read(log)
      let start = try store.start(ofLine: 1)
      bytes[start + 70] ^= 1
      try store.write(bytes, to: log)
      let line = try require(try store.findings().first { $0.kind == .damagedLine })
      expect(line.entry == entry.id && line.line == 2 && line.byte == start)
    }
  }

  @Test func `checks photos by their bytes, and notes what is no loss`() async throws {
    let (store, photo) = try await soundStore()
    let bytes = try store.folder.read(photo)
    try store.write([9] + bytes.dropFirst(), to: photo)
    try expectEqual(store.faults, [.damagedAsset])
    try store.write(bytes.dropLast(), to: photo)
    try expectEqual(store.faults, [.damagedAsset])
    unlink(photo)
    try expectEqual(store.faults, [.missingAsset])
    try expect(store.findings().first?.entry != nil)
    // What is no loss is a note.
    do {
      let (store, photo) = try await soundStore()
      let unused = try store.folder.write([5, 5], to: "unused.jpg")
      _ = try await store.service().addPhoto(at: unused)
      try store.write([1], to: store.root + "/.tmp-1")
      try store.write([1], to: store.root + "/assets/.tmp-2")
      let log = try store.logPath()
      try store.write(try store.folder.read(log) + Array("{\"entry\":\"12".utf8), to: log)
      let found = try store.findings()
      expect(found.allSatisfy { $0.severity == .note })
      expectEqual(Set(found.map(\.kind)), [.orphanAsset, .temporaryFile, .tornLine])
      expectEqual(found.count, 4)
      expectEqual(access(photo, F_OK), 0)
    }
    // A copy that is under way is no fault, and is left to its program.
    do {
      let (store, photo) = try await soundStore()
      let log = String(try store.logPath().dropFirst(store.root.count + 1))
      let device = log.split(separator: "/")[1]
      let asset = String(photo.dropFirst(store.root.count + 1))
      let folder = asset.split(separator: "/")[1]
      let names = [
        "assets/\(folder)/.syncthing.x.jpg.tmp", "assets/.stfolder", "log/.stfolder",
        "log/\(device)/.syncthing.2026-11.jsonl.tmp", "log/\(device)/.2026-11.jsonl.Xy3kQ2",
        asset + ".9f3c2a10.partial", "log/\(device)/~syncthing~2026-11.jsonl.tmp",
      ]
      for name in names {
        // Some programs hide a folder of their own.
        let inner = name.hasSuffix(".stfolder") ? "/2026-11.jsonl" : ""
        try store.write([1], to: store.root + "/" + name + inner)
      }
      let found = try store.findings()
      expect(found.allSatisfy { $0.kind == .temporaryFile && $0.severity == .note })
      expectEqual(Set(found.map(\.file)), Set(names))
      expect(found.allSatisfy { $0.text.contains("another program's") })
      try expectEqual(store.repair(later: 9 * StoreOnDisk.day), [])
      try expectEqual(store.findings(), found)
    }
    // There is nothing to check where there is no store.
    do {
      let store = try StoreOnDisk()
      expectThrows(DiaryError.store(path: store.root, .missing)) { try store.findings() }
      expectThrows(DiaryError.store(path: store.root, .missing)) { try store.repair() }
      expectNotEqual(access(store.root, F_OK), 0)
    }
  }

  @Test func `accepts an older index and finds a wrong index or owner`() async throws {
    let (store, _) = try await soundStore()
    _ = try await store.service().entries()
    let index = try store.folder.text("store/index.json")
    _ = try await store.service().add(try fields("after the index"))
    try store.write(index.utf8, to: store.indexPath)
    try expectEqual(store.findings(), [])
    unlink(store.indexPath)
    try expectEqual(store.findings(), [])
    try store.write(index.replacing("with a photo", with: "with a phot0").utf8, to: store.indexPath)
    try expectEqual(store.faults, [.wrongIndex])
    try store.write("nonsense".utf8, to: store.indexPath)
    try expectEqual(store.faults, [.unreadableIndex])
    try expectContains(store.repair(), .indexRebuilt("index.json"))
    try expectEqual(store.findings(), [])
    // An owner who is gone is a fault, unless the logs know better.
    do {
      let (store, _) = try await soundStore()
      let owner = try await store.service().identity()
      for text in ["{}", #"{"id":"x","name":"y"}"#] {
        try store.write(text.utf8, to: store.root + "/owner.json")
        try expectEqual(store.faults, [.damagedOwner])
        try await expectEqual(store.service().identity(), owner)
      }
      try expectContains(store.repair(), .ownerRebuilt("owner.json", owner))
      try expectEqual(store.findings(), [])
      unlink(store.root + "/owner.json")
      try expectEqual(store.findings(), [])
      try await expectEqual(store.service().identity(), owner)
      try store.becomeOld()
      try expectEqual(store.faults, [.missingOwner])
    }
    // A diary that is founded anew vouches for logs as they are, blank lines and all.
    do {
      let (store, _) = try await soundStore()
      _ = try await store.service(on: "desktop").add(try fields("elsewhere"))
      let other = try store.logPath(of: "desktop")
      try store.write([0x0A] + store.folder.read(other), to: other)
      let log = try store.logPath()
      var bytes = try store.folder.read(log)
      bytes[60] ^= 4
      try store.write(bytes, to: log)
      try expect(!store.repair().isEmpty)
      try expectEqual(store.faults, [])
    }
  }

  @Test func `waits for no pipe, and has a remedy for each fault`() async throws {
    let (store, photo) = try await soundStore()
    let log = String(try store.logPath().dropFirst(store.root.count + 1))
    let device = log.split(separator: "/")[1]
    let pipe = "log/\(device)/2020-01.jsonl"
    unlink(store.root + "/.lock")
    expectEqual(mkfifo(store.root + "/.lock", 0o600), 0)
    await expectEqual(store.service().status().state, .available)
    unlink(store.root + "/.lock")
    unlink(photo)
    for name in [pipe, String(photo.dropFirst(store.root.count + 1))] {
      expectEqual(mkfifo(store.root + "/" + name, 0o600), 0)
    }
    for name in ["index.json", "FORMAT.txt", "owner.json"] {
      unlink(store.root + "/" + name)
      expectEqual(mkfifo(store.root + "/" + name, 0o600), 0)
    }
    expectEqual(
      Set(try store.faults),
      [.unknownFile, .unreadable, .unreadableIndex, .damagedFormat, .damagedOwner])
    try await expectEqual(store.service().entries().count, 2)
    await expectEqual(store.service().status().state, .available)
    _ = try await store.service().identity()
    try expectContains(store.repair(), .fileSetAside(pipe, to: "set-aside/" + pipe))
    try expectEqual(store.faults, [.unreadable])
    expectEqual(unlink(store.devicePath()), 0)
    expectEqual(mkfifo(store.devicePath(), 0o600), 0)
    await expectThrows(DiaryError.self) { try await store.service().add(try fields("more")) }
    // Each fault has its remedy.
    do {
      let (store, photo) = try await soundStore()
      _ = try await store.service(on: "desktop").add(try fields("elsewhere"))
      for machine in ["laptop", "desktop"] {
        let log = try store.logPath(of: machine)
        var bytes = try store.folder.read(log)
        bytes[try store.start(ofLine: 1, of: machine) + 70] ^= 1
        try store.write(bytes, to: log)
      }
      try store.write([1], to: photo)
      func remedies() throws -> Set<Remedy> {
        try store.storeRepair().remedies(for: store.findings().filter { $0.severity == .fault })
      }
      try expectEqual(remedies(), [.repair, .otherDevice])
      _ = try store.repair()
      try expect(remedies().contains(.otherDevice) && !remedies().contains(.repair))
      unlink(try store.logPath(of: "desktop"))
      try expectEqual(remedies(), [.person])
      unlink(store.root + "/set-aside/index.json")
      let entry = try await store.addPhotoEntry("second", [8, 8])
      unlink(store.service().file(of: entry.photos[0]))
      try expectEqual(remedies(), [.copy])
      try expectEqual(mkfifo(store.service().file(of: entry.photos.at(0)), 0o600), 0)
      try expectEqual(remedies(), [.system])
    }
  }
}
