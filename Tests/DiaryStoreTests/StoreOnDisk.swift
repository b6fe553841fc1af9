import Crypto
import DiaryCore
import Dispatch
import Glibc
import System
import TestSupport
import Testing

@testable import DiaryStore

/// A store in a test's folder, encrypted or not, that any number of programs can open.
struct StoreOnDisk {
  let folder: TemporaryFolder
  let clock = TestClock()
  let keyring = Keyring()
  /// The words that unlock `keyring`.
  let words = RecoveryWords()
  private let isEncrypted: Bool

  init(isEncrypted: Bool = false) throws {
    folder = try TemporaryFolder()
    self.isEncrypted = isEncrypted
    guard isEncrypted else { return }
    try folder.write("PhotoDiary store, format 3\n", to: "store/FORMAT.txt")
    let keys = StoreKeys(of: StoreLayout(root: root, cipher: cipher))
    // The usual cost would take seconds in many tests.
    try AgePassphrase.$costLimit.withValue(4) { try keys.write(keyring, under: words) }
    keys.removeUnseenWords()
    try keys.writeRecipient(of: keyring)
  }

  var root: String { folder.path("store") }
  var cipher: StoreCipher { isEncrypted ? StoreCipher(keyring) : StoreCipher() }

  /// A program on a machine, with this or another store by name or path.
  func repository(
    on machine: String = "laptop", of name: String = "store", cipher: StoreCipher? = nil,
    author: String? = nil, now: (@Sendable () -> Timestamp)? = nil
  ) -> DiskRepository {
    let author = author ?? (isEncrypted ? "Author-7f41" : "Author")
    return DiskRepository(
      root: path(name), cipher: cipher ?? self.cipher, devicePath: devicePath(of: machine),
      draftsFolder: draftsFolder, defaultAuthorName: { author }, now: now ?? clock.tick)
  }

  func service(
    on machine: String = "laptop", of name: String = "store", cipher: StoreCipher? = nil,
    author: String? = nil, now: (@Sendable () -> Timestamp)? = nil
  ) -> DiaryService {
    service(repository(on: machine, of: name, cipher: cipher, author: author, now: now), now: now)
  }

  func service(
    _ repository: DiskRepository, now: (@Sendable () -> Timestamp)? = nil
  ) -> DiaryService {
    DiaryService(
      repository: repository, inspector: AnyFileInspector(), now: now ?? clock.tick)
  }

  private func path(_ name: String) -> String { name.hasPrefix("/") ? name : folder.path(name) }

  func devicePath(of machine: String = "laptop") -> String {
    folder.path("state-\(machine)/device")
  }

  /// Makes a machine forget its last saved line, as after a crash.
  func forgetMark(on machine: String = "laptop") {
    let marks = folder.path("state-\(machine)/marks")
    for name in (try? files(in: marks)) ?? [] { unlink(marks + "/" + name) }
  }

  var draftsFolder: String { folder.path("drafts") }

  /// Keeps a draft with these files, like an open editor. Returns its path.
  @discardableResult func keepDraft(
    _ photos: Photo..., attachments: [DiaryCore.Attachment] = []
  ) async throws -> String {
    let fields = try fields("draft", photos: photos, attachments: attachments)
    let draft = Draft(id: .random(), entry: nil, base: [], fields: fields, dateText: "")
    let drafts = DraftFolder(
      folder: draftsFolder + "/some-store", now: { Timestamp(milliseconds: 0) })
    try await drafts.save(draft)
    return "\(draftsFolder)/some-store/\(draft.id).json"
  }

  var indexPath: String { root + "/index.json" }

  /// The log of a store with one device and one month.
  func logPath(of machine: String = "laptop") throws -> String {
    let device = try folder.text("state-\(machine)/device").prefix { $0 != "\n" }
    let name = try require(try files(in: root + "/log/" + device).first)
    return "\(root)/log/\(device)/\(name)"
  }

  /// The log's lines without their line breaks, the founding line first.
  func lines(of machine: String = "laptop") throws -> [[UInt8]] {
    try folder.read(try logPath(of: machine)).split(separator: 0x0A).map(Array.init)
  }

  /// The offset of a line of the log; the founding line is 0.
  func start(ofLine number: Int, of machine: String = "laptop") throws -> Int {
    try lines(of: machine)[..<number].reduce(0) { $0 + $1.count + 1 }
  }

  /// Rewrites the store of one device in the format of version 0.1.0.
  func becomeOld(journals: String? = nil) throws {
    var sums: [JSONValue: JSONValue] = [:]
    var bytes: [UInt8] = []
    for line in try lines() {
      let json = try JSONParser.parse(line)
      guard json["record"] == nil, let sum = json["sum"] else { continue }
      let members = try OldLine.members(of: json).map { member in
        guard member.name == "parents" else { return member }
        return JSONMember("parents", .array((member.value.array ?? []).map { sums[$0] ?? $0 }))
      }
      let old = OldLine(members)
      sums[sum] = .string(old.sum)
      bytes += old.bytes
    }
    let log = try logPath()
    try write(bytes, to: log)
    let device = Path.name(Path.parent(log))
    forgetMark()
    unlink(indexPath)
    try write("PhotoDiary store, format 1\n".utf8, to: root + "/FORMAT.txt")
    guard let journals else { return }
    try write(Array(journals.utf8), to: "\(root)/journals/\(device).json")
  }

  func files(in path: String) throws -> [String] { try FileSystem.names(in: path) }

  func tree() throws -> [String] {
    func below(_ path: String) throws -> [String] {
      try files(in: root + "/" + path).flatMap { name in
        let child = path.isEmpty ? name : path + "/" + name
        return [child] + (isFolder(child) ? try below(child) : [])
      }
    }
    return try below("")
  }

