import DiaryCore
import DiaryStore
import Glibc
import System
import TestSupport
import Testing

@Suite("Verify") struct VerifierTests {
  @Test func `finds each flipped bit of a log, and changes nothing`() async throws {
    let (store, _) = try await soundStore()
    let log = try store.logPath()
    let whole = try store.folder.read(log)
    let tree = try store.tree()
    // Every byte of the last checksum, and every fifth of the rest.
    let last = whole.count - 60
    for position in Array(stride(from: 0, to: last, by: 5)) + Array(last..<whole.count) {
      var bytes = whole
      bytes[position] ^= 1 << UInt8(position % 8)
      try store.write(bytes, to: log)
      let found = try store.findings()
      let isLast = position == whole.count - 1
      // Without its last line break, a line is torn.
      let isFound = found.contains { $0.kind == .damagedLine || $0.kind == .damagedBody }
      expect(isLast || isFound, "byte \(position)")
      try expectEqual(store.folder.read(log), bytes)
    }
    try store.write(whole, to: log)
    try expectEqual(store.tree(), tree)
    try expectEqual(store.findings(), [])
  }

  @Test func `reports damaged and missing lines and photos with their entries`() async throws {
    let (store, photo) = try await soundStore()
    let entry = try require(try await store.service().entries().first { $0.photos.count == 1 })
    // An old revision refers to a photo as well.
    var without = entry.fields
    without.photos = []
    _ = try await store.service().update(entry.id, to: without)
    try expectEqual(store.findings(), [])
    let bytes = try store.folder.read(photo)
    for changed in [[9] + bytes.dropFirst(), Array(bytes.dropLast())] as [[UInt8]] {
      try store.write(changed, to: photo)
      let damaged = try store.findings()
      expect(damaged.map(\.kind) == [.damagedAsset] && damaged.first?.entry == entry.id)
      expectContains(damaged.first?.text ?? "", entry.id.description)
    }
    unlink(photo)
    let missing = try store.findings()
    expect(missing.map(\.kind) == [.missingAsset] && missing.first?.entry == entry.id)

    let start = try store.start(ofLine: 1)
    try store.flip(start + 70, of: store.logPath())
    let line = try require(try store.findings().first { $0.kind == .damagedLine })
    expect(line.entry == entry.id && line.line == 2 && line.byte == start)
    expectPrefix(line.file, "log/")
    expectContains(line.text, "line 2")
    // Lost lines are a fault.
    let (second, _) = try await soundStore()
    unlink(second.indexPath)
    _ = try await second.service().entries()
    let log = try second.logPath()
    try second.write(second.folder.read(log)[..<(try second.start(ofLine: 2))], to: log)
    try expectEqual(second.faults, [.missingLine, .shortLog])
  }

  @Test func `reports notes that are no loss`() async throws {
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
    // An unfinished copy is no fault, and is left to its program.
    let (second, picture) = try await soundStore()
    let device = second.relative(try second.logPath()).split(separator: "/")[1]
    let asset = second.relative(picture)
    let folder = asset.split(separator: "/")[1]
    let names = [
      "assets/\(folder)/.syncthing.x.jpg.tmp", "assets/.stfolder", "log/.stfolder",
      "log/\(device)/.syncthing.2026-11.jsonl.tmp", "log/\(device)/.2026-11.jsonl.Xy3kQ2",
      asset + ".9f3c2a10.partial", "log/\(device)/~syncthing~2026-11.jsonl.tmp",
    ]
    for name in names {
      // Some programs hide a folder inside.
      let inner = name.hasSuffix(".stfolder") ? "/2026-11.jsonl" : ""
      try second.write([1], to: second.root + "/" + name + inner)
    }
    let copies = try second.findings()
    expect(copies.allSatisfy { $0.kind == .temporaryFile && $0.severity == .note })
    expectEqual(Set(copies.map(\.file)), Set(names))
    expect(copies.allSatisfy { $0.text.contains("another program's") })
    try expectEqual(second.repair(later: 9 * StoreOnDisk.day), [])
    try expectEqual(second.findings(), copies)
  }

