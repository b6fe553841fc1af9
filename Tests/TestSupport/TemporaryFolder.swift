import Glibc

/// A folder that is gone, with everything in it, when nobody holds this any more.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = (parent + "/photodiary-test-XXXXXX").utf8CString.map(\.self)
    guard let made = mkdtemp(&template) else {
      throw SpawnError(program: "mkdtemp in \(parent)", number: errno)
    }
    path = String(cString: made)
  }

  deinit { _ = try? ProgramResult.run("/bin/rm", ["-rf", path]) }

  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and the folders that it stands in; its path.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
    let file = path(name)
    for index in file.indices where file[index] == "/" && index > file.startIndex {
      mkdir(String(file[..<index]), 0o700)
    }
    guard let stream = fopen(file, "w") else { throw SpawnError(program: file, number: errno) }
    defer { fclose(stream) }
    let bytes = Array(bytes)
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
      throw SpawnError(program: file, number: errno)
    }
    return file
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  /// The bytes of a file in it.
  package func read(_ name: String) throws -> [UInt8] {
    guard let stream = fopen(path(name), "r") else {
      throw SpawnError(program: path(name), number: errno)
    }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }
}
