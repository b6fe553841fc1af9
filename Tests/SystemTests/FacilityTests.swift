import System
import TestSupport
import Testing

/// Tests each fallback beside its facility, regardless of the environment.
@Suite struct FacilityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `parses the facilities to do without, and reports unknown names`() {
    let choice = Facility.Choice("inotify,, ofd-locks seccomp")
    expectEqual(choice.disabled, [.inotify, .fileLocks, .seccomp])
    expectEqual(choice.unknown, [])
    expectEqual(Facility.Choice("memfd,fish,Inotify").unknown, ["fish", "Inotify"])
    expectEqual(Facility.Choice("").disabled, [])
    expectEqual(Facility.choice.unknown, [], "\(Facility.variable) has names of nothing.")
    expect(Facility.allCases.allSatisfy { $0.isAvailable != Facility.choice.disabled.contains($0) })
  }

  /// Waits for a change and consumes it.
  private func hasChanged(_ changes: FileChanges) async -> Bool {
    let hasChanged = await eventually { changes.descriptor.isReadable(within: 0) }
    changes.drain()
    return hasChanged
  }

  @Test(arguments: [true, false])
  func `reports each change in a folder`(isPolled: Bool) async throws {
    let changes = try require(isPolled ? PollingWatcher().map { FileChanges($0) } : FileChanges())
    defer { changes.close() }
    let kinds: FileChanges.Kinds = [.created, .movedIn, .movedOut, .removed, .closed]
    try folder.write("1", to: "old")
    expect(!changes.watch(folder.path("none"), for: kinds))
    expect(changes.watch(folder.path, for: kinds))
    expect(!changes.descriptor.isReadable(within: 0))
    try folder.write("1", to: "new")
    await expect(hasChanged(changes))
    try folder.write("12", to: "old")
    await expect(hasChanged(changes))
    try FileSystem.rename(folder.path("old"), to: folder.path("new"))
    await expect(hasChanged(changes))
    // Polling has reported all steps by now.
    expect(changes.watch(folder.path, for: kinds))
    try FileSystem.remove(folder.path("new"))
    await expect(hasChanged(changes))
  }

  @Test func `reports only requested changes, or only the first one`() async throws {
    let changes = FileChanges(try require(PollingWatcher()))
    defer { changes.close() }
    try folder.write("1", to: "below/file")
    expect(changes.watch(folder.path, for: [.created, .once]))
    expect(changes.watch(folder.path("below/file"), for: [.selfRemoved]))
    try folder.write("12", to: "below/file")
    try folder.write("1", to: "below/other")
    try await Task.sleep(for: .milliseconds(1200))
    expect(!changes.descriptor.isReadable(within: 0))
    try folder.write("1", to: "one")
    await expect(hasChanged(changes))
    try folder.write("1", to: "two")
    try await Task.sleep(for: .milliseconds(1200))
    expect(!changes.descriptor.isReadable(within: 0))
    // Replacing the file counts as its removal.
    try FileSystem.rename(folder.path("below/other"), to: folder.path("below/file"))
    await expect(hasChanged(changes))
  }

  @Test(.enabled(if: FileSystem.isWritable("/dev/shm"), "no folder lives in memory"))
  func `a file in memory has no name`() throws {
    let before = try FileSystem.names(in: "/dev/shm").filter { $0.hasPrefix(".photodiary-") }
    for file in [try Descriptor.memory("test"), try Descriptor.memoryInFolder()] {
      defer { file.close() }
      try expectEqual(file.status().links, 0)
      try file.write([1, 2, 3])
      try file.seek(to: 0)
      try expectEqual(OpenFile(file.path, .readOnly).readToEnd(), [1, 2, 3])
    }
    let after = try FileSystem.names(in: "/dev/shm").filter { $0.hasPrefix(".photodiary-") }
    expectEqual(Set(after).subtracting(before), [])
  }

  @Test func `holds a lock until the file is closed`() throws {
    let path = try folder.write("", to: "lock")
    for isFlock in [false, true] {
      func take(_ file: Descriptor) -> Bool {
        isFlock ? file.tryFlock() : (try? file.tryLock()) != nil
      }
      func isTaken(_ file: Descriptor) -> Bool { isFlock ? file.isFlocked : file.isLocked }
      let (own, other) = (
        try Descriptor.open(path, .readWrite), try Descriptor.open(path, .readWrite)
      )
      expect(!isTaken(other))
      expect(take(own))
      expect(take(own))
      expect(isTaken(other))
      expect(!take(other))
      try Descriptor.open(path, .readOnly).close()
      expect(isTaken(other))
      own.close()
      expect(!isTaken(other))
      expect(take(other))
      other.close()
    }
  }

  @Test func `releases a lock of which a starting process has a copy`() throws {
    let path = try folder.write("", to: "lock")
    let (own, other) = (
      try Descriptor.open(path, .readWrite), try Descriptor.open(path, .readWrite)
    )
    try own.tryLock()
    let copy = try own.duplicate()
    defer { for file in [copy, other] { file.close() } }
    own.unlock()
    own.close()
    expect(!other.isLocked)
    try other.tryLock()
  }

  @Test func `renames only to unused names of files and folders`() throws {
    let renames: [(String, String) throws -> Void] = [
      { try FileSystem.renameNoReplace($0, to: $1) }, { try FileSystem.renameInSteps($0, to: $1) },
    ]
    for (number, rename) in renames.enumerated() {
      let place = folder.path("\(number)")
      try folder.write("file", to: "\(number)/file")
      try folder.write("other", to: "\(number)/other")
      try folder.write("inner", to: "\(number)/folder/inner")
      expectThrows(ErrorNumber.exists) { try rename(place + "/file", place + "/other") }
      expectThrows(ErrorNumber.exists) { try rename(place + "/file", place + "/folder") }
      expectThrows(ErrorNumber.exists) { try rename(place + "/folder", place + "/file") }
      expectThrows(ErrorNumber.noSuchFile) { try rename(place + "/none", place + "/new") }
      try rename(place + "/file", place + "/new")
      try rename(place + "/folder", place + "/new folder")
      try expectEqual(FileSystem.names(in: place), ["new", "new folder", "other"])
      try expectEqual(folder.text("\(number)/new"), "file")
      try expectEqual(folder.text("\(number)/new folder/inner"), "inner")
      expectEqual(FileSystem.status(of: place + "/new")?.links, 1)
      // An empty folder counts as used.
      try FileSystem.makeFolder(place + "/empty")
      expectThrows(ErrorNumber.exists) { try rename(place + "/new folder", place + "/empty") }
    }
  }

  @Test func `syncs a folder with its contents, without following links`() throws {
    try folder.write("file", to: "tree/a/b/file")
    try FileSystem.symbolicLink(to: folder.path("none"), at: folder.path("tree/link"))
    try FileSystem.symbolicLink(to: folder.path("tree"), at: folder.path("tree/a/loop"))
    let tree = try Folder(at: folder.path("tree"))
    try tree.descriptor.syncTree()
    try tree.syncAll()
  }

  @Test(arguments: [true, false])
  func `reports the end of a process before it is reaped`(isAwaited: Bool) throws {
    func ending(_ process: ChildProcess) throws -> Descriptor {
      try require(isAwaited ? process.exitDescriptorFromThread : process.exitDescriptor)
    }
    let process = try Spawn(
      "/bin/sh", ["sh", "-c", "sleep 1000; true"], files: .all, group: .newGroup
    )
    .start()
    let first = try ending(process)
    defer { first.close() }
    expect(!first.isReadable(within: 0))
    expectEqual(process.waitForExit(until: SystemClock.milliseconds), false)
    process.sendToGroup(.kill)
    expect(first.isReadable(within: 300_000))
    // For an ended process it is readable immediately.
    let second = try ending(process)
    defer { second.close() }
    expect(second.isReadable(within: 0))
    expectEqual(process.waitForExit(until: 0), true)
    expectEqual(process.wait(), .killed(.kill))
  }

  @Test func `finds the running program by its called name as well`() {
    let called = Path.executableByArgument
    expect(called != nil)
    expect(Path.executable != nil)
    // The test runner may be called by another name.
    expectEqual(called.map { FileSystem.exists($0) }, true)
  }
}

@Suite struct SpawnTests {
  private func shell(_ script: String, output: Spawn.Redirection = .null) throws -> ChildProcess {
    try Spawn(
      "/bin/sh", ["sh", "-c", script],
      files: .only(input: .null, output: output, errors: .null), group: .newGroup
    ).start()
  }

  @Test func `reports how a process ended`() throws {
    try expectEqual(shell("exit 3").wait(), .exited(3))
    try expectEqual(shell("kill -TERM $$").wait(), .killed(.terminate))
    expectThrows(ErrorNumber.noSuchFile) {
      try Spawn("/no/such/program", ["none"], files: .all, group: .newGroup).start()
    }
  }

  @Test func `a process has only the given files open`() throws {
    var pipe = try Pipe()
    let process = try shell("echo /proc/self/fd/*; cat", output: .open(pipe.writeEnd))
    pipe.closeWriteEnd()
    let shown = try String(decoding: pipe.readEnd.readToEnd(), as: UTF8.self)
    // The shell has the listed folder open.
    let open = "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2"
    expectPrefix(shown, open)
    expectAtMost(shown.split(separator: " ").count, 4, "\(shown)")
    expectEqual(process.wait(), .success)
  }
}
