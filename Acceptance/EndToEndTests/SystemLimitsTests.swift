import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("What the system allows") struct SystemLimitsTests {
  private var photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    // No program of this machine's has a say in who the author is.
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
  }

  @Test func `reports which protections the system lacks`() throws {
    let film = try photodiary.folder.write(FilmFile().bytes, to: "in/a.mp4")
    let id = try photodiary.output("add", "one", "--attach", film)
    // The diary takes the picture program that stands beside it.
    try photodiary.folder.write(
      try photodiary.folder.read(BuiltProgram.path("photodiary")), to: "bin/photodiary")
    try photodiary.folder.write("#!/bin/sh\n", to: "bin/ffmpeg")
    /// What is said where the picture program answers so.
    func said(_ answer: String) throws -> String {
      try photodiary.folder.write("#!/bin/sh\necho \(answer)\n", to: "bin/photodiary-picture")
      for name in ["photodiary", "photodiary-picture", "ffmpeg"] {
        try makeExecutable(photodiary.folder.path("bin/" + name))
      }
      let result = try ProgramResult.run(
        photodiary.folder.path("bin/photodiary"), ["status"],
        environment: [
          "HOME": photodiary.folder.path, "PHOTODIARY_STORE": photodiary.store,
          "PATH": photodiary.folder.path("bin"),
        ])
      expectEqual(result.status, 0)
      return result.errorText
    }
    try expectContains(said("unfiltered"), "system call filters")
    let films = try said("filtered open")
    expect(films.contains("Landlock") && films.contains("ffmpeg"), films)
    let nothing = try said("filtered landlock")
    expect(!nothing.contains("Landlock") && !nothing.contains("system call filters"), nothing)
    // Of no film nothing is said.
    try photodiary.output("delete", id)
    try expectLacks(said("filtered open"), "Landlock")
  }

  // MARK: Other accounts

  /// As root nothing is forbidden, so another account is taken: `nobody` is on every system.
  private static let canBeNobody = access("/usr/bin/setpriv", X_OK) == 0 && getuid() == 0

  /// Runs the program as that account, whose home the folder is.
  private func asNobody(
    in home: TemporaryFolder, store: String, _ arguments: String..., input: String = ""
  ) throws -> ProgramResult {
    if access(home.path("photodiary"), X_OK) != 0 {
      expectEqual(chown(home.path, 65534, 65534), 0)
      // Where the tests were built nobody may look.
      try home.write(try home.read(BuiltProgram.path("photodiary")), to: "photodiary")
      try makeExecutable(home.path("photodiary"))
    }
    return try ProgramResult.run(
      "/usr/bin/setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", "--", home.path("photodiary")]
        + arguments, input: Array(input.utf8),
      environment: ["HOME": home.path, "PHOTODIARY_STORE": store])
  }

  @Test(.enabled(if: canBeNobody))
  func `a diary of someone else's can be read, or not even that`() throws {
    try photodiary.output("add", "one")
    let (home, store) = (try TemporaryFolder(), photodiary.store)
    expectEqual(chmod(photodiary.folder.path, 0o755), 0)
    let forbidden = try asNobody(in: home, store: store, "status")
    expectEqual(forbidden.status, 1)
    expectPrefix(forbidden.text, "state     no permission\n")
    expectContains(forbidden.errorText, "No permission for")
    _ = try ProgramResult.run("/bin/chmod", ["-R", "a+rX", photodiary.folder.path("data")])
    let readable = try asNobody(in: home, store: store, "status", "--format", "json")
    let json = try JSON.parse(readable.output)
    expect(readable.status == 1 && json["state"]?.string == "read-only")
    expectEqual(json["entries"]?.integer, 1)
    expectContains(readable.errorText, "is read-only")
    try expectContains(asNobody(in: home, store: store, "list").text, "one")
    try expectEqual(asNobody(in: home, store: store, "add", "two").status, 1)
  }

  @Test(.enabled(if: canBeNobody))
  func `from a folder that is read only one still gets what others wrote`() throws {
    try photodiary.output("add", "첫눈", "--photo", Checkout.photo("river-fog.jpg"))
    let (home, between) = (try TemporaryFolder(), try TemporaryFolder())
    let (store, shared) = (home.path("diary"), between.path("diary"))
    let words = try photodiary.output("remote", "add", "home", shared)
    _ = try ProgramResult.run("/bin/chmod", ["-R", "a+rX", between.path])
    // A clone may succeed, or say what couldn't be sent; either way the diary is there.
    _ = try asNobody(in: home, store: store, "clone", shared, "--recovery-file", "-", input: words)
    try expectContains(asNobody(in: home, store: store, "list").text, "첫눈")
    try expectEqual(asNobody(in: home, store: store, "add", "Mine").status, 0)
    let result = try asNobody(in: home, store: store, "sync")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "no permission", "\(result.errorText)")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
  }

  // MARK: Disks

  /// Nothing can be linked or cloned to a disk in memory.
  @Test(.enabled(if: getuid() == 0, "only root mounts"))
  func `backups are made on a disk of another kind`() throws {
    try photodiary.output("add", "A walk", "--photo", Checkout.photo("river-fog.jpg"))
    let backups = photodiary.folder.path("stick")
    mkdir(backups, 0o755)
    try require(mount("none", backups, "tmpfs", 0, "size=16m") == 0)
    defer { umount(backups) }
    try photodiary.output("backup", backups)
    try expectContains(photodiary("backup", backups).text, "take no extra space")
    try photodiary.output("backup", "--check", backups)
  }

  // MARK: What --version --verbose says

  @Test func `libraries and programs are told with their files and versions`() throws {
    // With the programs of this machine.
    let facts = facts(of: try TestHome().output("--version", "--verbose"))
    expectEqual(facts["photodiary-picture"], BuiltProgram.path("photodiary-picture"))
    // The tests of photos and imports need them.
    for library in [
      "libheif", "littlecms", "libjxl", "libtiff", "libarchive", "libyaml", "libxml2", "zxcvbn",
    ] {
      let file = facts[library] ?? ""
      expectPrefix(file, "/", "\(library): \(file)")
      expectContains(file, ".so.", "\(library): \(file)")
    }
    let git = facts["git"] ?? ""
    expectPrefix(git, "/")
    expectContains(git, "git version")
    expect(Set(facts.keys).isSuperset(of: ["hunspell", "rclone", "age", "ssh", "system"]))
  }

  @Test func `what the kernel lacks of what confines other programs is told`() throws {
    let limits = try ProgramResult.run(
      BuiltProgram.path("photodiary-picture"), ["limits"], environment: [:],
      folder: photodiary.folder.path
    ).text
    let lacks = facts(of: try photodiary.output("--version", "--verbose"))["kernel lacks"] ?? ""
    expectEqual(lacks.contains("landlock"), limits.contains("open"))
    expectEqual(lacks.contains("seccomp"), limits.contains("unfiltered"))
  }

  /// What stands behind the names, which are a word or two.
  private func facts(of text: String) -> [String: String] {
    text.split(separator: "\n").dropFirst().reduce(into: [:]) { facts, line in
      let line = String(line.dropFirst(2))
      guard let gap = line.firstRange(of: "  ") else { return }
      facts[String(line[..<gap.lowerBound])] = String(line[gap.upperBound...].drop { $0 == " " })
    }
  }
}
