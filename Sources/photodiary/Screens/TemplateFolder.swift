import DiaryApp
import Glibc

/// Templates as the files `*.md` of a folder. Links are followed: who keeps settings elsewhere has
/// some; but a name never leads out of the folder.
struct TemplateFolder: TemplateReading {
  let folder: String

  private static let ending = ".md"
  private static let mostBytes = 64 * 1024
  /// More than anybody chooses among.
  private static let mostFiles = 500

  func templates() async -> [TemplateFile] {
    names().map { name in
      TemplateFile(
        name: name, result: Result { () throws(TemplateFault) in try template(name) })
    }
  }

  /// The template of that name, with or without the ending.
  func template(named name: String) throws(TemplateFault) -> Template {
    let name = name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 })
    else { throw .missing }
    return try template(name)
  }

  private func names() -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < Self.mostFiles, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name.hasSuffix(Self.ending), !name.hasPrefix(".") else { continue }
      names.append(String(name.dropLast(Self.ending.count)))
    }
    return names.sorted { ($0.lowercased(), $0) < ($1.lowercased(), $1) }
  }

  private func template(_ name: String) throws(TemplateFault) -> Template {
    // Whoever waits at the other end of a pipe isn't waited for.
    let descriptor = open("\(folder)/\(name)\(Self.ending)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
      throw .notText
    }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes + 1)
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes { room in
        Glibc.read(descriptor, room.baseAddress.map { $0 + count }, room.count - count)
      }
      if part < 0 && errno == EINTR { continue }
      guard part >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
      if part == 0 { break }
      count += part
    }
    guard count <= Self.mostBytes else { throw .tooLarge }
    guard !bytes[..<count].contains(0),
      let text = String(validating: bytes[..<count], as: UTF8.self)
    else { throw .notText }
    return Template(name: name, file: text)
  }
}
