import DiaryCore
import Text

/// The result of a sync with one remote, or of its dry run.
struct SyncReport {
  let result: SyncResult
  var isDryRun = false

  /// The result as part of a line: `sent 3 changes, 1 file (1.2 MB); 4 still to come`.
  var words: String {
    var parts: [String] = []
    if let sent = Self.amount(result.sentLines, result.sentFiles, result.sentBytes) {
      parts.append(isDryRun ? localized("would send \(sent)") : localized("sent \(sent)"))
    }
    if let received = Self.amount(
      result.receivedLines, result.receivedFiles, result.receivedBytes)
    {
      parts.append(
        isDryRun ? localized("would receive \(received)") : localized("received \(received)"))
    }
    if result.pendingUploads > 0 {
      parts.append(localized("\(CountText.grouped(result.pendingUploads)) still to send"))
    }
    if result.pendingDownloads > 0 {
      parts.append(localized("\(CountText.grouped(result.pendingDownloads)) still to receive"))
    }
    if result.error != nil { parts.append(localized(id: "sync.failed", "failed")) }
    guard let first = parts.first else { return localized("up to date") }
    return parts.dropFirst().reduce(first) { localized("\($0); \($1)") }
  }

  /// True if nothing failed and no file or text is missing here.
  var isComplete: Bool {
    result.error == nil && result.missingFiles == 0 && result.failedFiles == 0
      && result.missingTexts == 0
  }

  /// Reports problems on standard error, one line each.
  func reportProblems() {
    for issue in result.issues { ErrorLine.write("\(result.remote): \(issue)") }
    if result.missingFiles > 0 {
      let missing = localized(
        counting: result.missingFiles,
        one: "1 file couldn't be received yet. Sync on a machine that has it.",
        other:
          """
          \(CountText.grouped(result.missingFiles)) files couldn't be received yet. Sync on a \
          machine that has them.
          """)
      ErrorLine.write("\(result.remote): \(missing)")
    }
    if let error = result.error { ErrorLine.write(error) }
  }

  var json: JSONValue {
    [
      "remote": .string(result.remote),
      "sentLines": .integer(result.sentLines),
      "sentFiles": .integer(result.sentFiles),
      "sentBytes": .integer(result.sentBytes),
      "receivedLines": .integer(result.receivedLines),
      "receivedFiles": .integer(result.receivedFiles),
      "receivedBytes": .integer(result.receivedBytes),
      "waitingOut": .integer(result.pendingUploads),
      "waitingIn": .integer(result.pendingDownloads),
      "missingTexts": .integer(result.missingTexts),
      "missingFiles": .integer(result.missingFiles),
      "issues": .array(result.issues.map(JSONValue.string)),
      "error": .optional(result.error),
    ]
  }

  /// Returns the amounts in words, or `nil` if all are 0.
  private static func amount(_ lines: Int, _ files: Int, _ bytes: Int) -> String? {
    let size = CountText.bytes(bytes)
    var counts: [String] = []
    if lines > 0 { counts.append(CountText.changes(lines)) }
    if files > 0 { counts.append(CountText.files(files)) }
    if counts.isEmpty { return bytes > 0 ? size : nil }
    return counts.joined(separator: ", ") + (bytes > 0 ? " (\(size))" : "")
  }
}

// MARK: - Sync state

extension RemoteState {
  var json: JSONValue {
    [
      "name": .string(name),
      "address": .string(address),
      "plain": .bool(isPlain),
      "photos": .string(photos.rawValue),
      "lastSync": .optional(lastSync?.description),
      "waitingOut": .integer(pendingUploads),
      "elsewhere": .integer(remoteOnly),
      "issues": .array(issues.map(JSONValue.string)),
      "error": .optional(error),
    ]
  }