  func isFolder(_ path: String) -> Bool { FileSystem.isFolder(root + "/" + path) }

  func mode(of path: String) -> mode_t {
    var information = stat()
    return stat(path, &information) == 0 ? information.st_mode & 0o777 : 0
  }

  func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try folder.write(bytes, to: String(path.dropFirst(folder.path.count + 1)))
  }

  func relative(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }

  func flip(_ place: Int, of path: String, _ bits: UInt8 = 1) throws {
    var bytes = try folder.read(path)
    bytes[place] ^= bits
    try write(bytes, to: path)
  }

  func append(_ bytes: [UInt8], to path: String) throws {
    guard access(root + "/" + path, F_OK) == 0 else {
      return try write(bytes, to: root + "/" + path)
    }
    // Appends in place, as programs do.
    let file = try require(fopen(root + "/" + path, "a"))
    defer { fclose(file) }
    expectEqual(fwrite(bytes, 1, bytes.count, file), bytes.count)
  }

  /// The findings of a check of this or another store by name or path.
  func findings(in name: String = "store") throws -> [StoreIssue] {
    var found: [StoreIssue] = []
    _ = try StoreVerifier(root: path(name), cipher: cipher, devicePath: devicePath())
      .run { found.append($0) }
    // Test folders are readable by others.
    return isEncrypted ? found.filter { $0.kind != .openToOthers } : found
  }

  static let day = 86_400

  /// Repairs the store on a machine, with a clock `later` seconds ahead.
  func repair(
    on machine: String = "laptop", prunes: Bool = false, later: Int = 0
  ) throws -> [RepairAction] {
    var actions: [RepairAction] = []
    try storeRepair(on: machine, later: later).run(prunes: prunes) { actions.append($0) }
    return actions
  }

  func storeRepair(on machine: String = "laptop", later: Int = 0) -> StoreRepair {
    // Files have real times, lines the test clock's.
    let onDisk: @Sendable () -> Timestamp = {
      Timestamp(milliseconds: Int64(time(nil) + later) * 1000)
    }
    return StoreRepair(
      root: root, cipher: cipher, devicePath: devicePath(of: machine), draftsFolder: draftsFolder,
      authorName: { [isEncrypted] in isEncrypted ? "Author-7f41" : "Author" },
      now: later > 0 ? onDisk : clock.tick)
  }

  var faults: [StoreIssue.Kind] {
    get throws { try findings().filter { $0.severity == .fault }.map(\.kind) }
  }

  func addPhotoEntry(
    _ title: String, _ bytes: [UInt8], in service: DiaryService? = nil
  ) async throws -> Entry {
    let service = service ?? self.service()
    let path = try folder.write(bytes, to: "photo.jpg")
    let photo = try await service.addPhoto(at: path).photo
    return try await service.add(try fields(title, photos: [photo]))
  }

  /// Adds an entry with a photo of these bytes. Returns the photo's path within the store.
  @discardableResult func addPhotoFile(_ title: String, _ bytes: [UInt8]) async throws -> String {
    let diary = service()
    let entry = try await addPhotoEntry(title, bytes, in: diary)
    try await diary.flush()
    await diary.finish()
    return relative(diary.path(of: try entry.photos.at(0).file))
  }

  /// The pieces of the logs in order, by their paths within the store.
  func pieces() throws -> [String] {
    try files("log").map { "log/" + $0 }.sorted { one, other in
      let starts = [one, other].map { LogPiece(Path.name($0))?.range.lowerBound ?? 0 }
      return starts[0] < starts[1]
    }
  }

  func files(_ folder: String) throws -> [String] {
    try FileSystem.files(below: self.folder.path("store/" + folder))
  }

  func damage(_ name: String) throws {
    try flip(try folder.read(name).count / 2, of: folder.path(name))
  }
}

/// A valid store with two entries, a photo and a change.
func soundStore() async throws -> (store: StoreOnDisk, photo: String) {
  let store = try StoreOnDisk()
  let entry = try await store.addPhotoEntry("with a photo", Array(0..<200))
  let other = try await store.service().add(try fields("other", content: "text"))
  _ = try await store.service().update(other.id, to: try fields("other", content: "changed"))
  try expectEqual(store.findings(), [])
  let photo = try require(entry.photos.first)
  return (store, store.service().file(of: photo))
}

/// A log line in the format of version 0.1.0, without links and signature.
struct OldLine {
  /// The line with its line break.
  let bytes: [UInt8]
  let sum: String

  init(of line: [UInt8], titled title: String? = nil) throws {
    let json = try JSONParser.parse(line)
    var members = try Self.members(of: json)
    if let title, let index = members.firstIndex(where: { $0.name == "title" }) {
      members[index].value = .string(title)
      members[0].value = .string(ID<Entry>.random().description)
    }
    self.init(members)
  }

  static func members(of line: JSONValue) throws -> [JSONMember] {
    let linking = ["prev", "append", "seq", "hash", "sig", "sum", "body", "salt"]
    return (try require(line.members) + (line["body"]?.members ?? [])).filter {
      !linking.contains($0.name)
    }
  }

  init(_ members: [JSONMember]) {
    let body = JSONWriter.bytes(.object(members)).dropLast()
    sum = String(hexadecimal(SHA256.hash(data: Array(body))).prefix(32))
    bytes = body + Array(",\"sum\":\"\(sum)\"}\n".utf8)
  }
}

/// Runs blocking work away from the threads that tests share.
final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "photodiary.tests.own-thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
