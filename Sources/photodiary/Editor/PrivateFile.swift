import Glibc

/// A file in a folder of its own that nobody else may enter, removed with this value unless
/// it is kept.
struct PrivateFile: ~Copyable {
  let path: String
  private let folder: String
  private var isKept = false

  private init(in folder: String, name: String) {
    self.folder = folder
    path = folder + "/" + name
  }

  /// Makes the file under `$TMPDIR`, else `/tmp`.
  static func make(name: String, text: String) throws(CommandError) -> PrivateFile {
    let file = PrivateFile(in: try TemporaryFolder.make(), name: name)
    try file.write(Array(text.utf8))
    return file
  }

  deinit {
    // An editor's own left-overs (backups, swap files) hold the text as well.
    if !isKept { TemporaryFolder.remove(folder) }
  }

  /// Leaves the file where it is.
  mutating func keep() { isKept = true }

  /// What is in the file now; `nil` when it is gone or can't be read.
  func bytes() -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return ferror(file) == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
  }

  private func write(_ bytes: [UInt8]) throws(CommandError) {
    let descriptor = creat(path, 0o600)
    guard descriptor >= 0 else { throw Self.failure }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure }
      rest = rest.dropFirst(count)
    }
  }

  private static var failure: CommandError {
    .noTemporaryFolder(reason: String(cString: strerror(errno)))
  }
}
