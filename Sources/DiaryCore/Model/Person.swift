@_spi(_Unicode) import Swift
import Text

/// A person's role in a shared diary.
package enum PersonRole: String, CaseIterable, Hashable, Sendable {
  /// Writes entries and manages people.
  case owner
  /// Writes and edits their own entries.
  case editor = "writer"
  /// Only reads.
  case viewer = "reader"
}

extension PersonRole {
  package var isValid: Bool { self != .viewer }
}

/// A person in a shared diary, or one who wants to join it.
package struct Person: Hashable, Sendable {
  /// The stages of membership.
  package enum State: String, Hashable, Sendable {
    case member
    /// Has requested to join; no owner has answered yet.
    case pending = "asking"
    case removed
  }

  package let id: AuthorID
  package var name: String
  /// The current role. For a request, the role that approval gives; after removal, the last one.
  package var role: PersonRole
  package var state: State
  /// Three words that both sides compare, so that no impostor is approved.
  package var verificationWords: [String]
  /// `true` for the person who uses this machine.
  package var isCurrentUser: Bool

  package init(
    id: AuthorID, name: String, role: PersonRole, state: State, verificationWords: [String],
    isCurrentUser: Bool = false
  ) {
    (self.id, self.name, self.role) = (id, name, role)
    (self.state, self.verificationWords, self.isCurrentUser) = (
      state, verificationWords, isCurrentUser
    )
  }
}

// MARK: - Author

/// A person who writes entries. The id decides ownership; the name is for display.
package struct Author: Hashable, Sendable {
  package var id: AuthorID
  package var name: String

  package init(id: AuthorID, name: String) {
    self.id = id
    self.name = name
  }

  /// Returns a display name without surrounding white space, or `nil` if it is blank or contains
  /// invisible characters.
  package static func name(from text: String) -> String? {
    let name = String(text.trimmed)
    return !name.isBlank && name == name.printable ? name : nil
  }
}

/// A stable name of an author. PhotoDiary generates 32 hexadecimal digits; ids from imports are
/// kept unchanged.
package struct AuthorID: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
  package static func random() -> Self { Self(ID<Author>.random().description) }

  /// The placeholder before an author is known; saving replaces it with the current user.
  package static let unassigned = Self("")
}

// MARK: - PersonText

/// Texts about people in a shared diary.
package enum PersonText {
  package static var removed: String { localized(id: "person.removed", "removed") }

  /// Describes, on one line that is safe for a terminal, a removal or a rejected request.
  package static func outcome(ofRemoving person: Person) -> String {
    let words =
      person.state == .pending
      ? localized("Refused \(person.name). Their invitation no longer works.")
      : localized(
        "Removed \(person.name). They won't receive anything new, but keep what they already have.")
    return words.printable
  }

  /// Describes, on one line that is safe for a terminal, a person's new role.
  package static func outcome(ofChanging person: Person, to role: PersonRole) -> String {
    localized("\(person.name)'s role is now \(role.label).").printable
  }
}

extension PersonRole {
  package var label: String {
    switch self {
    case .owner: localized(id: "role.owner", "owner")
    case .editor: localized(id: "role.writer", "editor")
    case .viewer: localized(id: "role.reader", "viewer")
    }
  }
}

extension Person {
  /// The person's status in the diary.
  package var statusLabel: String {
    switch state {
    case .member:
      isCurrentUser ? "\(role.label) (\(localized(id: "person.you", "you")))" : role.label
    case .pending: localized("wants to join")
    case .removed: PersonText.removed
    }
  }
}

extension CountText {
  package static func people(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) person", other: "\(count) people")
  }
}

// MARK: - Passphrase

/// A passphrase for an encrypted diary or export. Never shown.
package struct Passphrase: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// Returns `nil` if there are no bytes.
  package init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    if self.bytes.isEmpty { return nil }
  }

  package var description: String { "•••" }

  /// The passphrase as typed, then with its letters composed and decomposed, if that differs.
  /// Keyboards and files of different systems write 한 and é in either form.
  package var spellings: [Passphrase] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return [self] }
    let forms = [String.UnicodeScalarView(text._nfc), String.UnicodeScalarView(text._nfd)]
    var spellings = [self]
    for form in forms {
      guard let passphrase = Passphrase(String(form).utf8), !spellings.contains(passphrase) else {
        continue
      }
      spellings.append(passphrase)
    }
    return spellings
  }
}

// MARK: - RefusedLines

/// Lines of a shared diary that are kept but not shown, because their writer lacked the right.
package struct RefusedLines: Hashable, Sendable {
  /// The reasons why lines aren't shown.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The device belongs to no one in the diary.
    case stranger
    /// The device's person may only read.
    case viewer = "reader"
    /// The device's person had been removed.
    case removed
    /// The device hasn't proved that it has the newest key.
    case unproved
    /// The device is this one, and others don't show the lines, for example after its removal. They
    /// are shown here.
    case unshared
    /// The lines claim another person as author, or change that person's entry.
    case foreignAuthor
    /// The lines are in another device's folder.
    case wrongFolder
    /// The lines contain decisions reserved for owners.
    case notAnOwner
    /// The lines are signed, but a line of that kind has other contents.
    case malformed
  }

  package let device: ID<Device>
  /// The device's name, if known.
  package let deviceName: String?
  /// The name of the device's person, if known.
  package let person: String?
  package let reason: Reason
  package let count: Int

  package init(
    device: ID<Device>, deviceName: String?, person: String?, reason: Reason, count: Int
  ) {
    (self.device, self.deviceName, self.person) = (device, deviceName, person)
    (self.reason, self.count) = (reason, count)
  }

  /// A description on one line, safe for a terminal.
  package var line: String {
    let id = device.description.prefix(8)
    let name = deviceName.map { "\($0) (\(id))" } ?? String(id)
    let whose =
      person.map { localized(id: "device.of", "device \(name) of \($0)") }
      ?? localized("device \(name)")
    let changes = CountText.changes(count)
    let words =
      switch reason {
      case .stranger:
        localized(
          "Not shown: \(changes) of \(whose), which belongs to no one in this diary.")
      case .viewer: localized("Not shown: \(changes) of \(whose), written by a viewer.")
      case .removed:
        localized("Not shown: \(changes) of \(whose), written after its removal.")
      case .unproved:
        localized("Not shown: \(changes) of \(whose), which doesn't have the newest key.")
      case .unshared:
        localized(
          "Only on this machine: \(changes) of \(whose), which other devices don't accept.")
      case .foreignAuthor:
        localized("Not shown: \(changes) of \(whose) to other people's entries.")
      case .wrongFolder:
        localized(
          "Not shown: \(changes) in the folder of \(whose), written by another device.")
      case .notAnOwner:
        localized(
          "Not applied: \(changes) of \(whose), which only an owner can make.")
      case .malformed:
        localized("Not shown: \(changes) of \(whose), which this version can't read.")
      }
    return words.printable
  }
}
