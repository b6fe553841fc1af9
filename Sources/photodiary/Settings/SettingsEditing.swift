import DiaryApp
import DiaryCore
import Glibc
import Words

/// `config.toml` in the person's own editor.
struct SettingsEditing {
  let file: SettingsFile

  /// Opens it, made first if there is none, and throws what is wrong in it afterwards.
  func run() throws {
    try makeIfMissing()
    try file.checkEditable()
    try ExternalEditor.chosen(by: file).open(file.path)
    _ = try file.settings()
    ErrorLine.note(localized("The settings are in \(file.path)."))
  }

  private func makeIfMissing() throws(DiaryError) {
    // `~/.config` may be missing as well.
    if let end = file.path.lastIndex(of: "/") { Folders.make(String(file.path[..<end])) }
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw failure
    }
    defer { close(descriptor) }
    var rest = Array(SettingsText.template.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure }
      rest = rest.dropFirst(count)
    }
  }

  private var failure: DiaryError {
    let reason = String(cString: strerror(errno))
    return .settings([SettingsMistake(path: file.path, line: 0, .unwritable(reason: reason))])
  }
}
