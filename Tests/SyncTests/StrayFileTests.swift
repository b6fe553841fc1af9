import DiaryCore
import MemoryRemote
import Sync
import TestSupport
import Testing

/// A `FORMAT.txt` that is damaged, or not the program's.
@Suite(.cheapWords) struct FormatFileTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  private func name() throws -> RemoteName { try require(RemoteName("FORMAT.txt")) }

  @Test(arguments: [false, true]) func `sends a damaged one again`(isPlain: Bool) async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock, isPlain: isPlain)
    let name = try name()
    let intact = try require(host.files[name])
    let cut = [0, 30, intact.count / 2].map { Array(intact.prefix($0)) }
    for damaged in [Array("x\n".utf8)] + cut {
      for machine in pair {
        host.files[name] = damaged
        try await machine.sync()
        expectEqual(host.files[name], intact)
      }
      host.files[name] = damaged
      let clone = try SyncMachine(host, clock)
      // The form is detected without the file, too.
      try await clone.clone(words: words)
      try await expectSame(["first"], on: [clone])
      expectEqual(host.files[name], intact)
    }
    // So is one of the other form, on a remote in use.
    let (form, otherForm) = isPlain ? ("plain", "encrypted") : ("encrypted", "plain")
    let text = String(decoding: intact, as: UTF8.self)
    host.files[name] = Array(
      text.replacing(", \(form)\n", with: ", \(otherForm)\n", maxReplacements: 1).utf8)
    if host.files[name]?.count == intact.count { fail("the forms have names of one length") }
    try await pair[0].sync()
    expectEqual(host.files[name], intact)
    // Another version of the program may describe the same format differently.
    let other = intact.dropLast(20) + Array("otherwise".utf8)
    host.files[name] = other
    try await pair[0].sync()
    expectEqual(host.files[name], other)
  }

  @Test func `refuses a newer format and folders of other programs`() async throws {
    let (pair, words) = try await SyncMachine.sharing(1, host, clock)
    let name = try name()
    for text in ["PhotoDiary remote, format 9, encrypted", "PhotoDiary remote, format 9"] {
      host.files[name] = Array(text.utf8)
      let clone = try SyncMachine(host, clock)
      let error = await expectThrows(MessageError.self) { try await clone.clone(words: words) }
      expectContains(error?.line ?? "", "newer version")
      let result = await pair[0].engine.sync(nil, isDryRun: false) { _ in }.first
      expectContains(result?.error ?? "", "newer version")
      expectEqual(host.files[name], Array(text.utf8))
    }
    let machine = try SyncMachine(MemoryHost(), clock)
    try await machine.write("first")
    for file in [name, try require(RemoteName("notes/a.txt"))] {
      machine.host.files = [file: Array("x\n".utf8)]
      let error = await expectThrows(MessageError.self) { try await machine.add() }
      expectContains(error?.line ?? "", "contains other files")
    }
  }
}