  @Test func `accepts an older index, and finds a wrong index or owner`() async throws {
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
    // A missing owner is a fault, unless the logs name one.
    let (second, _) = try await soundStore()
    let owner = try await second.service().author()
    for text in ["{}", #"{"id":"x","name":"y"}"#] {
      try second.write(text.utf8, to: second.root + "/owner.json")
      try expectEqual(second.faults, [.damagedOwner])
      try await expectEqual(second.service().author(), owner)
    }
    try expectContains(second.repair(), .ownerRebuilt("owner.json", owner))
    try expectEqual(second.findings(), [])
    unlink(second.root + "/owner.json")
    try expectEqual(second.findings(), [])
    try await expectEqual(second.service().author(), owner)
    try second.becomeOld()
    try expectEqual(second.faults, [.missingOwner])
    // A diary founded again vouches for existing logs, including blank lines.
    let (third, _) = try await soundStore()
    _ = try await third.service(on: "desktop").add(try fields("elsewhere"))
    let other = try third.logPath(of: "desktop")
    try third.write([0x0A] + third.folder.read(other), to: other)
    try third.flip(60, of: third.logPath(), 4)
    try expect(!third.repair().isEmpty)
    try expectEqual(third.faults, [])
  }

  @Test func `doesn't block on pipes, and offers a remedy for each fault`() async throws {
    let (store, photo) = try await soundStore()
    let device = store.relative(try store.logPath()).split(separator: "/")[1]
    let pipe = "log/\(device)/2020-01.jsonl"
    unlink(store.root + "/.lock")
    expectEqual(mkfifo(store.root + "/.lock", 0o600), 0)
    await expectEqual(store.service().status().state, .available)
    unlink(store.root + "/.lock")
    unlink(photo)
    for name in [pipe, store.relative(photo)] {
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
    _ = try await store.service().author()
    try expectContains(store.repair(), .fileSetAside(pipe, to: "set-aside/" + pipe))
    try expectEqual(store.faults, [.unreadable])
    expectEqual(unlink(store.devicePath()), 0)
    expectEqual(mkfifo(store.devicePath(), 0o600), 0)
    await expectThrows(SystemError.self) { try await store.service().add(try fields("more")) }
    let (second, picture) = try await soundStore()
    _ = try await second.service(on: "desktop").add(try fields("elsewhere"))
    for machine in ["laptop", "desktop"] {
      try second.flip(second.start(ofLine: 1, of: machine) + 70, of: second.logPath(of: machine))
    }
    try second.write([1], to: picture)
    func remedies() throws -> Set<Remedy> {
      try second.storeRepair().remedies(for: second.findings().filter { $0.severity == .fault })
    }
    try expectEqual(remedies(), [.repair, .otherDevice])
    // A repair leaves the logs of other devices unchanged.
    let theirs = try second.logPath(of: "desktop")
    let bytes = try second.folder.read(theirs)
    try expectContains(second.repair(), .otherDevice(log: second.relative(theirs)))
    try expectEqual(second.folder.read(theirs), bytes)
    try expect(remedies().contains(.otherDevice) && !remedies().contains(.repair))
    unlink(theirs)
    try expectEqual(remedies(), [.person])
    unlink(second.root + "/set-aside/index.json")
    let entry = try await second.addPhotoEntry("second", [8, 8])
    unlink(second.service().file(of: entry.photos[0]))
    try expectEqual(remedies(), [.copy])
    try expectEqual(mkfifo(second.service().file(of: entry.photos.at(0)), 0o600), 0)
    try expectEqual(remedies(), [.system])
  }
}

@Suite("Repair") struct RepairTests {
  @Test func `sets damaged lines and photos aside, and reports nothing afterwards`() async throws {
    let (store, _) = try await soundStore()
    let log = try store.logPath()
    let (start, end) = (try store.start(ofLine: 2), try store.start(ofLine: 3))
    try store.flip(start + 60, of: log, 4)
    let bytes = try store.folder.read(log)
    let damaged = Array(bytes[start..<end])
    let index = try store.folder.read(store.indexPath)

    let actions = try store.repair()
    expectContains(actions, .indexRebuilt("index.json"))
    let name = String(log.dropFirst((store.root + "/log/").count))
    expectContains(actions, .linesSetAside(log: "log/\(name)", count: 1, to: "set-aside/\(name)"))
    try expectEqual(store.folder.read(store.root + "/set-aside/" + name), damaged)
    try expectEqual(store.folder.read(store.root + "/set-aside/index.json"), index)
    // Following lines can't be proved, so they are saved again under another device id.
    try expectEqual(store.folder.read(log), Array(bytes[..<start] + bytes[end...]))
    let devices = try store.files(in: store.root + "/log")
    let new = try require(devices.first { !log.contains($0) })
    let again = try store.folder.read("store/log/\(new)/2026-11.jsonl").split(separator: 0x0A)
      .map { try JSONParser.parse(Array($0)) }
    expectEqual(again.map { $0["record"]?.string }, ["device", "removal", nil])
    try expectEqual(store.faults, [])
    expectEqual(Set(try await store.service().entries().map(\.title)), ["with a photo", "other"])
    try expectEqual(store.repair(), [])
    // A line with a damaged text keeps its envelope.
    let (second, _) = try await soundStore()
    let secondLog = try second.logPath()
    let title = try require(
      try second.folder.read(secondLog).firstRange(of: Array("with a photo".utf8))
    ).lowerBound
    try second.flip(title, of: secondLog)
    try expectEqual(second.faults, [.damagedBody, .wrongIndex])
    let mended = try second.repair()
    let file = second.relative(secondLog)
    expectContains(
      mended, .linesSetAside(log: file, count: 1, to: "set-aside/" + file.dropFirst(4)))
    expectContains(mended, .bodiesMissing(log: file))
    try expectEqual(second.faults.filter { $0 != .lostText }, [])
    try expectEqual(second.files(in: second.root + "/log").count, 1)
    try await expectEqual(second.service().entries().map(\.title), ["other"])
    // Adding a damaged photo again repairs it.
    do {
      let (store, photo) = try await soundStore()
      let bytes = try store.folder.read(photo)
      try store.write([9] + bytes.dropFirst(), to: photo)
      let file = store.relative(photo)
      try expectEqual(store.repair(), [.fileSetAside(file, to: "set-aside/" + file)])
      try expectEqual(store.folder.read("\(store.root)/set-aside/\(file)"), [9] + bytes.dropFirst())
      try expectEqual(store.faults, [.missingAsset])
      let again = try store.folder.write(bytes, to: "again.jpg")
      _ = try await store.service().addPhoto(at: again)
      try expectEqual(store.faults, [])
    }
    // A repair covers any damaged line.
    for line in [0, 1, 2, 3] {
      let (store, _) = try await soundStore()
      try store.flip(store.start(ofLine: line) + 60, of: store.logPath(), 4)
      try expectContains(store.faults, .damagedLine)
      try expect(!store.repair().isEmpty)
      // Text that only the index had is left to the user.
      try expectEqual(store.faults.filter { $0 != .lostText }, [])
      _ = try await store.service().add(try fields("after"))
      try expectEqual(store.faults.filter { $0 != .lostText }, [])
      try expectEqual(store.repair(), [])
    }
  }

