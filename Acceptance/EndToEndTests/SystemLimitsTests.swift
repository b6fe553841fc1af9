import AcceptanceSupport
import Glibc
import TestSupport
import Testing

@Suite("Limits of the system") struct SystemLimitsTests {
  private var photodiary: TestHome

  init() throws {
    photodiary = try TestHome()
    // No git on this computer decides the author.
    photodiary.environment["PATH"] = photodiary.folder.path("bin")
  }

  @Test func `reports missing protections of the system`() throws {
    let video = try photodiary.folder.write(VideoFile().bytes, to: "in/a.mp4")
    let id = try photodiary.output("add", "one", "--attach", video)
    // The diary uses the picture program beside it.
    try photodiary.folder.write(
      try photodiary.folder.read(BuiltProgram.path("photodiary")), to: "bin/photodiary")
    try photodiary.folder.write("#!/bin/sh\n", to: "bin/ffmpeg")
    /// Returns the errors for an answer of the picture program.
    func warnings(_ answer: String) throws -> String {
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
    try expectContains(warnings("unfiltered"), "system call filters")
    let videos = try warnings("filtered open")
    expect(videos.contains("Landlock") && videos.contains("ffmpeg"), videos)
    let nothing = try warnings("filtered landlock")
    expect(!nothing.contains("Landlock") && !nothing.contains("system call filters"), nothing)
    try photodiary.output("delete", id)
    try expectLacks(warnings("filtered open"), "Landlock")
  }

  // MARK: Other accounts

  /// Root has all permissions, so tests use an account without any.
  private static let canBeNobody = access("/usr/bin/setpriv", X_OK) == 0 && getuid() == 0

  /// Runs the program by that account, with the folder as home.
  private func asNobody(
    in home: TemporaryFolder, store: String, _ arguments: String..., input: String = ""
  ) throws -> ProgramResult {
    if access(home.path("photodiary"), X_OK) != 0 {
      expectEqual(chown(home.path, 65534, 65534), 0)
      // The account can't read the build folder.
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
  func `another user's diary is read-only, or can't be read`() throws {
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
  func `a read-only remote still receives entries`() throws {
    try photodiary.output("add", "첫눈", "--photo", Checkout.photo("river-fog.jpg"))
    let (home, between) = (try TemporaryFolder(), try TemporaryFolder())
    let (store, shared) = (home.path("diary"), between.path("diary"))
    let words = try photodiary.output("remote", "add", "home", shared)
    _ = try ProgramResult.run("/bin/chmod", ["-R", "a+rX", between.path])
    // The clone may fail to send, but the diary is received.
    _ = try asNobody(in: home, store: store, "clone", shared, "--recovery-file", "-", input: words)
    try expectContains(asNobody(in: home, store: store, "list").text, "첫눈")
    try expectEqual(asNobody(in: home, store: store, "add", "Mine").status, 0)
    let result = try asNobody(in: home, store: store, "sync")
    expectEqual(result.status, 1)
    expectContains(result.errorText, "no permission", "\(result.errorText)")
    expectEqual(result.errorText.split(separator: "\n").count, 1)
  }

  // MARK: Disks

  /// Files can't be linked or cloned to a disk in memory.
  @Test(.enabled(if: getuid() == 0, "only root mounts"))
  func `backups are made on another file system`() throws {
    try photodiary.output("add", "A walk", "--photo", Checkout.photo("river-fog.jpg"))
    let backups = photodiary.folder.path("stick")
    mkdir(backups, 0o755)
    try require(mount("none", backups, "tmpfs", 0, "size=16m") == 0)
    defer { umount(backups) }
    try photodiary.output("backup", backups)
    try expectContains(photodiary("backup", backups).text, "take no extra space")
    try photodiary.output("backup", "--check", backups)
  }

  // MARK: --version --verbose

  @Test func `libraries and programs are listed with files and versions`() throws {
    // The installed programs are used.
    let facts = facts(of: try TestHome().output("--version", "--verbose"))
    expectEqual(facts["photodiary-picture"], BuiltProgram.path("photodiary-picture"))
    // Tests of photos and imports need these libraries.
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

  @Test func `missing sandbox features of the kernel are listed`() throws {
    let limits = try ProgramResult.run(
      BuiltProgram.path("photodiary-picture"), ["limits"], environment: [:],
      folder: photodiary.folder.path
    ).text
    let lacks =
      facts(of: try photodiary.output("--version", "--verbose"))["missing from kernel"] ?? ""
    expectEqual(lacks.contains("landlock"), limits.contains("open"))
    expectEqual(lacks.contains("seccomp"), limits.contains("unfiltered"))
  }

  /// The values by name; a name is one or two words.
  private func facts(of text: String) -> [String: String] {
    text.split(separator: "\n").dropFirst().reduce(into: [:]) { facts, line in
      let line = String(line.dropFirst(2))
      guard let gap = line.firstRange(of: "  ") else { return }
      facts[String(line[..<gap.lowerBound])] = String(line[gap.upperBound...].drop { $0 == " " })
    }
  }
}