/// Files among a device's lines that the program didn't put there, and damaged ones.
@Suite(.cheapWords) struct StrayFileTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// Puts a file among a device's segments. `numbers` are its lines, as in `00000777-00000778`.
  @discardableResult
  private func put(
    _ bytes: [UInt8], _ numbers: String, of device: String?, tag: String = "abcdef01"
  ) throws -> RemoteName {
    let name = try require(RemoteName("log/\(require(device))/\(numbers)-\(tag).jsonl.age"))
    host.files[name] = bytes
    return name
  }

  /// Syncs without expecting success.
  private func result(of machine: SyncMachine) async throws -> SyncResult {
    try require(await machine.engine.sync(nil, isDryRun: false) { _ in }.first)
  }

  @Test func `names a stray file once, and counts none of its lines`() async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock)
    for device in [pair[0].device?.description, String(repeating: "ab", count: 16)] {
      let name = try put(Array("garbage".utf8), "00000777-00000778", of: device)
      for machine in pair {
        let issue = "\(name.path) is damaged and was left there."
        try await expectEqual(machine.sync().issues, [issue])
        try await expectEqual(machine.sync(), SyncResult(remote: "home"))
      }
      // Another size is another file.
      host.files[name]?.append(0)
      for machine in pair { try await expectEqual(machine.sync().issues.count, 1) }
    }
    try await pair[0].write("second")
    for machine in pair { try await machine.sync() }
    try await expectSame(["first", "second"], on: pair)
    let third = try SyncMachine(host, clock)
    let remote = NewRemote(
      name: "home", address: "/memory", isPlain: false, recoveryWords: words)
    try await expectEqual(third.engine.clone(remote) { _ in }.issues.count, 2)
    try await expectSame(["first", "second"], on: [third])
  }

  @Test(arguments: [0, 700])
  func `a renamed copy of a segment is no missing change`(gap: Int) async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
    for machine in pair {
      let folder = try "log/\(require(machine.device))/"
      let segments = host.files.filter { $0.key.path.hasPrefix(folder) }
        .sorted { $0.key < $1.key }
      let fields = try segments.map { try require($0.key.path.split(separator: "/").last) }
        .map { $0.split(separator: "-") }
      let first = try require(Int(require(fields.last)[1])) + 1 + gap
      let name = "\(padded(first))-\(padded(first + 9))"
      let tag = try String(require(fields.first)[2].prefix(8))
      try put(segments[0].value, name, of: machine.device?.description, tag: tag)
    }
    for machine in pair + pair { try await expectEqual(machine.sync().issues, []) }
    // The lines with those numbers are sent when they're written.
    for title in ["second", "third"] { try await pair[1].write(title) }
    for machine in [pair[1], pair[0]] { try await machine.sync() }
    try await expectSame(["first", "second", "third"], on: pair)
  }

  @Test func `a name that claims more lines than its segment has is no missing change`()
    async throws
  {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
    let device = try require(pair[0].device)
    let known = Set(host.files.keys)
    try await pair[0].write("second")
    try await pair[0].sync()
    let sent = try require(Set(host.files.keys).subtracting(known).first)
    let fields = try require(sent.path.split(separator: "/").last).split(separator: "-")
    try put(
      require(host.files[sent]), "\(fields[0])-00099999", of: device.description,
      tag: String(fields[2].prefix(8)))
    for machine in [pair[1], pair[0], pair[1]] { try await machine.sync() }
    try await pair[0].write("third")
    for machine in pair { try await machine.sync() }
    try await expectSame(["first", "second", "third"], on: pair)
  }

  private func padded(_ number: Int) -> String {
    String(String(100_000_000 + number).dropFirst())
  }

  @Test func `a damaged file counts once others lead to it`() async throws {
    let (pair, words) = try await SyncMachine.sharing(2, host, clock)
    var sent: [RemoteName] = []
    for title in ["a", "b", "c"] {
      let known = Set(host.files.keys)
      try await pair[0].write(title)
      try await pair[0].sync()
      sent += Set(host.files.keys).subtracting(known)
    }
    expectEqual(sent.count, 3)
    let files = host.files
    // The last one is damaged, and the one before it is missing.
    host.files[sent[2]] = [1, 2, 3]
    host.files[sent[1]] = nil
    try await expectEqual(
      pair[1].sync().issues, ["\(sent[2].path) is damaged and was left there."])
    host.files[sent[1]] = files[sent[1]]
    for _ in 0..<2 {
      let result = try await result(of: pair[1])
      expectContains(result.error ?? "", "1 change on home couldn't be received")
      expectEqual(result.issues, ["\(sent[2].path) is damaged and was left there."])
    }
    // A later intact one proves that lines are missing.
    host.files = files
    host.files[sent[0]] = nil
    host.files[sent[1]] = [1, 2, 3]
    let other = MemoryHost()
    other.files = files.filter { !sent.contains($0.key) }
    var third = try await SyncMachine(other, clock, cloning: words)
    third.host = host
    let result = try await result(of: third)
    expectContains(result.error ?? "", "3 changes on home couldn't be received")
    expectContains(result.issues.joined(), sent[1].path)
    host.files = files
    try await pair[1].sync()
    try await third.sync()
    try await expectSame(["a", "b", "c", "first"], on: pair + [third])
  }

  @Test func `names three of many damaged files, and fetches them once`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
    for number in 100..<150 {
      try put([1], "00000\(number)-00000\(number)", of: pair[0].device?.description)
    }
    for machine in pair {
      let issues = try await machine.sync().issues
      expectEqual(issues.count, 4)
      expectContains(issues[0], "/00000100-")
      expectEqual(issues.last, "47 more files there can't be used.")
      try await expectEqual(machine.sync(), SyncResult(remote: "home"))
    }
  }

  @Test func `an oversized file blocks no other`() async throws {
    let (pair, _) = try await SyncMachine.sharing(2, host, clock)
    let large = [UInt8](repeating: 0, count: 64 << 20 + 1)
    let stray = try put(large, "00000777-00000778", of: pair[0].device?.description)
    try await pair[0].write("second")
    for machine in pair {
      let issues = try await machine.sync().issues
      expectEqual(issues.count, 1)
      expectContains(issues[0], "\(stray.path) is too large (67 MB)")
      try await expectEqual(machine.sync().issues, [])
    }
    try await expectSame(["first", "second"], on: pair)
    // An enlarged segment of this machine is sent again.
    let known = Set(host.files.keys)
    try await pair[0].write("third")
    try await pair[0].sync()
    let segment = try require(Set(host.files.keys).subtracting(known).first)
    host.files[segment] = large
    try await expect(result(of: pair[1]).error != nil)
    try await pair[0].sync()
    expect(host.files[segment]?.count != large.count)
    try await pair[1].sync()
    try await expectSame(["first", "second", "third"], on: pair)
  }
}