  @Test func `a second repair leaves the index in place`() async throws {
    let (store, _) = try await soundStore()
    _ = try await store.service(on: "desktop").add(try fields("elsewhere"))
    let theirs = try store.logPath(of: "desktop")
    try store.flip(store.start(ofLine: 1, of: "desktop") + 70, of: theirs)
    try store.write("nonsense".utf8, to: store.indexPath)
    // The other device's line stays damaged.
    let otherDevice = RepairAction.otherDevice(log: store.relative(theirs))
    try expectEqual(
      Set(store.repair()),
      [
        .fileSetAside("index.json", to: "set-aside/index.json"), otherDevice,
        .indexRebuilt("index.json"),
      ])
    let repaired = try store.tree()
    try expectEqual(store.repair(), [otherDevice])
    try expectEqual(store.tree(), repaired)

    // A machine that never wrote to the diary can't record that a text is lost.
    let (second, _) = try await soundStore()
    let log = try second.logPath()
    let title = try require(
      try second.folder.read(log).firstRange(of: Array("with a photo".utf8))
    ).lowerBound
    try second.flip(title, of: log)
    try expectContains(second.repair(on: "tablet"), .indexRebuilt("index.json"))
    let repairedSecond = try second.tree()
    try expectEqual(
      second.repair(on: "tablet"), [.bodiesMissing(log: second.relative(log))])
    try expectEqual(second.tree(), repairedSecond)
  }

