import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("What an encrypted remote holds")
struct EncryptedRemoteTests {
  /// Adds an entry with a photo, and with an own text in all that an entry has. Returns these texts.
  private func addEntry(to home: TestHome) throws -> [String] {
    let folder = try TemporaryFolder()
    let texts = (0..<13).map { _ in randomText() }
    let photo = try folder.write(DatedPhoto.bytes(texts[0]), to: texts[1] + ".jpg")
    let file = try folder.write(texts[2], to: texts[3] + ".txt")
    let id = try home.output(
      "add", texts[4], "--content", texts[5], "--photo", photo, "--attach", file,
      "--tag", "t" + texts[6], "--journal", texts[7], "--mood", texts[8], "--place", texts[9],
      "--weather", texts[10])
    let entry = try require(try home.entries().first)
    let asset = try require(entry["photos"]?.array?.first?["asset"]?.string)
    try home.output("edit", id, "--content", "\(texts[11]) ![\(texts[12])](photo:\(asset))")
    return texts
  }

  @Test(arguments: RemoteKind.real)
  func `no host sees anything of what was written, nor do temporary files`(
    kind: RemoteKind
  ) throws {
    let place = try RemotePlace(kind)
    let home = try TestHome(environment: place.environment.mapValues { $0 })
    let texts = try addEntry(to: home)
    try home.output("remote", "add", "host", place.address())
    try home.output("delete", home.output("add", texts[4]))
    try home.output("sync")
    func expectNothing(in bytes: [UInt8], _ name: String) {
      let text = String(decoding: bytes, as: UTF8.self)
      for (index, canary) in texts.enumerated() where text.contains(canary) {
        fail("text \(index) stands in \(name)")
      }
    }
    let contents = try place.contents()
    expectGreater(contents.count, 5)
    expectGreater(contents.reduce(0) { $0 + $1.bytes.count }, 50_000)
    for (name, bytes) in contents {
      expectNothing(in: Array(name.utf8), "a name")
      expectNothing(in: bytes, name)
    }
    for file in try home.files(in: home.folder.path)
    where !file.hasPrefix("data/") && !file.hasPrefix("cache/") {
      expectNothing(in: try home.folder.read(file), file)
    }
  }

  @Test(.enabled(if: access("/usr/bin/age", X_OK) == 0, "age isn't installed"))
  func `age opens every file, and finds in it what was saved`() throws {
    let home = try TestHome()
    let remotes = try TemporaryFolder()
    _ = try addEntry(to: home)
    try home.output("add", "Another", "--photo", Checkout.photo("river-fog.jpg"))
    let folder = remotes.path("folder")
    try home.output("remote", "add", "folder", folder)
    func opened(_ file: String, with key: String) throws -> [UInt8] {
      let result = try ProgramResult.run("/usr/bin/age", ["-d", "-i", key, folder + "/" + file])
      expectEqual(result.status, 0, "\(file): \(result.errorText)")
      return result.output
    }
    let device = try require(
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
      default: fail("nobody expects \(file)")
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
    expectGreater(savedLines.count, 3)
    expectEqual(lines, savedLines)
    expectEqual(savedAssets.count, 3)
    expectEqual(assets, savedAssets)
  }
}
