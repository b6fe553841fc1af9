import Localization

/// Lines of a shared diary that are kept and not shown, for whoever wrote them may not.
package struct RefusedLines: Hashable, Sendable {
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The device is nobody's.
    case stranger
    /// Its person may read only.
    case reader
    /// Its person had been removed.
    case removed
    /// The device hasn't shown that it has the newest key.
    case unproved
    /// The device is this one, and others don't show them: they came after its removal, say. They are shown
    /// here.
    case unshared
    /// They say to be another person's, or change an entry of one.
    case foreignAuthor
    /// They lie among the lines of another device.
    case wrongFolder
    /// They decide what is for owners to decide.
    case notAnOwner
    /// They are signed, and don't have what a line of their kind has.
    case malformed
  }

  package let device: ID<Device>
  /// What the device is called, and whose it is, as far as that is known.
  package let deviceName: String?
  package let person: String?
  package let reason: Reason
  package let count: Int

  package init(
    device: ID<Device>, deviceName: String?, person: String?, reason: Reason, count: Int
  ) {
    (self.device, self.deviceName, self.person) = (device, deviceName, person)
    (self.reason, self.count) = (reason, count)
  }

  /// On one line, safe for a terminal.
  package var line: String {
    let id = device.description.prefix(8)
    let name = deviceName.map { "\($0) (\(id))" } ?? String(id)
    let whose = person.map { localized(id: "device.of", "\(name) of \($0)") } ?? name
    let lines = CountWords.lines(count)
    let words =
      switch reason {
      case .stranger:
        localized("Not shown: \(lines) of device \(whose), which belongs to no one here.")
      case .reader: localized("Not shown: \(lines) of device \(whose), written by a reader.")
      case .removed:
        localized("Not shown: \(lines) of device \(whose), written after its removal.")
      case .unproved:
        localized("Not shown: \(lines) of device \(whose), which doesn't have the newest key.")
      case .unshared:
        localized("Only on this machine: \(lines) of device \(whose), which others don't accept.")
      case .foreignAuthor:
        localized("Not shown: \(lines) of device \(whose), about entries of other people.")
      case .wrongFolder:
        localized("Not shown: \(lines) stored with device \(whose), written by another one.")
      case .notAnOwner:
        localized("Not counted: \(lines) of device \(whose). Only an owner may decide that.")
      case .malformed:
        localized("Not shown: \(lines) of device \(whose), which this version can't read.")
      }
    return words.printable
  }
}
