import DiaryCore
import Glibc
import TestSupport
import Testing

@Suite("What an encrypted remote holds")
struct EncryptedRemoteTests {
  /// 128 bits as text, which nothing else has.
  private static func canary() -> String { "\(ID<Entry>.random())" }

  private let home: DiaryHome
  private let remotes: TemporaryFolder

  init() throws {
    home = try DiaryHome()
    remotes = try TemporaryFolder()
  }

  /// Adds an entry with a photo, and with an own text in all that an entry has. Returns these texts.
  private func addEntry() throws -> [String] {
    let folder = try TemporaryFolder()
    let texts = (0..<13).map { _ in Self.canary() }
    let photo = try folder.write(DatedPhoto.bytes(texts[0]), to: texts[1] + ".jpg")
    let file = try folder.write(texts[2], to: texts[3] + ".txt")
    let id = try home.run(
      "add", texts[4], "--content", texts[5], "--photo", photo, "--attach", file,
      "--tag", "t" + texts[6], "--journal", texts[7], "--mood", texts[8], "--place", texts[9],
      "--weather", texts[10])
    let entry = try #require(try home.entries().first)
    let asset = try #require(entry["photos"]?.array?.first?["asset"]?.string)
    try home.run("edit", id, "--content", "\(texts[11]) ![\(texts[12])](photo:\(asset))")
    return texts
  }

  @Test func `no host sees anything of what was written, nor do temporary files`() throws {
    let texts = try addEntry()
    let (folder, repository) = (remotes.path("folder"), remotes.path("repository.git"))
    let made = try ProgramResult.run("/usr/bin/git", ["init", "-q", "--bare", repository])
    #expect(made.status == 0, "\(made.errorText)")
    try home.run("remote", "add", "folder", folder)
    try home.run("remote", "add", "repository", repository)
    try home.run("delete", home.run("add", texts[4]))
    try home.run("sync")
    func expectNothing(in bytes: [UInt8], _ name: String) {
      let text = String(decoding: bytes, as: UTF8.self)
      for (index, canary) in texts.enumerated() where text.contains(canary) {
        Issue.record("text \(index) stands in \(name)")
      }
    }
    let files = try home.files(in: folder)
    #expect(files.count > 5)
    for file in files {
      expectNothing(in: Array(file.utf8), "a name")
      expectNothing(in: try TemporaryFolder.bytes(of: folder + "/" + file), file)
    }
    // Commits, names and contents, unpacked.
    let objects = try ProgramResult.run(
      "/usr/bin/git",
      ["-C", repository, "cat-file", "--batch", "--batch-all-objects", "--unordered"])
    #expect(objects.output.count > 50_000, "\(objects.errorText)")
    expectNothing(in: objects.output, "the repository")
    for file in try home.files(in: home.folder.path)
    where !file.hasPrefix("data/") && !file.hasPrefix("cache/") {
      expectNothing(in: try home.folder.read(file), file)
    }
  }

  @Test(.enabled(if: access("/usr/bin/age", X_OK) == 0, "age isn't installed"))
  func `age opens every file, and finds in it what was saved`() throws {
    _ = try addEntry()
    try home.run("add", "Another", "--photo", DiaryHome.photo("river-fog.jpg"))
    let folder = remotes.path("folder")
    try home.run("remote", "add", "folder", folder)
    func opened(_ file: String, with key: String) throws -> [UInt8] {
      let result = try ProgramResult.run("/usr/bin/age", ["-d", "-i", key, folder + "/" + file])
      #expect(result.status == 0, "\(file): \(result.errorText)")
      return result.output
    }
    let device = try #require(
      try home.files(in: home.folder.path).first { $0.hasSuffix("/x25519.key") })
    let key = try remotes.write(
      opened("keys/1.age", with: home.folder.path(device)), to: "diary.key")
    var (lines, assets): (Set<String>, Set<[UInt8]>) = ([], [])
    for file in try home.files(in: folder)
    where file.hasSuffix(".age") && !file.hasPrefix("keys/") {
      let bytes = try opened(file, with: key)
      switch file.prefix(while: { $0 != "/" }) {
      case "log":
        lines.formUnion(
          String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
      case "assets": assets.insert(bytes)
      default: Issue.record("nobody expects \(file)")
      }
    }
    var (savedLines, savedAssets): (Set<String>, Set<[UInt8]>) = ([], [])
    for file in try home.files(in: home.store) {
      let bytes = try TemporaryFolder.bytes(of: home.store + "/" + file)
      if file.hasSuffix(".jsonl") {
        savedLines.formUnion(
          String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
      } else if file.hasPrefix("assets/") {
        savedAssets.insert(bytes)
      }
    }
    #expect(savedLines.count > 3 && lines == savedLines)
    #expect(savedAssets.count == 3 && assets == savedAssets)
  }
}
