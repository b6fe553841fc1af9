import Crypto
import DiaryCore
import System
import Text

/// A folder that contains the backups of one diary, each in a subfolder.
struct BackupFolder {
  struct Backup: Hashable {
    let path: String
    let head: BackupManifest.Head
  }

  /// The path with symbolic links resolved.
  let path: String

  private static let removedPrefix = ".photodiary-removed-"

  /// The temporary path of a backup in progress.
  var staging: String { Path.join(path, ".photodiary-backup") }

  /// Creates the folder if needed. Its parent must exist: otherwise backups for a disk that isn't
  /// mounted would be written to the disk with the mount point.
  init(making given: String, for store: StoreLayout, of diary: AuthorID) throws {
    let wanted = StoreLayout(root: given).root
    let parent = Path.real(Path.parent(wanted))
    let real = Path.real(wanted) ?? parent.map { Path.join($0, Path.name(wanted)) }
    guard let real else { throw DiaryError.backup(path: given, .noParent) }
    if let store = Path.real(store.root) {
      if Path.contains(store, real) { throw DiaryError.backup(path: given, .insideStore) }
      if Path.contains(real, store) { throw DiaryError.backup(path: given, .containsStore) }
    }
    path = real
    do {
      try FileSystem.makeFolder(real)
    } catch {
      throw DiaryError.backup(path: given, .failed(reason: StoreError(error).reason(real)))
    }
    guard FileSystem.isFolder(real) else { throw DiaryError.backup(path: given, .notAFolder) }
    if case .version = StoreFormat.state(of: StoreLayout(root: real)) {
      throw DiaryError.backup(path: given, .isDiary)
    }
    if try backups().contains(where: { $0.head.diary != diary }) {
      throw DiaryError.backup(path: given, .otherDiary)
    }
  }

  init(_ path: String) { self.path = path }

  /// Returns the backups, the oldest first. Hidden folders and symbolic links are skipped.
  func backups() throws -> [Backup] {
    try FileSystem.names(in: path).compactMap { name in
      let folder = Path.join(path, name)
      guard !name.hasPrefix("."), FileSystem.statusNoFollow(of: folder)?.isFolder == true,
        let head = BackupManifest.head(at: StoreLayout(root: folder).backupManifest)
      else { return nil }
      return Backup(path: folder, head: head)
    }.sorted { ($0.head.made.instant, $0.path) < ($1.head.made.instant, $1.path) }
  }

  /// Removes the remains of backups whose removal was interrupted.
  func tidy() throws {
    for name in try FileSystem.names(in: path) where name.hasPrefix(Self.removedPrefix) {
      FileSystem.removeTree(Path.join(path, name))
    }
  }

  /// Removes old backups and returns their names. It never removes the newest one, or the one just
  /// made, in case a clock was wrong. Only folders with the name of a backup of this diary are
  /// removed.
  func thin(
    keeping retention: BackupRetention, of diary: AuthorID, sparing new: String
  ) throws -> [String] {
    let backups = try backups().reversed().filter {
      $0.head.diary == diary && BackupName.matches(Path.name($0.path))
    }
    let kept = retention.indicesToKeep(of: backups.map(\.head.made))
    let old = backups.indices.filter { !kept.contains($0) && backups[$0].path != new }
      .map { backups[$0] }
    guard !old.isEmpty else { return [] }
    var removed: [String] = []
    // All are renamed before any file is removed, so that no incomplete backup is ever visible.
    for backup in old.reversed() {
      let number = String(UInt64.random(in: .min ... .max), radix: 16)
      try FileSystem.rename(backup.path, to: Path.join(path, Self.removedPrefix + number))
      removed.append(Path.name(backup.path))
    }
    try FileSystem.sync(folder: path)
    try tidy()
    return removed
  }
}

extension StoreError {
  /// Returns the reason in the system's words.
  func reason(_ path: String) -> String {
    func message(_ number: ErrorNumber) -> String { "\(path): \(number.message)" }
    return switch self {
    case .missing, .disappeared, .cloneIncomplete: message(.noSuchFile)
    case .readOnly: message(.readOnlyFileSystem)
    case .noPermission: message(.accessDenied)
    case .diskFull: message(.noSpace)
    case .notAFolder: message(.notAFolder)
    case .locked: message(.busy)
    case .encrypted, .foreignRecipient, .encryptedCopy, .converted, .notConverted:
      message(.accessDenied)
    case .unavailable(let operation, let reason), .failed(let operation, let reason):
      "\(operation.description(of: path)): \(reason)"
    case .damaged(let what): "\(path): \(what)"
    case .newerFormat(let version): "\(path): \(version)"
    }
  }
}

