import DiaryCore
import System

/// A folder that holds the backups of one diary, each in a folder of its own.
struct BackupFolder {
  struct Backup: Hashable {
    let path: String
    let head: BackupManifest.Head
  }

  /// A real path.
  let path: String

  private static let removedPrefix = ".photodiary-removed-"

  var staging: String { Path.join(path, ".photodiary-backup") }

  /// Makes the folder if need be. The folder above it must be there: else a disk that isn't attached
  /// would have its backups on the one that it is attached to.
  init(making given: String, for store: StoreLayout, of diary: AuthorID) throws(DiaryError) {
    let wanted = StoreLayout(root: given).root
    let parent = Path.real(Path.parent(wanted))
    let real = Path.real(wanted) ?? parent.map { Path.join($0, Path.name(wanted)) }
    guard let real else { throw .backup(path: given, .noParent) }
    if let store = Path.real(store.root) {
      if Path.holds(store, real) { throw .backup(path: given, .insideStore) }
      if Path.holds(real, store) { throw .backup(path: given, .aroundStore) }
    }
    path = real
    do throws(DiaryError) {
      try FileSystem.makeFolder(real)
    } catch .store(_, let failure) {
      throw .backup(path: given, .failed(reason: failure.reason(real)))
    }
    guard FileSystem.isFolder(real) else { throw .backup(path: given, .notAFolder) }
    if case .said = StoreFormat.state(of: StoreLayout(root: real)) {
      throw .backup(path: given, .isDiary)
    }
    if try backups().contains(where: { $0.head.diary != diary }) {
      throw .backup(path: given, .otherDiary)
    }
  }

  init(_ path: String) { self.path = path }

  /// The oldest first. What is hidden or leads elsewhere is none.
  func backups() throws(DiaryError) -> [Backup] {
    try FileSystem.names(in: path).compactMap { name in
      let folder = Path.join(path, name)
      guard !name.hasPrefix("."), FileSystem.ownStatus(of: folder)?.isFolder == true,
        let head = BackupManifest.head(at: StoreLayout(root: folder).backupManifest)
      else { return nil }
      return Backup(path: folder, head: head)
    }.sorted { ($0.head.made.instant, $0.path) < ($1.head.made.instant, $1.path) }
  }

  /// Removes what a killed program was removing.
  func tidy() throws(DiaryError) {
    for name in try FileSystem.names(in: path) where name.hasPrefix(Self.removedPrefix) {
      FileSystem.removeTree(Path.join(path, name))
    }
  }

  /// Removes the backups that needn't be kept: never the newest, nor the one that was just made, should
  /// a clock have been wrong. Only folders go that have the name of a backup and are of this diary.
  /// Returns their names.
  func thin(
    keeping retention: BackupRetention, of diary: AuthorID, sparing new: String
  ) throws(DiaryError) -> [String] {
    let backups = try backups().reversed().filter {
      $0.head.diary == diary && BackupName.isOne(Path.name($0.path))
    }
    let kept = retention.kept(of: backups.map(\.head.made))
    let old = backups.indices.filter { !kept.contains($0) && backups[$0].path != new }
      .map { backups[$0] }
    guard !old.isEmpty else { return [] }
    var removed: [String] = []
    // All of them lose their names before any loses a file, so that none is ever there in part.
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
  /// Why, in the system's words.
  func reason(_ path: String) -> String {
    func words(_ number: ErrorNumber) -> String { "\(path): \(number.words)" }
    return switch self {
    case .missing, .gone, .notArrived: words(.noSuchFile)
    case .readOnly: words(.readOnlyFileSystem)
    case .noPermission: words(.accessDenied)
    case .diskFull: words(.noSpace)
    case .notAFolder: words(.notAFolder)
    case .locked: words(.busy)
    case .encrypted, .foreignRecipient, .encryptedCopy, .converted, .notConverted:
      words(.accessDenied)
    case .unavailable(let operation, let reason), .failed(let operation, let reason):
      "\(operation.words(path)): \(reason)"
    case .damaged(let what): "\(path): \(what)"
    case .newerFormat(let version): "\(path): \(version)"
    }
  }
}

/// The name of a backup's folder: the time at which it was made, in UTC, so that names sort as time
/// goes, summer time or not: `2026-11-22T02-19-34Z`. No colon, which FAT doesn't have, and no two
/// that differ in case alone.
enum BackupName {
  static func of(_ time: Timestamp, number: Int = 1) -> String {
    let text = time.description.prefix(19).map { $0 == ":" ? "-" : $0 }
    return String(text) + "Z" + (number > 1 ? "-\(number)" : "")
  }

  /// Whether a name is one of these. A person who gives a backup another one has it kept for good.
  static func isOne(_ name: String) -> Bool {
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
