import Crypto
import DiaryCore
import DiaryStore
import System
import TestSupport

/// Compares an encrypted diary with the same one unencrypted, and with a small encrypted one.
@MainActor enum Encryption {
  static let benchmark = Benchmark(name: "encryption", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    var sealed: [SealedDiary] = []
    do {
      for diary in try [bench.smallest, bench.largest, bench.largest] {
        sealed.append(try SealedDiary(diary, bench))
      }
    } catch is SealedDiary.StaysLocked {
      return [Finding("an encrypted diary", .skipped("the kernel keeps no keys for programs"))]
    }
    let (small, large, other) = (sealed[0], sealed[1], sealed[2])
    let plain = try bench.copy(of: bench.largest)
    let findings =
      try await beside(plain, other, bench) + growth(small, large, bench)
      + search(plain, large.diary, bench) + memory(large.diary, bench) + [photos(bench)]
    for diary in sealed { try diary.lock() }
    return findings
  }

  /// An operation on a diary, and its time.
  private struct Operation {
    let name: String
    let time: Turns.Player
  }

  /// Saves are separated, and background work finishes between them.
  private static let timeBetweenSaves = Duration.milliseconds(60)

  private static func operations(
    _ diary: BenchmarkDiary, _ opened: OpenDiary
  ) async throws -> [Operation] {
    let id = try ShortCommands.idOfSomeEntry(diary)
    let screen = await ListScreen(opened.service)
    let fields = OpenDiary.sampleFields()
    func whole(_ name: String, _ run: ProgramRun) -> Operation {
      Operation(name: name) { try run.time() }
    }
    return [
      Operation(name: "first frame") { try FirstFrame.time(diary) },
      whole("list --limit 10", diary.run("list", "--limit", "10")),
      whole("show, by whole id", diary.run("show", id)),
      whole("show, by prefix", diary.run("show", String(id.prefix(8)))),
      whole("add", diary.run("add", "A walk by the river", "--content", "강가를 걸었다.")),
      Operation(name: "a key that moves the selection") { await screen.pressMovingKey() },
      Operation(name: "a save in a running diary") {
        try await Task.sleep(for: timeBetweenSaves)
        return try await opened.time { _ = try await $0.add(fields) }
      },
    ]
  }

  private static func beside(
    _ plain: BenchmarkDiary, _ sealed: SealedDiary, _ bench: Workbench
  ) async throws -> [Finding] {
    let references = try await operations(plain, OpenDiary(plain))
    let ours = try await operations(sealed.diary, OpenDiary(sealed.diary, sealed.cipher))
    var findings: [Finding] = []
    for (reference, ours) in zip(references, ours) {
      findings.append(
        try await Finding.medians(
          "\(ours.name), encrypted, beside in clear", bench.options.runs, atMost: Growth.limit,
          noise: InProcess.noise, ours: ours.time, reference: reference.time))
    }
    return findings
  }

  private static func growth(
    _ small: SealedDiary, _ large: SealedDiary, _ bench: Workbench
  ) async throws -> [Finding] {
    let diaries = [small, large]
    var operations: [[Operation]] = []
    for sealed in diaries {
      let opened = try OpenDiary(sealed.diary, sealed.cipher)
      operations.append(try await Self.operations(sealed.diary, opened))
    }
    var findings: [Finding] = []
    for (one, other) in zip(operations[0], operations[1]) {
      findings += Growth.findings(
        "\(one.name), encrypted", sizes: diaries.map(\.diary.entries),
        samples: try await Turns.take(bench.options.runs, [one.time, other.time]),
        noise: InProcess.noise)
    }
    return findings
  }

  private static func search(
    _ plain: BenchmarkDiary, _ sealed: BenchmarkDiary, _ bench: Workbench
  ) async throws -> [Finding] {
    let word = Corpus.rareWords[0]
    let (ours, reference) = try await Turns.take(
      bench.options.runs, ours: { try sealed.run("search", word).time() },
      reference: { try plain.run("search", word).time() })
    let name = "search for “\(word)”, encrypted"
    return [
      Finding(name + ", beside in clear", ours.median, beside: reference.median, atMost: 4),
      Finding(name, ours.median, atMost: 150),
    ]
  }

  private static func memory(
    _ diary: BenchmarkDiary, _ bench: Workbench
  ) async throws -> [Finding] {
    let terminal = try diary.openAndSettle(columns: 120, rows: 40)
    let inList = try Memory.anonymous(terminal, bench)
    let afterRare = try Memory.most(of: terminal, typing: "/" + Corpus.rareWords[0], bench)
    terminal.write([0x1B])
    terminal.settle(silence: .milliseconds(300))
    // A letter in every entry.
    let afterAll = try Memory.most(of: terminal, typing: "/e", bench)
    let name = "memory, encrypted, "
    return [
      Finding(name + "in the list", inList, "MB", atMost: 64),
      Finding(name + "most seen while a rare word is searched for", afterRare, "MB", atMost: 160),
      Finding(name + "most seen while all is found", afterAll, "MB", atMost: 160),
    ]
  }

