import CTOML
import DiaryApp
import DiaryCore
// A dispatch source can be cancelled from any thread, but Dispatch isn't annotated for that.
@preconcurrency import Dispatch
import Synchronization
import System
import TerminalUI
import Text

/// The file `config.toml`. It is read on each use.
struct SettingsFile: Sendable {
  let path: String

  /// In bytes; more than anyone writes by hand.
  private static let largest = 1 << 20

  /// Returns the settings, and all issues of the file and of the theme that it chooses. Without a
  /// file, these are the defaults.
  func contents() -> (settings: Settings, issues: [SettingsIssue]) {
    do {
      let (settings, issues) = contents(of: try text())
      let theme = settings.preferences.themes[settings.preferences.theme.rawValue]
      return (settings, issues + (theme?.issues ?? []))
    } catch {
      return (Settings(), error.issues)
    }
  }

  private func contents(
    of text: [UInt8]?
  ) -> (settings: Settings, issues: [SettingsIssue]) {
    let document = TolerantTOML(text ?? [], path: path)
    let (settings, issues) = Settings.read(
      document.items, path: path, keys: .screens, themes: themes())
    return (settings, (document.faults + issues).sorted { $0.line < $1.line })
  }

  /// Returns the settings of a file without mistakes.
  ///
  /// - Throws: `SettingsError` with all issues of the file.
  func settings() throws(SettingsError) -> Settings {
    let (settings, issues) = contents()
    guard issues.isEmpty else { throw SettingsError(issues) }
    return settings
  }

  /// Returns the valid settings, whatever else is wrong in the file.
  func known() -> Settings { contents().settings }

  /// Returns the themes in the files `themes/<name>.toml` beside the file.
  private func themes() -> [String: OwnTheme] {
    let folder = Path.join(Path.parent(path), "themes")
    guard let names = try? FileSystem.names(in: folder) else { return [:] }
    let files = names.filter { $0.hasSuffix(Self.themeEnding) && !$0.hasPrefix(".") }
    return Dictionary(
      files.map { file in
        (
          String(file.dropLast(Self.themeEnding.count)),
          SettingsFile(path: Path.join(folder, file)).theme()
        )
      }
    ) { first, _ in first }
  }

  private static let themeEnding = ".toml"

  /// Reads the file as a theme.
  private func theme() -> OwnTheme {
    do {
      let document = TolerantTOML(try text() ?? [], path: path)
      return OwnTheme(document.items, path: path, faults: document.faults)
    } catch {
      return OwnTheme([], path: path, faults: error.issues)
    }
  }

  /// Returns the bytes of the file, or `nil` if it doesn't exist.
  ///
  /// - Throws: `SettingsError` if it can't be read, or is larger than 1 MiB.
  func text() throws(SettingsError) -> [UInt8]? {
    let bytes: [UInt8]
    do {
      bytes = try OpenFile.reading(path).readToEnd(atMost: Self.largest)
    } catch {
      if error.number == .noSuchFile || error.number == .notAFolder { return nil }
      let reason = error.number?.message ?? localized("it isn't a regular file")
      throw SettingsError(path: path, .unreadable(reason: reason))
    }
    guard bytes.count <= Self.largest else {
      throw SettingsError(path: path, .unreadable(reason: localized("it's too large")))
    }
    return bytes
  }
}

// MARK: - Changing an option

extension SettingsFile {
  /// Writes one option into the file, which keeps everything else byte for byte, and returns the
  /// settings. A missing file is created with all options in comments, a link is followed, and
  /// changes by other programs up to now are kept.
  ///
  /// - Throws: `SettingsError` with all issues of the file, or if it can't be written.
  func change(_ change: SettingChange) throws(SettingsError) -> Settings {
    while true {
      let known = try text()
      let issues = contents(of: known).issues
      guard issues.isEmpty else { throw SettingsError(issues) }
      let changed = try change.applied(
        to: known ?? Array(SettingsText.template.utf8), path: path)
      if try known == changed ? true : replace(known, by: changed) {
        return contents(of: changed).settings
      }
    }
  }

  /// Replaces the file atomically. Returns `false` if another program has changed it since it was
  /// read.
  ///
  /// - Throws: `SettingsError` if it can't be written.
  private func replace(_ known: [UInt8]?, by changed: [UInt8]) throws(SettingsError) -> Bool {
    // The target of a link may not exist.
    let target = Path.target(ofLink: path).map { target in
      target.hasPrefix("/") ? target : Path.join(Path.parent(path), target)
    }
    let place = Path.resolved(target ?? path)
    FileSystem.makeFoldersIfPossible(Path.parent(place))
    do {
      var file = try DurableFile(in: Path.parent(place))
      try file.write(changed)
      if let status = FileSystem.status(of: place) { try file.setPermissions(status.permissions) }
      try file.sync()
      guard (try? text()) == known else { return false }
      try file.commit(as: place)
      return true
    } catch {
      throw SettingsError(path: path, .unwritable(reason: error.message))
    }
  }
}

// MARK: - Settings in TOML

