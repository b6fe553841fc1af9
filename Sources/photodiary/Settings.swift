import CSettings
import DiaryCore
import Glibc
import TerminalUI
import Words

/// `config.toml`, read only when something of it is needed.
struct Settings: Sendable {
  let path: String

  /// More than anyone writes by hand.
  private static let largest = 1 << 20

  /// The name that the author of a new diary is to get; `nil` when none is set.
  func authorName() throws(DiaryError) -> String? {
    guard let (text, line) = try value(of: "author") else { return nil }
    guard let name = text.flatMap({ Author.name(from: $0) }) else { throw fault(line, .notAName) }
    return name
  }

  /// How photos are to be shown; `nil` when that isn't set.
  func photoDisplay() throws(DiaryError) -> PhotoDisplay? {
    guard let (text, line) = try value(of: "photos") else { return nil }
    guard let display = text.flatMap(PhotoDisplay.init(rawValue:)) else {
      throw fault(line, .notOneOf(key: "photos", PhotoDisplay.allCases.map(\.rawValue)))
    }
    return display
  }

  /// The string that a key has, `nil` if it has something else, and its line.
  private func value(of key: String) throws(DiaryError) -> (text: String?, line: UInt32)? {
    guard let text = try text() else { return nil }
    var value: UnsafeMutablePointer<CChar>?
    var line: UInt32 = 0
    let result = text.withUnsafeBytes { bytes in
      pd_settings_string(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, key, &value, &line)
    }
    defer { free(value) }
    switch result {
    case pd_settings_found: return (value.map { String(cString: $0) }, line)
    case pd_settings_absent: return nil
    case pd_settings_not_text: return (nil, line)
    case pd_settings_invalid: throw fault(line, .notTOML)
    default: throw fault(line, .unsupported)
    }
  }

  private func fault(_ line: UInt32, _ fault: SettingsFault) -> DiaryError {
    .settings(path: path, line: Int(line), fault)
  }

  private func text() throws(DiaryError) -> [UInt8]? {
    // A named pipe would block the open.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw fault(0, .unreadable(reason: String(cString: strerror(errno))))
    }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      throw fault(0, .unreadable(reason: localized("it is not a regular file")))
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= Self.largest {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw fault(0, .unreadable(reason: String(cString: strerror(errno))))
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw fault(0, .unreadable(reason: localized("it is too large")))
  }
}