  /// In bytes.
  private static let photoSize = 5_000_000

  /// Compares encrypting a diary's photos with age.
  private static func photos(_ bench: Workbench) async throws -> Finding {
    let millions = bench.options.photo
    let count = max(1, millions * 1_000_000 / photoSize)
    let folder = try bench.newFolder("photos")
    let names = try SamplePhoto(bench).write(count, bytes: photoSize, to: folder)
    let diary = try bench.copy(of: bench.smallest)
    try diary.importEntries(with: names, in: folder)
    let recipient = AgeIdentity().recipient
    return try await Finding.medians(
      "encrypting \(Decimals.grouped(millions)) MB of photos, beside age and sync",
      bench.options.slowRuns, isCold: true, atMost: 1.5,
      ours: {
        let copy = try bench.copy(of: diary)
        _ = try Disk.sync(copy.home)
        return try SealedDiary.encryption(of: copy, bench).time()
      },
      reference: {
        let target = try bench.newFolder("sealed")
        _ = try Disk.sync(target)
        let script =
          "for f in \(folder)/*.jpg; do age -r \(recipient) -o \(target)/${f##*/} $f || exit; done"
        return try Tool.run("sh", ["-c", script]).time() + Disk.sync(target)
      })
  }
}

/// Compares encrypting a large file on disk with age.
@MainActor enum Sealing {
  static let benchmark = Benchmark(name: "sealing", run: run)

  private static func run(_ bench: Workbench) async throws -> [Finding] {
    let (clear, sealed) = (bench.newPath("clear"), bench.newPath("sealed"))
    let megabyte = (0..<1_000_000).map { _ in UInt8.random(in: .min ... .max) }
    try FileWriter.write((0..<bench.options.photo).lazy.map { _ in megabyte }, to: clear)
    let recipient = AgeIdentity().recipient
    func start() throws {
      try Disk.remove(sealed)
      _ = try Disk.sync(clear)
    }
    return [
      try await Finding.medians(
        "encrypting \(Decimals.grouped(bench.options.photo)) MB, beside age",
        bench.options.slowRuns, isCold: true, atMost: 1.5,
        ours: {
          try start()
          return try ContinuousClock().measure { try seal(clear, to: sealed, recipient) }
        },
        reference: {
          try start()
          return try Tool.run("age", ["-r", "\(recipient)", "-o", sealed, clear]).time()
        })
    ]
  }

  private static func seal(_ path: String, to sealed: String, _ recipient: AgeRecipient) throws {
    let input = try OpenFile(path, .readOnly)
    let output = try OpenFile(sealed, .new)
    var writer = try AgeWriter(to: .recipients([recipient]))
    var offset = 0
    while case let bytes = try input.bytes(1 << 20, at: offset), !bytes.isEmpty {
      offset += bytes.count
      try writer.write(bytes) { sealed throws(SystemError) in try output.write(sealed) }
    }
    try writer.finish { sealed throws(SystemError) in try output.write(sealed) }
  }
}

/// An encrypted diary, unlocked for all programs of this machine by a key in the kernel.
struct SealedDiary {
  private static let passphrase = "correct horse battery staple"

  let diary: BenchmarkDiary
  /// Opens it in this process.
  let cipher: StoreCipher

  /// Thrown if the kernel doesn't keep keys for programs.
  struct StaysLocked: Error {}

  /// Encrypts a copy of a diary.
  @MainActor init(_ diary: BenchmarkDiary, _ bench: Workbench) throws {
    self.diary = try bench.copy(of: diary)
    try Self.encryption(of: self.diary, bench).result()
    let unlock = self.diary.run(
      "unlock", "--for", "8h", "--passphrase-file", try Self.passphraseFile(bench))
    guard (try? unlock.result()) != nil, let passphrase = Passphrase(Self.passphrase.utf8) else {
      throw StaysLocked()
    }
    cipher = StoreCipher(
      try StoreKeys(of: StoreLayout(root: self.diary.store)).keyring(with: passphrase))
  }

  /// Removes the key from the kernel.
  func lock() throws { try diary.run("lock").result() }

  /// The command that encrypts a diary.
  @MainActor
  static func encryption(of diary: BenchmarkDiary, _ bench: Workbench) throws -> ProgramRun {
    diary.run("encrypt", "--passphrase-file", try passphraseFile(bench))
  }

  @MainActor private static func passphraseFile(_ bench: Workbench) throws -> String {
    let path = bench.newPath("passphrase")
    try FileWriter.write([Array("\(passphrase)\n".utf8)], to: path)
    return path
  }
}
