import Crypto
import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Signed lines") struct SignedLinesTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  /// Saves each entry by a new program.
  private func save(_ titles: String..., on machine: String = "laptop") async throws {
    for title in titles { _ = try await store.service(on: machine).add(try fields(title)) }
  }

  private func write(_ lines: [[UInt8]], of machine: String = "laptop") throws {
    try store.write(Array(lines.map { $0 + [0x0A] }.joined()), to: try store.logPath(of: machine))
    unlink(store.indexPath)
  }

  /// A line with a changed envelope, a matching checksum and the same body.
  private func changed(
    _ line: [UInt8], _ change: (inout [JSONMember]) throws -> Void
  ) throws -> [UInt8] {
    let json = try JSONParser.parse(line)
    var members = try require(json.members).filter { !["sum", "body"].contains($0.name) }
    try change(&members)
    let body = JSONWriter.bytes(try require(json["body"]))
    let envelope: [UInt8] = OldLine(members).bytes.dropLast(2)
    return envelope + Array(",\"body\":".utf8) + body + Array("}".utf8)
  }

  @Test func `the first line founds the diary, and each save is signed`() async throws {
    try await save("one", "two")
    let author = try await store.service().author()
    _ = try await store.service().addImported(
      try (0..<5).map { imported(try fields("old"), by: author.id, at: Int64($0)) })
    let lines = try store.lines()
    let json = try lines.map { try JSONParser.parse($0) }
    let founding = try json.at(0)
    expectEqual(founding["record"]?.string, "founding")
    expectEqual(founding["owner"]?["id"]?.string, author.id.description)
    expectEqual(founding["logs"]?.array, [])
    expectEqual(json.map { $0["seq"]?.integer }, Array(1...8))
    // Five imported entries are one save.
    expectEqual(
      json.map { $0["sig"] != nil }, [true, true, true] + [false, false, false, false, true])

    let bytes = try require(hexadecimalBytes(founding["key"]?.string ?? ""))
    let key = try require(Curve25519.Signing.PublicKey(rawRepresentation: bytes))
    let (diary, device) = (founding["sum"]?.string ?? "", founding["device"]?.string ?? "")
    for (line, json) in zip(lines, json) {
      guard let signature = json["sig"]?.string.flatMap({ hexadecimalBytes($0) }) else { continue }
      let start = try require(line.firstRange(of: Array(",\"sig\":".utf8))).lowerBound
      let id = json["record"] == nil ? diary : String(repeating: "0", count: 32)
      let text = Array("photodiary/line/2\n\(id)\n\(device)\n".utf8) + line[..<start]
      expect(key.isValidSignature(signature, for: text))
    }
    try expectEqual(store.findings(), [])
  }

  @Test func `signs a large save once per megabyte`() async throws {
    let author = try await store.service().author()
    let text = String(repeating: "A long day by the river. ", count: 12_000)
    _ = try await store.service().addImported(
      try (0..<10).map { number in
        imported(try fields("\(number)", content: text), by: author.id, at: Int64(number))
      })
    let signed = try store.lines().map { try JSONParser.parse($0)["sig"] != nil }
    let large = [false, false, false, false, true]
    expectEqual(Array(signed.suffix(10)), large + large)
    try expectEqual(store.findings(), [])
  }

  @Test func `a second device first writes its key`() async throws {
    try await save("one")
    try await save("two", on: "desktop")
    let json = try store.lines(of: "desktop").map { try JSONParser.parse($0) }
    expectEqual(json.map { $0["record"]?.string }, ["device", nil])
    try expectNotEqual(json.at(0)["key"], JSONParser.parse(try store.lines().at(0))["key"])
    try expectEqual(store.findings(), [])
    try await expectEqual(store.service().count(), 2)
  }

  @Test func `finds foreign text even with a valid checksum`() async throws {
    try await save("one", "two", "three")
    let whole = try store.lines()
    // No other line names the last one.
    try write(
      whole.dropLast() + [
        try changed(try whole.at(3)) { members in
          let hash = try require(members.firstIndex { $0.name == "hash" })
          members[hash].value = .string(String(repeating: "0", count: 64))
        }
      ])
    let forged = try require(try store.findings().first { $0.kind == .badSignature })
    expectEqual(store.storeRepair().remedies(for: [forged]), [.comparison])
    try write(
      whole.dropLast() + [try changed(try whole.at(3)) { $0.removeAll { $0.name == "sig" } }])
    try expectContains(store.faults, .unsignedLine)
    try write(whole)
    try expectEqual(store.findings(), [])
  }

  @Test func `finds a line of another device, and two lines at one place`() async throws {
    try await save("one", "two")
    try await save("far", on: "desktop")
    let (own, foreign) = (try store.lines(), try store.lines(of: "desktop"))
    try write(own + [try foreign.at(1)])
    try expectContains(store.faults, .foreignLine)
    // A copy of the machine continues from the same line.
    try write(own.dropLast())
    store.forgetMark()
    try await save("another two")
    let fork = try store.lines()
    try write(own + fork.suffix(1))
    try expectEqual(store.findings().map(\.kind), [.forkedLine])
    // Both count, and this machine continues under another id.
    try await expectEqual(store.service().count(), 4)
    try await save("after")
    try expectEqual(store.files(in: store.root + "/log").count, 3)
  }

  @Test func `a signed line lists removed entries`() async throws {
    try await save("one", "two", "three")
    let service = store.service()
    for entry in try await service.entries() where entry.title != "two" {
      _ = try await service.delete(entry.id)
    }
    try await expectEqual(service.emptyTrash(), 2)
    let json = try store.lines().map { try JSONParser.parse($0) }
    expectEqual(json.map { $0["body"] != nil }, [false, false, true, false, false, false, false])
    let removal = try json.at(6)
    expectEqual(removal["record"]?.string, "removal")
    expectEqual(removal["entries"]?.array?.count, 2)
    let device = try require(removal["device"]?.string)
    expectEqual(
      removal["seen"]?[device]?.array, [.array([.integer(6), try require(json.at(5)["sum"])])])
    try expectEqual(store.findings(), [])
    try await save("four")
    try expectEqual(store.findings(), [])
    try await expectEqual(store.repository().missingBodies(), [:])
    // A body missing without a removal is damage, and doesn't affect others.
    let whole = try store.lines()
    let cut = try require(whole.at(2).firstRange(of: Array(",\"body\"".utf8))).lowerBound
    try write(whole[..<2] + [Array(try whole.at(2)[..<cut]) + Array("}".utf8)] + whole[3...])
    try expectEqual(store.faults, [.missingBody])
    try await expectEqual(store.service().entries().map(\.title), ["four"])
    let missing = try await store.repository().missingBodies().values.joined()
    expectEqual(missing.map(\.number), [3])
  }

  @Test func `continues as another device if the key is lost`() async throws {
    try await save("one")
    unlink(store.folder.path("state-laptop/keys/ed25519.key"))
    try await save("two")
    try expectEqual(store.files(in: store.root + "/log").count, 2)
    try expectEqual(store.findings(), [])
    try await save("three")
    try expectEqual(store.files(in: store.root + "/log").count, 2)
    // An unreadable key is an error, and nothing is saved.
    try store.folder.write("no key", to: "state-laptop/keys/ed25519.key")
    await expectThrows(DiaryError.self) { try await save("four") }
    try await expectEqual(store.service().count(), 3)
  }

  @Test func `only the owner can read the key, and two programs create one`() async throws {
    let first = store.service()
    let second = store.service()
    async let one = first.add(try fields("one"))
    async let two = second.add(try fields("two"))
    _ = try await (one, two)
    try expectEqual(store.files(in: store.root + "/log").count, 1)
    try expectEqual(store.findings(), [])
    expectEqual(store.mode(of: store.folder.path("state-laptop/keys/ed25519.key")), 0o600)
    expectEqual(store.mode(of: store.folder.path("state-laptop/keys")), 0o700)
  }

  @Test func `the Python script in FORMAT txt finds damage`() async throws {
    func check(_ arguments: String...) throws -> ProgramResult {
      try ProgramResult.run("/usr/bin/env", ["python3"] + arguments)
    }
    // Python may be without that package.
    guard try check("-c", "import cryptography").status == 0 else { return }
    try await save("one", "two", "three")
    let service = store.service()
    _ = try await service.delete(try require(try await service.entries().last).id)
    _ = try await service.emptyTrash()
    // Records with members that also occur in other lines: "removed", "sig" and "key".
    let repository = store.repository()
    let key = DiaryKey(epoch: 1)
    try await repository.beginEpoch(key, for: [try await repository.deviceID()])
    try await repository.registerDevice(key)
    try await repository.invite(by: AgeIdentity(), until: Timestamp(milliseconds: 0), for: nil)
    try await save("four")
    let format = try store.folder.text("store/FORMAT.txt").split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try require(format.firstIndex { $0.hasPrefix("    import hashlib") })
    let script = format[start...].prefix { !$0.isEmpty }.map { String($0.dropFirst(4)) }
    let path = try store.folder.write(script.joined(separator: "\n") + "\n", to: "check.py")
    let sound = try check(path, try store.logPath())
    expectEqual(sound.status, 0)
    expectEqual(sound.text, "")
    expectEqual(sound.errorText, "")
    var bytes = try store.lines()
    bytes.remove(at: 1)
    try write(bytes)
    try expectContains(check(path, try store.logPath()).text, "the line before it is missing")
  }
}

