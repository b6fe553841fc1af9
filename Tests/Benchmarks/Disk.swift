import Glibc

/// Makes what was written durable, so that nobody pays for what another has left to write.
enum Disk {
  /// Everything of the file system that a path is on.
  static func sync(_ path: String) throws -> Duration {
    try Tool.run("sync", ["--file-system", path]).time()
  }

  static func remove(_ path: String) throws {
    guard unlink(path) == 0 || errno == ENOENT else { throw CannotWrite(path: path) }
  }
}
