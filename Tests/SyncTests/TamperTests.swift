import Crypto
import DiaryCore
import Glibc
import MemoryRemote
import Sync
import TestSupport
import Testing

/// Changes of files by a host or attacker: they change nothing shown, are reported, and everything
/// arrives once they are undone.
@Suite(.cheapWords) struct TamperTests {
  private let host = MemoryHost()
  private let clock = SyncClock()

  /// A machine that is behind the remote, and the remote's files.
  private struct Scene {
    let machine: SyncMachine
    let before: [String]
    let after: [String]
    let files: [RemoteName: [UInt8]]
    /// The segments the machine hasn't received yet.
    let new: Set<RemoteName>
  }

  private func scene(isPlain: Bool, isCommented: Bool = false) async throws -> Scene {
    let (writer, reader) = (try SyncMachine(host, clock), try SyncMachine(host, clock))
    let entry = try await writer.write("first")
    let words = try await writer.add(isPlain: isPlain)
    try await reader.clone(words: words, isPlain: isPlain)
    let known = Set(host.files.keys)
    try await writer.write("second", content: "안개", photo: [1, 2, 3])
    try await writer.edit(entry, "first, changed")
    if isCommented { _ = try await writer.service.addComment("changed words", on: entry.id) }
    try await writer.sync()
    let files = host.files
    let new = Set(files.keys).subtracting(known).filter { $0.path.hasPrefix("log/") }
    return Scene(
      machine: reader, before: ["first"], after: ["first, changed", "second"], files: files,
      new: new)
  }

  /// Syncs a copy of the machine with a changed remote, then with the correct one.
  private func expectUnharmed(
    by change: (inout [RemoteName: [UInt8]]) throws -> Void, _ scene: Scene, isNamed: Bool,
    _ what: String
  ) async throws {
    let machine = try scene.machine.cloned()
    var files = scene.files
    try change(&files)
    host.files = files
    let result = try require(await machine.engine.sync(nil, isDryRun: false) { _ in }.first)
    let titles = try await machine.titles()
    // Lines before a changed place may arrive, but no unwritten ones.
    expect(Set(titles).isSubset(of: scene.before + scene.after), what)
    expect(titles.contains { $0.hasPrefix("first") }, what)
    try expect(machine.findings().allSatisfy { $0 == .missingAsset }, what)
    if isNamed { expect(result.error != nil || !result.issues.isEmpty, what) }
    host.files = scene.files
    _ = try await machine.sync()
    try await expectEqual(machine.titles(), scene.after, what)
    try expectEqual(machine.findings(), [], what)
  }

  /// Tries every byte if every crash point is tried.
  private static let isComplete = getenv("PHOTODIARY_CRASH_POINTS") != nil

  @Test(arguments: [false, true]) func `detects any flipped bit`(isPlain: Bool) async throws {
    let scene = try await scene(isPlain: isPlain)
    for (name, bytes) in scene.files.sorted(by: { $0.key < $1.key }) {
      let step = Self.isComplete ? 1 : max(1, bytes.count / 5)
      for index in stride(from: bytes.count % step, to: bytes.count, by: step) {
        try await expectUnharmed(
          by: { $0[name]?[index] ^= 1 << UInt8(index % 8) }, scene,
          isNamed: scene.new.contains(name), "\(name.path), byte \(index)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `detects a truncated, empty, replaced or missing file`(isPlain: Bool) async throws {
    let scene = try await scene(isPlain: isPlain)
    let names = scene.files.keys.sorted()
    for (name, next) in zip(names, names.dropFirst() + names.prefix(1)) {
      let bytes = try require(scene.files[name])
      let changes: [(String, [UInt8]?)] = [
        ("cut", Array(bytes.dropLast(bytes.count / 3 + 1))), ("empty", []),
        ("another", scene.files[next]), ("gone", nil),
      ]
      for (what, changed) in changes {
        try await expectUnharmed(
          by: { $0[name] = changed }, scene, isNamed: false, "\(name.path), \(what)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `detects a forged line with valid checksums`(isComment: Bool) async throws {
    let scene = try await scene(isPlain: true, isCommented: isComment)
    let segment = try require(scene.files.first { scene.new.contains($0.key) })
    // The last line has a changed body, but the same author.
    var lines = segment.value.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let last = try require(lines.popLast())
    let opening = ",\"sum\":\""
    let middle = "\",\"body\":"
    let place = try require(last.firstRange(of: opening))
    let body = String(last[place.upperBound...].dropFirst(32 + middle.count).dropLast())
    let newBody = body.replacing("changed", with: "never written")
    expectNotEqual(newBody, body)
    let envelope = last[..<place.lowerBound].replacing(
      hexadecimal(SHA256.hash(data: Array(body.utf8))),
      with: hexadecimal(SHA256.hash(data: Array(newBody.utf8))))
    let sum = hexadecimal(SHA256.hash(data: Array(envelope.utf8)).prefix(16))
    lines.append("\(envelope)\(opening)\(sum)\(middle)\(newBody)}")
    let forged = Array(lines.map { $0 + "\n" }.joined().utf8)
    let digits = hexadecimal(SHA256.hash(data: forged).prefix(2))
    let stem = segment.key.path.dropLast("12345678.jsonl".count)
    let name = try require(RemoteName("\(stem)\(sum.prefix(4))\(digits).jsonl"))
    try await expectUnharmed(
      by: { files in
        files[segment.key] = nil
        files[name] = forged
      }, scene, isNamed: true, "forged")
  }
}