/// The name of a backup's folder: the time when it was made, in UTC, so that names sort
/// chronologically regardless of daylight saving time: `2026-11-22T02-19-34Z`. It contains no
/// colon, which FAT doesn't allow, and names never differ in case alone.
enum BackupName {
  static func of(_ time: Timestamp, number: Int = 1) -> String {
    let text = time.description.prefix(19).map { $0 == ":" ? "-" : $0 }
    return String(text) + "Z" + (number > 1 ? "-\(number)" : "")
  }

  /// Returns `true` if a name has this form. A backup that the user renames is kept permanently.
  static func matches(_ name: String) -> Bool {
    let parts = name.split(separator: "Z", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 19 else { return false }
    let time = parts[0].split(separator: "T", omittingEmptySubsequences: false)
    guard time.count == 2, time[1].utf8.count == 8,
      Timestamp("\(time[0])T\(time[1].replacing("-", with: ":"))Z").map({ of($0) })
        == parts[0] + "Z"
    else { return false }
    return parts[1].isEmpty
      || parts[1].first == "-" && parts[1].dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        && parts[1].utf8.count > 1
  }
}

/// The file `backup.json`, which identifies a folder as a backup. It contains the diary's owner,
/// the time, and the size and SHA-256 digest of each file, which serve to detect damage.
///
/// It is one JSON object with one line per file. The last line contains the SHA-256 digest of the
/// text before it.
struct BackupManifest {
  struct Head: Hashable, Sendable {
    /// The ID of the diary's author, which identifies the diary.
    var diary: AuthorID
    /// The time when the backup was made, in its local time zone.
    var made: EntryDate
    /// The backup's random ID.
    var id: String
  }

  struct File: Hashable, Sendable {
    /// The path within the backup.
    var path: String
    var size: Int
    var digest: AssetID
    /// `true` if the file was damaged in the diary, and no better copy was found.
    var isDamaged = false

    fileprivate var json: JSONValue {
      .object(
        [
          JSONMember("path", .string(path)), JSONMember("size", .integer(size)),
          JSONMember(Self.digestName, .string(digest.description)),
        ] + (isDamaged ? [JSONMember(Self.damaged, .bool(true))] : []))
    }

    fileprivate static let digestName = "sha256"
    fileprivate static let damaged = "damaged"
  }

  var head: Head
  var files: [File] = []

  /// The maximum size in bytes, enough for some 750,000 files.
  private static let maxSize = 128 << 20
  private static let longestLine = 4096
  private static let version = 1

  // MARK: Writing

  var bytes: [UInt8] {
    let head: JSONValue = [
      "photodiary-backup": .integer(Self.version),
      "id": .string(head.id),
      "diary": .string(head.diary.description),
      "made": .string(head.made.description),
    ]
    var text = JSONWriter.bytes(head).dropLast() + Array(",\"files\":[\n".utf8)
    for (index, file) in files.enumerated() {
      text += JSONWriter.bytes(file.json)
      text += (index + 1 < files.count ? ",\n" : "\n").utf8
    }
    return text + Self.lastLine(after: Array(text))
  }

  private static func lastLine(after text: [UInt8]) -> [UInt8] {
    Array("],\"sum\":\"\(AssetID(digest: SHA256.hash(data: text)))\"}\n".utf8)
  }

  // MARK: Reading

  /// Reads the first line only. Returns `nil` if the file isn't a manifest.
  static func head(at path: String) -> Head? {
    guard let file = try? OpenFile.reading(path),
      let start = try? file.bytes(from: 0, atMost: longestLine)
    else { return nil }
    return head(of: start.prefix { $0 != 0x0A })
  }

