import Glibc

/// Folders that are there for a while, entered by their owner alone.
enum TemporaryFolder {
  /// A new one under `$TMPDIR`, else `/tmp`.
  static func make() throws(CommandError) -> String {
    var template = ((Environment["TMPDIR"] ?? "/tmp") + "/photodiary-XXXXXX").utf8CString
    let path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let path else { throw .noTemporaryFolder(reason: String(cString: strerror(errno))) }
    return path
  }

  /// Removes a folder with everything in it. Symbolic links are removed, not followed.
  static func remove(_ path: String) {
    guard let stream = opendir(path) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      let child = path + "/" + name
      var information = stat()
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