/// A value of a TOML document with its location.
struct LocatedItem {
  /// A line and a column in code points, both from 1.
  struct Position {
    let line: Int
    let column: Int
  }

  var item: SettingItem
  let start: Position
  /// The position after the last character.
  let end: Position

  /// Parses a TOML document.
  ///
  /// - Parameter path: the path of its file, for the error.
  /// - Throws: `SettingsError` with the first syntax error.
  static func all(inTOML text: [UInt8], path: String) throws(SettingsError) -> [LocatedItem] {
    var items: [LocatedItem] = []
    var line: UInt32 = 0
    let result = withUnsafeMutablePointer(to: &items) { items in
      text.withUnsafeBytes { bytes in
        pd_settings_read(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, items,
          { context, setting in
            guard let setting = setting?.pointee else { return }
            context?.assumingMemoryBound(to: [LocatedItem].self).pointee.append(setting)
          }, &line)
      }
    }
    switch result {
    case pd_settings_read_whole: return items
    case pd_settings_invalid: throw SettingsError(path: path, line: Int(line), .notTOML)
    default: throw SettingsError(path: path, .unsupported)
    }
  }
}

extension [LocatedItem] {
  fileprivate mutating func append(_ setting: pd_setting) {
    let value = SettingItem.Value(setting)
    guard setting.is_element else {
      append(
        LocatedItem(
          item: SettingItem(path: setting.names, value: value, line: Int(setting.line)),
          start: .init(line: Int(setting.line), column: Int(setting.column)),
          end: .init(line: Int(setting.end_line), column: Int(setting.end_column))))
      return
    }
    guard let list = last?.item else { return }
    var whole = SettingItem.Value.other
    if case .list(let texts) = list.value, case .text(let text) = value {
      whole = .list(texts + [text])
    }
    self[count - 1].item = SettingItem(path: list.path, value: whole, line: list.line)
  }
}

extension pd_setting {
  /// The names of the tables and the value, each of which ends with a NUL in C.
  fileprivate var names: [String] {
    guard var name = path else { return [] }
    return (0..<depth).map { _ in
      let text = String(cString: name)
      name += text.utf8.count + 1
      return text
    }
  }
}

extension SettingItem.Value {
  fileprivate init(_ setting: pd_setting) {
    switch setting.kind {
    case pd_setting_text:
      let bytes = UnsafeRawBufferPointer(start: setting.text, count: setting.length)
      self = .text(String(decoding: bytes, as: UTF8.self))
    case pd_setting_integer: self = .number(Int(setting.number))
    case pd_setting_flag: self = .flag(setting.number != 0)
    case pd_setting_list: self = .list([])
    case pd_setting_table: self = .table
    default: self = .other
    }
  }
}

// MARK: - TolerantTOML

/// The values of a TOML document in which some lines may be invalid: these are skipped and listed
/// as faults.
struct TolerantTOML {
  private(set) var items: [SettingItem] = []
  private(set) var faults: [SettingsIssue] = []

  /// A document with this many faults isn't a settings file.
  private static let maxFaults = 20

  init(_ text: [UInt8], path: String) {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
    while faults.count < Self.maxFaults {
      do {
        let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        items = try LocatedItem.all(inTOML: text, path: path).map(\.item)
        return
      } catch {
        guard let issue = error.issues.first, issue.failure == .notTOML,
          let line = Self.lastText(in: lines, upTo: issue.line)
        else {
          faults += error.issues
          return
        }
        faults.append(SettingsIssue(path: path, line: line + 1, Self.failure(of: lines[line])))
        Self.remove(line, from: &lines)
      }
    }
  }

  /// Returns the index of the invalid line. The parser may report the next one.
  private static func lastText(in lines: [[UInt8]], upTo number: Int) -> Int? {
    lines.indices.last { line in
      let first = lines[line].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      return line < number && first != nil && first != UInt8(ascii: "#")
        && first != UInt8(ascii: "\r")
    }
  }

  /// Clears a line. If it begins a table, the values of the table are cleared too, as they would
  /// become part of the table before.
  private static func remove(_ line: Int, from lines: inout [[UInt8]]) {
    let isTable = lines[line].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "[")
    lines[line] = []
    guard isTable else { return }
    for next in lines.indices.dropFirst(line + 1) {
      if lines[next].first == UInt8(ascii: "[") { return }
      lines[next] = []
    }
  }

  private static func failure(of line: [UInt8]) -> SettingsIssueReason {
    let parts = String(decoding: line, as: UTF8.self).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      let table = parts[0].prefix { $0 != "#" }.trimmed
      return table.hasPrefix("[") && !table.contains("]")
        ? .unclosed(String(table).printable) : .notTOML
    }
    let name = parts[0].trimmed
    let value = parts[1].prefix { $0 != "#" }.trimmed
    let isName =
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    guard isName, let first = value.first, first.isLetter || first == "/",
      !value.contains(where: { "\"'[]{}=\\".contains($0) }),
      !["true", "false"].contains(value.lowercased())
    else { return .notTOML }
    return .unquoted(String(value).printable, option: String(name))
  }
}