  private static func head(of line: some Sequence<UInt8>) -> Head? {
    guard let json = try? JSONParser.parse(Array(line) + Array("]}".utf8)),
      json["photodiary-backup"]?.integer == version, let id = json["id"]?.string,
      let diary = json["diary"]?.string, !diary.isEmpty,
      let made = json["made"]?.string.flatMap({ EntryDate($0) })
    else { return nil }
    return Head(diary: AuthorID(diary), made: made, id: id)
  }

  /// Reads the complete file. Returns `nil` if it is damaged or isn't a manifest.
  init?(at path: String) throws {
    let file = try OpenFile.reading(path)
    guard try file.status().size <= Self.maxSize else { return nil }
    self.init(try file.bytes(from: 0))
  }

  init?(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The text ends in a line break, so the last part is empty.
    guard lines.popLast()?.isEmpty == true, let last = lines.popLast(),
      Array(last) + [0x0A] == Self.lastLine(after: Array(bytes[..<last.startIndex])),
      let first = lines.first, let head = Self.head(of: first)
    else { return nil }
    self.head = head
    var paths: Set<String> = []
    for line in lines.dropFirst() {
      guard line.count <= Self.longestLine,
        let file = File(line.last == UInt8(ascii: ",") ? line.dropLast() : line),
        paths.insert(file.path).inserted
      else { return nil }
      files.append(file)
    }
  }

  init(head: Head) { self.head = head }

  /// The number of photos and attachments among the files.
  var assets: Int { files.count { AssetFolder.isAsset($0.path) } }
}

extension BackupManifest.File {
  fileprivate init?(_ line: some Sequence<UInt8>) {
    guard let json = try? JSONParser.parse(Array(line)), let path = json["path"]?.string,
      StoreLayout.isKept(path), let size = json["size"]?.integer, size >= 0,
      let digest = json[Self.digestName]?.string.flatMap({ AssetID($0) })
    else { return nil }
    self.init(
      path: path, size: size, digest: digest, isDamaged: json[Self.damaged]?.bool == true)
  }
}

/// The rule for keeping old backups, written like `7d,4w,12m`: the newest backup of each of the
/// last 7 days, 4 weeks and 12 months that have any. So a period without backups removes none.
package struct BackupRetention: Hashable, Sendable {
  enum Period: Character, CaseIterable, Sendable {
    case day = "d"
    case week = "w"
    case month = "m"
  }

  private let counts: [Period: Int]

  /// Parses a rule. Returns `nil` unless it consists of positive numbers, each followed by a
  /// different letter.
  package init?(_ text: String) {
    var counts: [Period: Int] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let period = part.last.flatMap(Period.init), counts[period] == nil,
        part.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }),
        let count = Int(part.dropLast()), count > 0
      else { return nil }
      counts[period] = count
    }
    self.counts = counts
  }

  /// Returns the indices of the backups to keep, given their dates with the newest first. A backup
  /// belongs to the local day on which it was made. The newest one is always kept.
  package func indicesToKeep(of dates: [EntryDate]) -> Set<Int> {
    var kept: Set = [0]
    for (period, count) in counts {
      var periods: Set<Int64> = []
      for (index, date) in dates.enumerated() where periods.count < count {
        if periods.insert(period.number(of: date.day)).inserted { kept.insert(index) }
      }
    }
    return kept
  }
}

extension BackupRetention.Period {
  /// Returns a number shared by all days of a period. Weeks start on Monday and may span two years.
  fileprivate func number(of day: CalendarDay) -> Int64 {
    switch self {
    case .day: day.daysSinceEpoch
    case .week: day.daysSinceEpoch - Int64((day.weekday + 6) % 7)
    case .month: Int64(day.year * 12 + day.month)
    }
  }
}

/// The totals of a check of backups.
package struct BackupCheckSummary: Hashable, Sendable {
  package var backups = 0
  package var faults = 0
}

