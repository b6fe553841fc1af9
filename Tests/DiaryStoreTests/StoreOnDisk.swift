import DiaryCore
import DiaryStore
import Glibc
import System
import TestSupport
import Testing

/// A store in a folder of a test's own, which any number of programs can open.
struct StoreOnDisk {
  let folder: TemporaryFolder
  let clock = TestClock()

  init() throws { folder = try TemporaryFolder() }

  var root: String { folder.path("store") }

  /// A program that opens the store anew, on a machine of that name.
  func service(on machine: String = "laptop") -> DiaryService {
    let repository = DiskRepository(
      root: root, devicePath: devicePath(of: machine), draftsFolder: draftsFolder,
      defaultAuthorName: { "Author" }, now: clock.tick)
    return DiaryService(repository: repository, inspector: AnyFileInspector(), now: clock.tick)
  }

  func devicePath(of machine: String = "laptop") -> String {
    folder.path("state-\(machine)/device")
  }

  /// Holds the folders of drafts.
  var draftsFolder: String { folder.path("drafts") }

  /// Keeps a draft with a photo, as an editor in some window does. Returns its file.
  @discardableResult
  func keepDraft(_ photo: Photo) async throws -> String {
    let draft = Draft(
      id: .random(), entry: nil, base: [], fields: try fields("draft", photos: [photo]),
      dateText: "")
    let drafts = DraftFolder(
      folder: draftsFolder + "/some-store", now: { Timestamp(milliseconds: 0) })
    try await drafts.keep(draft)
    return "\(draftsFolder)/some-store/\(draft.id).json"
  }

  var indexPath: String { root + "/index.json" }

  /// The one log that a store with one device has in a month.
  func logPath(of machine: String = "laptop") throws -> String {
    let device = try folder.text("state-\(machine)/device").prefix { $0 != "\n" }
    let name = try require(try files(in: root + "/log/" + device).first)
    return "\(root)/log/\(device)/\(name)"
  }

  /// The log's lines without their ends, the founding line first.
  func lines(of machine: String = "laptop") throws -> [[UInt8]] {
    try folder.read(try logPath(of: machine)).split(separator: 0x0A).map(Array.init)
  }

  /// Where a line of the log begins, the founding line being 0.
  func start(ofLine number: Int, of machine: String = "laptop") throws -> Int {
    try lines(of: machine)[..<number].reduce(0) { $0 + $1.count + 1 }
  }

  /// Makes the store what version 0.1.0 would have written, with one device: nothing tells of the
  /// diary but files, and no line of another.
  func becomeOld(journals: String? = nil) throws {
    var sums: [JSONValue: JSONValue] = [:]
    var bytes: [UInt8] = []
    for line in try lines() {
      let json = try JSONParser.parse(line)
      guard json["record"] == nil, let sum = json["sum"] else { continue }
      let members = try require(json.members).filter {
        !["prev", "append", "seq", "sig", "sum"].contains($0.name)
      }.map { member in
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
    unlink("\(root)/chain/.\(device).last")
    rmdir("\(root)/chain")
    unlink(indexPath)
    try write("PhotoDiary store, format 1\n".utf8, to: root + "/FORMAT.txt")
    guard let journals else { return }
    try write(Array(journals.utf8), to: "\(root)/journals/\(device).json")
  }

  /// Names in a folder, in order.
  func files(in path: String) throws -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Every file and folder below the store, by its path within it.
  func tree() throws -> [String] {
    func below(_ path: String) throws -> [String] {
      try files(in: root + "/" + path).flatMap { name in
        let child = path.isEmpty ? name : path + "/" + name
        return [child] + (try below(child))
      }
    }
    return try below("")
  }

  /// Whether a path within the store is a folder's.
  func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(root + "/" + path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  func mode(of path: String) -> mode_t {
    var information = stat()
    return stat(path, &information) == 0 ? information.st_mode & 0o777 : 0
  }

  func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try folder.write(bytes, to: String(path.dropFirst(folder.path.count + 1)))
  }

  /// Adds bytes to a file, named by its path within the store.
  func append(_ bytes: [UInt8], to path: String) throws {
    guard access(root + "/" + path, F_OK) == 0 else {
      return try write(bytes, to: root + "/" + path)
    }
    // In place, as programs that append do.
    let file = try require(fopen(root + "/" + path, "a"))
    defer { fclose(file) }
    expectEqual(fwrite(bytes, 1, bytes.count, file), bytes.count)
  }

  /// What a check comes upon.
  func findings() throws -> [StoreIssue] {
    var findings: [StoreIssue] = []
    _ = try StoreVerifier(root: root).run { findings.append($0) }
    return findings
  }

  static let day = 86_400

  /// Repairs the store as the program does on a machine of that name, so many seconds from now:
  /// nobody can make a file look as if it had been there before.
  func repair(
    on machine: String = "laptop", prunes: Bool = false, later: Int = 0
  ) throws -> [RepairAction] {
    var actions: [RepairAction] = []
    try storeRepair(on: machine, later: later).run(prunes: prunes) { actions.append($0) }
    return actions
  }

  func storeRepair(on machine: String = "laptop", later: Int = 0) -> StoreRepair {
    // Files have times of this machine, lines those of the test.
    let onDisk: @Sendable () -> Timestamp = {
      Timestamp(milliseconds: Int64(time(nil) + later) * 1000)
    }
    return StoreRepair(
      root: root, devicePath: devicePath(of: machine), draftsFolder: draftsFolder,
      authorName: { "Author" }, now: later > 0 ? onDisk : clock.tick)
  }

  var faults: [StoreIssue.Kind] {
    get throws { try findings().filter { $0.severity == .fault }.map(\.kind) }
  }

  /// Adds an entry with a photo of these bytes.
  func addPhotoEntry(_ title: String, _ bytes: [UInt8]) async throws -> Entry {
    let service = service()
    let path = try folder.write(bytes, to: "photo.jpg")
    let photo = try await service.addPhoto(at: path).photo
    return try await service.add(try fields(title, photos: [photo]))
  }
}
