import DiaryApp
import DiaryCore
import Glibc
import Words

/// `config.toml`, read only when something of it is needed.
struct SettingsFile: Sendable {
  let path: String

  /// More than anyone writes by hand.
  private static let largest = 1 << 20

  /// What it sets; all defaults where there is none. Throws all that is wrong in it.
  func settings() throws(DiaryError) -> Settings {
    guard let items = try items() else { return Settings() }
    let (settings, mistakes) = Settings.read(items, path: path)
    guard mistakes.isEmpty else { throw .settings(mistakes) }
    return settings
  }

  /// What can be made of it, right or wrong, for what a mistake mustn't keep from going on.
  func known() -> Settings {
    guard let items = try? items() else { return Settings() }
    return Settings.read(items, path: path).settings
  }

  /// The name that the author of a new diary is to get; `nil` when none is set. Mistakes in what
  /// else there is don't matter to it.
  func authorName() throws(DiaryError) -> String? {
    guard let items = try items() else { return nil }
    let (settings, mistakes) = Settings.read(items.filter { $0.path.first == "author" }, path: path)
    guard mistakes.isEmpty else { throw .settings(mistakes) }
    return settings.author
  }

  /// Throws where an editor couldn't read it either, or would wait for ever.
  func checkEditable() throws(DiaryError) {
    do throws(SettingsFault.At) { _ = try text() } catch {
      throw .settings([SettingsMistake(path: path, line: error.line, error.fault)])
    }
  }

  /// Its values; `nil` when there is no such file.
  private func items() throws(DiaryError) -> [SettingItem]? {
    do throws(SettingsFault.At) {
      guard let text = try text() else { return nil }
      return try SettingItem.all(inTOML: text)
    } catch {
      throw .settings([SettingsMistake(path: path, line: error.line, error.fault)])
    }
  }

  /// Its bytes; `nil` when there is no such file.
  func text() throws(SettingsFault.At) -> [UInt8]? {
    // A named pipe would block the open.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .init(.unreadable(reason: String(cString: strerror(errno))))
    }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
      throw .init(.unreadable(reason: localized("it is not a regular file")))
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= Self.largest {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .init(.unreadable(reason: String(cString: strerror(errno))))
      }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw .init(.unreadable(reason: localized("it is too large")))
  }
}

extension SettingsFault {
  /// A fault of the file, and its line; 0 is the file as a whole.
  struct At: Error {
    let fault: SettingsFault
    let line: Int

    init(_ fault: SettingsFault, line: Int = 0) {
      self.fault = fault
      self.line = line
    }
  }
}
