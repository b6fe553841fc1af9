import Glibc

/// A folder for one test, removed on deinit.
package final class TemporaryFolder: Sendable {
  package let path: String

  package struct Failure: Error {
    let operation: String
    let code: Int32
  }

  /// Creates a folder in `parent`, or in `TMPDIR`.
  package init(in parent: String? = nil) throws {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/photodiary-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(operation: "mkdtemp", code: errno) }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { Self.remove(path) }

  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, creating its parent folders. Returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o755)
    }
    let path = path + "/" + name
    guard let file = fopen(path, "w") else { throw Failure(operation: "fopen", code: errno) }
    defer { fclose(file) }
    let bytes = Array(bytes)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw Failure(operation: "fwrite", code: errno)
    }
    return path
  }

  @discardableResult package func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// The bytes of a file in this folder, or at an absolute path.
  package func read(_ name: String) throws -> [UInt8] {
    let path = name.hasPrefix("/") ? name : path(name)
    guard let file = fopen(path, "r") else { throw Failure(operation: "fopen", code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  private static func remove(_ path: String) {
    guard let stream = opendir(path) else {
      unlink(path)
      return
    }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      var information = stat()
      let child = path + "/" + name
      if lstat(child, &information) == 0, information.st_mode & S_IFMT == S_IFDIR {
        remove(child)
      } else {
        unlink(child)
      }
    }
    closedir(stream)
    rmdir(path)
  }
}

extension TemporaryFolder {
  package static func bytes(of path: String) throws -> [UInt8] { try TemporaryFolder().read(path) }
}