// MARK: - Effective settings

/// The screen options of the command line, which override the settings.
struct ScreenChoice: Sendable {
  var photos: PhotoDisplay?
  var isPlain = false
  /// `true` to show all diaries as one timeline.
  var isCombined = false

  /// The options as arguments.
  var arguments: [String] {
    (photos.map { ["--photos", $0.rawValue] } ?? []) + (isPlain ? ["--plain"] : [])
      + (isCombined ? ["--together"] : [])
  }
}

extension Settings {
  /// Returns the settings with the command line's choices, and with values of the environment for
  /// those that are unset.
  func effective(_ choice: ScreenChoice = ScreenChoice()) -> Settings {
    var settings = self
    if language == nil {
      let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
      settings.language = Language { Environment[$0] }
      settings.origins["language"] =
        variables.first { Environment[$0] != nil }.map { .environment($0) }
    }
    if externalEditor == nil,
      let variable = ["VISUAL", "EDITOR"].first(where: { Environment[$0] != nil })
    {
      settings.externalEditor = Environment[variable]
      settings.origins["external_editor"] = .environment(variable)
    }
    if let photos = choice.photos {
      settings.photos = photos
      settings.origins["photos"] = .commandLine
    }
    if choice.isPlain {
      settings.isPlain = true
      settings.origins["plain"] = .commandLine
    } else if !isPlain, Environment["TERM"] == "dumb" {
      settings.isPlain = true
      settings.origins["plain"] = .environment("TERM")
    }
    return settings
  }
}

// MARK: - SettingsEditor

/// Opens `config.toml` in the user's editor.
struct SettingsEditor {
  let file: SettingsFile

  /// Opens the file, creating it if it doesn't exist.
  ///
  /// - Throws: `SettingsError` if the file can't be created or read, or with its issues after
  ///   editing; `MessageError` if the editor fails.
  func run() throws {
    try makeIfMissing()
    // With an unreadable file, the editor would fail or wait forever.
    _ = try file.text()
    try ExternalEditor.chosen(by: file).open(file.path)
    _ = try file.settings()
    ErrorLine.report(localized("The settings are in \(file.path)."))
  }

  private func makeIfMissing() throws(SettingsError) {
    // `~/.config` may be missing as well.
    FileSystem.makeFoldersIfPossible(Path.parent(file.path))
    do {
      try OpenFile(file.path, .new).write(Array(SettingsText.template.utf8))
    } catch {
      // Another program has just created it.
      if error.operation == .opening, error.number == .exists { return }
      throw SettingsError(path: file.path, .unwritable(reason: error.message))
    }
  }
}

// MARK: - SettingsWatch

/// Watches the settings for changes.
enum SettingsWatch {
  /// Returns a stream of the settings, or the issues of the file, after each change. Watching ends
  /// with the stream. `known` are the bytes read at the start: the file may change before it is
  /// watched.
  static func changes(
    of file: SettingsFile, since known: [UInt8]?
  ) -> AsyncStream<Result<Settings, SettingsError>> {
    AsyncStream { continuation in
      guard let found = FileChanges() else { return continuation.finish() }
      let queue = DispatchQueue(label: "photodiary.settings-watch")
      let source = DispatchSource.makeReadSource(
        fileDescriptor: found.descriptor.number, queue: queue)
      let last = Last(file, known)
      let check: @Sendable () -> Void = {
        guard last.hasChanged() else { return }
        do throws(SettingsError) {
          continuation.yield(.success(try file.settings()))
        } catch {
          continuation.yield(.failure(error))
        }
      }
      source.setEventHandler {
        found.drain()
        watch(file, by: found)
        check()
      }
      source.setCancelHandler { found.close() }
      continuation.onTermination = { _ in source.cancel() }
      watch(file, by: found)
      source.activate()
      queue.async(execute: check)
    }
  }

  /// Watches the folder of the file, or its nearest existing ancestor until the next folder is
  /// created in it; and the file itself, which may be a link to another folder. Can be called
  /// repeatedly.
  private static func watch(_ file: SettingsFile, by found: FileChanges) {
    found.watch(file.path, for: [.closed, .selfRemoved])
    var folders = [Path.parent(file.path)]
    while let last = folders.last, last != "/", last != "." { folders.append(Path.parent(last)) }
    for _ in folders {
      let index = folders.firstIndex { found.watch($0, for: changes) }
      // The next folder may have been created just before this one was watched.
      guard let index, index > 0, FileSystem.exists(folders[index - 1]) else { return }
    }
  }

  private static let changes: FileChanges.Kinds = [
    .created, .movedIn, .movedOut, .closed, .removed,
  ]

  /// The bytes read last, as the folder has other files too.
  private final class Last: Sendable {
    private let file: SettingsFile
    private let text: Mutex<[UInt8]?>

    init(_ file: SettingsFile, _ known: [UInt8]?) {
      self.file = file
      text = Mutex(known)
    }

    func hasChanged() -> Bool {
      let now = try? file.text()
      return text.withLock { last in
        defer { last = now }
        return now != last
      }
    }
  }
}
