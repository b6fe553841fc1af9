import DiaryCore
import Localization

extension RemoteState {
  var json: JSONValue {
    [
      "name": .string(name),
      "address": .string(address),
      "plain": .bool(isPlain),
      "photos": .string(photos.rawValue),
      "lastSync": .optional(lastSync?.description),
      "waitingOut": .integer(waitingOut),
      "elsewhere": .integer(elsewhere),
      "issues": .array(issues.map(JSONValue.string)),
      "error": .optional(error),
    ]
  }

  /// How it stands with the remote, on a part of a line.
  var words: String {
    var parts = [
      lastSync.map { localized("synced \(LocalTime.minute(of: $0))") } ?? localized("never synced")
    ]
    if waitingOut > 0 { parts.append(localized("\(CountWords.grouped(waitingOut)) to send")) }
    if elsewhere > 0 { parts.append(localized("\(CountWords.files(elsewhere)) not here")) }
    if isPlain { parts.append(localized(id: "remote.plain", "not encrypted")) }
    if photos != .all { parts.append("--photos \(photos.rawValue)") }
    if error != nil { parts.append(localized("failed")) }
    return parts.joined(separator: ", ")
  }

  /// What is wrong, a line each on standard error.
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
      "this": .bool(isThis),
      "removed": .bool(isRemoved),
      "lastSeen": .optional(lastSeen?.description),
    ]
  }
}

extension SyncState {
  /// Throws unless all of these are names of remotes.
  func requireRemotes(named names: [String]) throws(CommandError) {
    for name in names where !remotes.contains(where: { $0.name == name }) {
      guard !remotes.isEmpty else { throw .noRemote }
      let known = remotes.map(\.name).joined(separator: ", ")
      throw CommandError(localized("There's no remote “\(name.shortened)”. Remotes: \(known)."))
    }
  }

  /// Says how to see recovery words that were made by a program which was stopped.
  func reportUnseenWords() {
    guard unseenWords != nil, let remote = remotes.first(where: { !$0.isPlain }) else { return }
    ErrorLine.report(
      localized(
        """
        Your six recovery words haven't been shown yet. To see them, run: photodiary remote add \
        \(remote.name) \(remote.address)
        """
      ).printable)
  }

  /// The device whose id begins with these digits.
  func device(withPrefix prefix: String) throws(CommandError) -> DeviceState {
    let digits = prefix.lowercased().filter { $0 != "-" }
    let found = devices.filter { $0.id.description.hasPrefix(digits) }
    guard let device = found.first else {
      throw CommandError(
        localized(
          """
          There's no device “\(prefix.shortened)”. Run `photodiary device` to see their ids.
          """))
    }
    guard found.count == 1 else {
      throw CommandError(
        localized("\(found.count) devices have ids that begin with \(prefix.shortened). Give more.")
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
        No remote yet. Add a folder, a git repository or another place that your machines reach: \
        photodiary remote add home ADDRESS
        """))
  }
}

extension LocalTime {
  /// A point in time as clocks here showed it, to the minute: `2026-11-23 14:02`.
  static func minute(of time: Timestamp) -> String {
    let date = date(of: time)
    return "\(date.day) \(date.clock)"
  }
}