@Suite("The author's name before the first entry") struct OwnerNameTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func service(_ name: String) -> DiaryService { store.service(author: name) }

  /// Leaves the state of an interrupted first save.
  private func cutShort() async throws -> AuthorID {
    let id = try await service("First").author().id
    try expectEqual(store.files(in: store.root + "/log"), [])
    return id
  }

  @Test func `follows the settings until an entry is saved`() async throws {
    let id = try await cutShort()
    let second = service("Second")
    try await expectEqual(second.existingAuthor()?.name, "Second")
    await expectEqual(second.status().author?.name, "Second")
    // Reading doesn't write the name.
    try expectContains(store.folder.text("store/owner.json"), "First")
    let third = service("Third")
    try await expectEqual(third.add(try fields("first entry")).author, id)
    try expectContains(store.folder.text("store/owner.json"), "Third")
    try await expectEqual(service("Fourth").author(), Author(id: id, name: "Third"))
  }

  @Test func `a chosen name stays`() async throws {
    let id = try await cutShort()
    _ = try await service("Second").rename(author: "Chosen")
    try await expectEqual(service("Third").author(), Author(id: id, name: "Chosen"))
    _ = try await service("Third").add(try fields("first entry"))
    try await expectEqual(service("Third").author(), Author(id: id, name: "Chosen"))
  }
}

