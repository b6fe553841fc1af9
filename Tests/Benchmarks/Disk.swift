/// Makes what was written durable, so that nobody pays for what another has left to write.
enum Disk {
  /// Everything of the file system that a path is on.
  static func sync(_ path: String) throws -> Duration {
    try Tool.run("sync", ["--file-system", path]).time()
  }

  /// Removes a file or a folder, if it is there.
  static func remove(_ path: String) throws { try Tool.run("rm", ["-rf", path]).result() }

  /// How many files there are in a folder and those in it; none where there is no folder.
  static func files(in path: String) throws -> Int {
    let found = try ProgramRun(
      [Tool.path("find"), path, "-type", "f"], accepted: [0, 1]
    ).result()
    return found.text.count { $0 == "\n" }
  }
}
