import DiaryApp
import DiarySettings
import Localization
import System

/// `config.toml`, read only when something of it is needed.
struct SettingsFile: Sendable {
  let path: String

  /// More than anyone writes by hand.
  private static let largest = 1 << 20

  /// What it sets, and all that is wrong in it; all defaults where there is none.
  func contents() -> (settings: Settings, issues: [SettingsIssue]) {
    let (items, faults) = items()
    let (settings, issues) = Settings.read(items, path: path, keys: .screens)
    let broken = faults.map { SettingsIssue(path: path, line: $0.line, $0.failure) }
    return (settings, (broken + issues).sorted { $0.line < $1.line })
  }

  /// The settings for whom a mistake keeps from going on. Throws all that is wrong.
  func settings() throws(SettingsError) -> Settings {
    let (settings, issues) = contents()
    guard issues.isEmpty else { throw SettingsError(issues) }
    return settings
  }

  /// What can be made of it, right or wrong.
  func known() -> Settings { contents().settings }

  /// Throws where an editor couldn't read it either, or would wait for ever.
  func checkEditable() throws(SettingsError) {
    do throws(SettingsIssueReason.At) { _ = try text() } catch {
      throw SettingsError([SettingsIssue(path: path, line: error.line, error.failure)])
    }
  }

  /// Its values, and what of it can't be read; none when there is no such file.
  private func items() -> ([SettingItem], [SettingsIssueReason.At]) {
    do throws(SettingsIssueReason.At) {
      guard let text = try text() else { return ([], []) }
      let document = MendedTOML(text)
      return (document.items, document.faults)
    } catch {
      return ([], [error])
    }
  }

  /// Its bytes; `nil` when there is no such file.
  func text() throws(SettingsIssueReason.At) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OpenFile.reading(path).rest(atMost: Self.largest)
    } catch {
      if error.number == .noSuchFile || error.number == .notAFolder { return nil }
      throw .init(
        failure: .unreadable(reason: error.number?.words ?? localized("it isn't a regular file")))
    }
    guard bytes.count <= Self.largest else {
      throw .init(failure: .unreadable(reason: localized("it's too large")))
    }
    return bytes
  }
}

extension SettingsIssueReason {
  /// A fault of the file, and its line; 0 is the file as a whole.
  struct At: Error {
    let failure: SettingsIssueReason
    var line = 0
  }
}