@Suite("Clocks far ahead") struct ClockHorizonTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func logs(of machine: String) throws -> [String] {
    let device = try store.folder.text("state-\(machine)/device").prefix { $0 != "\n" }
    return try store.files(in: store.root + "/log/" + device)
  }

  /// A program on a machine whose clock shows the year 8999.
  private func ahead(on machine: String) throws -> DiaryService {
    try program(on: machine, at: "8999-12-31T23:00:00.000Z")
  }

  private func program(on machine: String, at time: String) throws -> DiaryService {
    let time = try require(Timestamp(time))
    return store.service(on: machine, now: { time })
  }

  @Test func `another device's line doesn't advance this clock`() async throws {
    let entry = try await store.service().add(try fields("here"))
    let running = store.service()
    try await expectEqual(running.count(), 1)
    _ = try await ahead(on: "desktop").add(try fields("from far ahead"))
    for program in [running, store.service()] {
      try await expectAtLeast(program.count(), 2)
      _ = try await program.update(entry.id, to: try fields("changed"))
      _ = try await program.addImported([imported(try fields("imported"))])
    }
    try expectEqual(logs(of: "laptop"), ["2026-11.jsonl"])
    try expectEqual(logs(of: "desktop"), ["8999-12.jsonl"])
    try expectLacks(store.folder.text(store.logPath()), "\"clock\":\"8999")
    unlink(store.indexPath)
    try await expect(store.service().entries().contains { $0.title == "from far ahead" })
    try expectEqual(store.faults, [])
  }

  @Test func `shows the version with a plausible time`() async throws {
    let entry = try await store.service().add(try fields("base"))
    _ = try await ahead(on: "desktop").update(
      entry.id, to: try fields("from far ahead"), basedOn: entry.heads)
    let running = store.service()
    try await expectEqual(running.entry(entry.id).title, "from far ahead")
    let here = try await running.update(entry.id, to: try fields("here"), basedOn: entry.heads)
    expectEqual(here.title, "here")
    expectEqual(here.heads.count, 2)
    unlink(store.indexPath)
    for program in [running, store.service(), store.service(on: "other")] {
      try await expectEqual(program.entry(entry.id).title, "here")
    }
    try expectEqual(store.faults, [])
    // A merge leaves one version.
    _ = try await running.update(entry.id, to: try fields("merged"), basedOn: here.heads)
    try await expectEqual(store.service().entry(entry.id).heads.count, 1)
    let history = try await store.service().history(of: entry.id).map(\.entry.title)
    expectEqual(history.first, "merged")
    expectEqual(history.last, "base")
    try expectEqual(store.faults, [])
  }

  @Test func `hides a late version that a line from far ahead replaced`() async throws {
    let entry = try await store.service().add(try fields("base"))
    _ = try await ahead(on: "desktop").update(entry.id, to: try fields("from far ahead"))
    let log = try store.logPath()
    let late = try store.folder.read(log)
    unlink(log)
    unlink(store.indexPath)
    let running = store.service()
    try await expectEqual(running.entry(entry.id).title, "from far ahead")
    try store.write(late, to: log)
    for program in [running, store.service()] {
      let shown = try await program.entry(entry.id)
      expectEqual(shown.title, "from far ahead")
      expectEqual(shown.heads.count, 1)
    }
    try expectEqual(store.faults, [])
  }

  /// The index has the clock of only one version.
  @Test func `hides a late version that a line from the past replaced`() async throws {
    let entry = try await store.service().add(try fields("base"))
    let log = try store.logPath()
    let early = try store.folder.read(log)
    _ = try await store.service(on: "other").update(
      entry.id, to: try fields("other"), basedOn: entry.heads)
    let replaced = try await store.service().update(
      entry.id, to: try fields("replaced"), basedOn: entry.heads)
    let last = try require(replaced.heads.first)
    _ = try await program(on: "desktop", at: "2016-01-01T12:00:00.000Z").update(
      entry.id, to: try fields("from far back"), basedOn: [last])
    let late = try store.folder.read(log)
    try store.write(early, to: log)
    unlink(store.indexPath)
    let running = store.service()
    try await expectEqual(running.entry(entry.id).heads.count, 2)
    try store.write(late, to: log)
    for program in [running, store.service()] {
      try await expectEqual(program.entry(entry.id).heads.count, 2)
      try await expectEqual(program.entry(entry.id).heads.contains(last), false)
    }
    try expectEqual(store.faults, [])
  }

  @Test func `recovers a diary whose clock was far ahead`() async throws {
    let entry = try await ahead(on: "laptop").add(try fields("far ahead"))
    let other = try await ahead(on: "laptop").add(try fields("other"))
    try expectEqual(logs(of: "laptop"), ["8999-12.jsonl"])
    let service = store.service()
    _ = try await service.add(try fields("now"))
    _ = try await service.update(entry.id, to: try fields("changed"))
    _ = try await service.delete(other.id)
    try expectEqual(logs(of: "laptop"), ["2026-11.jsonl", "8999-12.jsonl"])
    for program in [service, store.service()] {
      expectEqual(Set(try await program.entries().map(\.title)), ["now", "changed"])
      try await expectEqual(program.trash().map(\.title), ["other"])
    }
    try expectEqual(store.faults, [])
    unlink(store.indexPath)
    expectEqual(Set(try await store.service().entries().map(\.title)), ["now", "changed"])
    let history = try await store.service().history(of: entry.id)
    expectEqual(history.map(\.entry.title), ["changed", "far ahead"])
    try await expectEqual(store.service().emptyTrash(), 1)
    _ = try await store.service().add(try fields("next"))
    try expectEqual(store.findings(), [])
    try expect(!store.tree().contains { $0.hasPrefix("set-aside") })
  }

  @Test func `a journal's color from far ahead doesn't win forever`() async throws {
    _ = try await ahead(on: "desktop").change(.add("travel", .red))
    let service = store.service()
    _ = try await service.change(.recolor("travel", .blue))
    try await expectEqual(store.service().journals().first { $0.name == "travel" }?.color, .blue)
  }
}