  /// The state of the remote, as part of a line.
  var words: String {
    var parts = [
      lastSync.map { localized("synced \(LocalTime.minute(of: $0))") } ?? localized("never synced")
    ]
    if pendingUploads > 0 {
      parts.append(localized("\(CountText.grouped(pendingUploads)) to send"))
    }
    if remoteOnly > 0 { parts.append(localized("\(CountText.files(remoteOnly)) not here")) }
    if isPlain { parts.append(localized(id: "remote.plain", "not encrypted")) }
    if photos != .all { parts.append("--photos \(photos.rawValue)") }
    if error != nil { parts.append(localized("failed")) }
    return parts.joined(separator: ", ")
  }

  /// Reports problems on standard error, one line each.
  func reportProblems() {
    for issue in issues { ErrorLine.write("\(name): \(issue)") }
    if let error { ErrorLine.write(error) }
  }
}

extension DeviceState {
  var json: JSONValue {
    [
      "id": .string(id.description),
      "name": .string(name),
      "this": .bool(isCurrentDevice),
      "removed": .bool(isRemoved),
      "lastSeen": .optional(lastSeen?.description),
    ]
  }
}

extension SyncState {
  /// Checks names of remotes.
  ///
  /// - Throws: `CommandError` for the first name that isn't a remote's.
  func requireRemotes(named names: [String]) throws {
    for name in names where !remotes.contains(where: { $0.name == name }) {
      guard !remotes.isEmpty else { throw CommandError.noRemote }
      let known = remotes.map(\.name).joined(separator: ", ")
      throw CommandError(localized("There's no remote “\(name.shortened)”. Remotes: \(known)."))
    }
  }

  /// Reports how to see recovery words that the user may not have seen, as when the program that
  /// created them was stopped.
  func reportUnseenWords() {
    guard unseenRecoveryWords != nil, let remote = remotes.first(where: { !$0.isPlain }) else {
      return
    }
    ErrorLine.report(
      localized(
        """
        You haven't confirmed your six recovery words yet. To see them, run: photodiary remote add \
        \(remote.name) \(remote.address)
        """
      ).printable)
  }

  /// Returns the device whose id begins with these digits.
  ///
  /// - Throws: `CommandError` if there is none, or several.
  func device(withPrefix prefix: String) throws -> DeviceState {
    let digits = prefix.lowercased().filter { $0 != "-" }
    let found = devices.filter { $0.id.description.hasPrefix(digits) }
    guard let device = found.first else {
      throw CommandError(
        localized(
          """
          There's no device “\(prefix.shortened)”. Run `photodiary device` to list the devices.
          """))
    }
    guard found.count == 1 else {
      throw CommandError(
        localized(
          """
          \(found.count) devices have ids that begin with \(prefix.shortened). Give more characters.
          """)
      )
    }
    return device
  }
}

extension CommandError {
  static var noRemote: CommandError {
    CommandError(
      localized(
        """
        No remotes yet. Add a folder, a git repository or another place that your machines can \
        reach: photodiary remote add home ADDRESS
        """))
  }
}

extension LocalTime {
  /// Returns `time` in the local time zone, to the minute: `2026-11-23 14:02`.
  static func minute(of time: Timestamp) -> String {
    let date = date(of: time)
    return "\(date.day) \(date.clock)"
  }
}

// MARK: - ChangeOrigin

/// Finds the device of changes that another program synced.
struct ChangeOrigin {
  let diary: DiaryService
  /// The known versions of entries, to find the new one among several.
  private var knownVersions: [ID<Entry>: [ID<Revision>]] = [:]

  init(of diary: DiaryService) { self.diary = diary }

  /// Returns the device that made a change, or `nil` for this one.
  mutating func device(
    of change: DiaryChange, among devices: [DeviceState]
  ) async -> DeviceState? {
    let others = devices.filter { !$0.isCurrentDevice }
    let entry = change.entry
    guard !others.isEmpty, change.kind != .purged, change.comment == nil,
      let versions = try? await diary.versions(of: entry.id)
    else { return nil }
    let known = knownVersions.updateValue(entry.heads, forKey: entry.id) ?? []
    let new = versions.filter { !known.contains($0.id) }
    return others.first { device in new.contains { $0.device == device.id } }
  }
}