  @Test func `removes old temporary files, and repairs the rest`() async throws {
    let (store, _) = try await soundStore()
    try store.write([1], to: store.root + "/.tmp-young")
    try store.write([1], to: store.root + "/assets/.tmp-old")
    let soon = timespec(tv_sec: time(nil) + 2 * StoreOnDisk.day, tv_nsec: 0)
    expectEqual(utimensat(AT_FDCWD, store.root + "/.tmp-young", [soon, soon], 0), 0)
    try expectEqual(store.repair(), [])
    try expectEqual(
      store.repair(later: 2 * StoreOnDisk.day), [.temporaryRemoved("assets/.tmp-old")])
    try expectEqual(store.findings().map(\.file), [".tmp-young"])
    unlink(store.root + "/.tmp-young")
    // Unknown files in the diary's folders are faults and set aside, except a desktop's.
    for name in [
      ".stfolder/x", "assets/Thumbs.db", "log/desktop.ini", "assets/ab/@eaDir/x.jpg@SYNOFILE",
      "log/@eaDir/y",
    ] {
      try store.write([1], to: store.root + "/" + name)
    }
    try expectEqual(store.findings(), [])
    let device = store.relative(try store.logPath()).split(separator: "/")[1]
    let names = [
      "assets/ab/note.txt", "log/\(device)/2026-11 (사본).jsonl", "log/readme",
    ]
    for name in names { try store.write([1], to: store.root + "/" + name) }
    let found = try store.findings()
    expect(found.allSatisfy { $0.kind == .unknownFile && $0.severity == .fault })
    expectEqual(Set(found.map(\.file)), Set(names))
    let actions = try store.repair()
    expectEqual(Set(actions), Set(names.map { .fileSetAside($0, to: "set-aside/" + $0) }))
    try expectEqual(store.findings(), [])
    // A missing owner is found in the entries.
    let second = try StoreOnDisk()
    let service = second.service()
    _ = try await service.addImported((0..<9).map { _ in imported(try fields("old")) })
    let mine = try await service.add(try fields("mine"))
    let owner = try await service.author()
    for damaged in [true, false] {
      // The logs don't name the owner.
      try second.becomeOld()
      if damaged {
        try second.write(#"{"name":"홍길동"}"#.utf8, to: second.root + "/owner.json")
      } else {
        unlink(second.root + "/owner.json")
      }
      // A save doesn't create a new owner.
      await expectThrows(DiaryError.self) { try await second.service().add(try fields("more")) }
      await expectThrows(DiaryError.self) { try await second.service().rename(author: "New") }
      let name = damaged ? "홍길동" : "Author"
      try expectContains(
        second.repair(), .ownerRebuilt("owner.json", Author(id: owner.id, name: name)))
      try expectEqual(second.faults, [])
      try await expectEqual(second.service().author(), Author(id: owner.id, name: name))
      _ = try await second.service().update(mine.id, to: try fields("mine, \(name)"))
    }
    try expectContains(second.folder.text("store/set-aside/owner.json"), "홍길동")
    // The explanation of the format is written again.
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