/// Reads every file of a backup, or of all backups in a folder, and compares it with the manifest.
/// Changes nothing.
package struct BackupCheck: Sendable {
  private let path: String

  /// Creates a check of a backup or of a folder of backups.
  package init(path: String) { self.path = StoreLayout(root: path).root }

  /// Passes each fault to `report`, and returns totals.
  ///
  /// - Throws: `DiaryError.backup` if there are no backups, or the task was cancelled.
  package func run(
    progress: (Progress) -> Void = { _ in }, _ report: (BackupIssue) -> Void
  ) throws -> BackupCheckSummary {
    var summary = BackupCheckSummary()
    // Backups share most files through links, so each is read once.
    var known: [FileNumber: FileState] = [:]
    for backup in try backups() {
      var faults = 0
      try check(backup, &known, progress: progress) { damage in
        faults += 1
        report(damage)
      }
      summary.backups += 1
      summary.faults += faults
    }
    return summary
  }

  private func backups() throws -> [String] {
    guard FileSystem.status(of: path) != nil else {
      throw DiaryError.backup(path: path, .noBackups)
    }
    guard FileSystem.isFolder(path) else { throw DiaryError.backup(path: path, .notAFolder) }
    if isBackup(path) { return [path] }
    let found = try FileSystem.names(in: path).map { Path.join(path, $0) }.filter { folder in
      FileSystem.statusNoFollow(of: folder)?.isFolder == true && isBackup(folder)
    }
    guard !found.isEmpty else { throw DiaryError.backup(path: path, .noBackups) }
    return found
  }

  /// Returns `true` if a folder is meant to be a backup, even if it is damaged.
  private func isBackup(_ folder: String) -> Bool {
    BackupName.matches(Path.name(folder))
      || !Path.name(folder).hasPrefix(".")
        && FileSystem.statusNoFollow(of: StoreLayout(root: folder).backupManifest) != nil
  }

  private func check(
    _ folder: String, _ known: inout [FileNumber: FileState], progress: (Progress) -> Void,
    _ report: (BackupIssue) -> Void
  ) throws {
    let layout = StoreLayout(root: folder)
    let name = Path.name(folder)
    func note(_ kind: BackupIssue.Kind, _ file: String) {
      report(BackupIssue(kind: kind, backup: name, file: file))
    }
    let list = layout.relative(layout.backupManifest)
    guard FileSystem.statusNoFollow(of: layout.backupManifest) != nil else {
      return note(.noManifest, list)
    }
    guard let manifest = try? BackupManifest(at: layout.backupManifest) else {
      return note(.damagedManifest, list)
    }
    for (number, file) in manifest.files.enumerated() {
      if Task.isCancelled { throw DiaryError.backup(path: path, .cancelled) }
      switch state(of: layout.file(file.path), &known) {
      case .missing: note(.missing, file.path)
      case .notAFile: note(.notAFile, file.path)
      case .unreadable: note(.unreadable, file.path)
      case .holding(let size, let digest):
        if size != file.size || digest != file.digest { note(.changed, file.path) }
      }
      progress(Progress(.checking, number + 1, of: manifest.files.count))
    }
    if Task.isCancelled { throw DiaryError.backup(path: path, .cancelled) }
  }

  // MARK: Files

  private struct FileNumber: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private enum FileState {
    case missing, notAFile, unreadable
    case holding(size: Int, digest: AssetID)
  }

  private func state(of path: String, _ known: inout [FileNumber: FileState]) -> FileState {
    guard let found = FileSystem.statusNoFollow(of: path) else { return .missing }
    guard found.isRegularFile else { return .notAFile }
    let number = FileNumber(device: found.device, inode: found.inode)
    if let state = known[number] { return state }
    let state: FileState
    if let (size, digest) = try? FileCopying.digest(ofFileAt: path) {
      state = .holding(size: size, digest: digest)
    } else {
      state = .unreadable
    }
    if found.links > 1 { known[number] = state }
    return state
  }
}

/// A fault of a backup.
package struct BackupIssue: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case noManifest, damagedManifest
    case missing, changed, notAFile, unreadable
  }

  package let kind: Kind
  /// The backup's name.
  package let backup: String
  /// The path of the file within the backup.
  package let file: String
}

extension BackupIssue {
  /// The fault in one line, safe for a terminal.
  package var text: String { "\(backup)/\(file): \(message)".printable }

  private var message: String {
    switch kind {
    case .noManifest: localized("it's missing, so the backup's contents are unknown")
    case .damagedManifest: localized("it's damaged, so the backup's contents are unknown")
    case .missing: localized("it's missing")
    case .changed: localized("it doesn't match what was backed up")
    case .notAFile: localized("it isn't a regular file")
    case .unreadable: localized("it can't be read")
    }
  }
}
