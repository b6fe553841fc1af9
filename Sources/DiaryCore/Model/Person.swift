import Localization
@_spi(_Unicode) import Swift

/// What somebody may do in a diary that several people share.
package enum PersonRole: String, CaseIterable, Hashable, Sendable {
  /// Writes, and says who else may.
  case owner
  /// Writes entries of their own.
  case writer
  /// Reads.
  case reader
}

extension PersonRole {
  package var mayWrite: Bool { self != .reader }
}

/// Somebody in a diary that several people share, or who asks to be let in.
package struct Person: Hashable, Sendable {
  package enum State: String, Hashable, Sendable {
    case member
    /// Has asked, and no owner has answered.
    case asking
    case removed
  }

  package let id: AuthorID
  package var name: String
  /// Of who asks, the role that an approval gives; of who was removed, the last one.
  package var role: PersonRole
  package var state: State
  /// Three words that both sides compare, so that nobody is let in for somebody else.
  package var check: [String]
  /// Whether this machine is theirs.
  package var isThis: Bool

  package init(
    id: AuthorID, name: String, role: PersonRole, state: State, check: [String],
    isThis: Bool = false
  ) {
    (self.id, self.name, self.role) = (id, name, role)
    (self.state, self.check, self.isThis) = (state, check, isThis)
  }
}

// MARK: - Author

/// A person who writes entries. The id is what ownership goes by; the name is for display.
package struct Author: Hashable, Sendable {
  package var id: AuthorID
  package var name: String

  package init(id: AuthorID, name: String) {
    self.id = id
    self.name = name
  }

  /// A display name without the white space around it; `nil` when nothing of it could be seen, or
  /// something in it could not.
  package static func name(from text: String) -> String? {
    let name = String(text.trimmed)
    return !name.isBlank && name == name.printable ? name : nil
  }
}

/// A stable name of an author. PhotoDiary makes 32 hexadecimal digits; one that came with an
/// import is kept as it is.
package struct AuthorID: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
  package static func random() -> Self { Self(ID<Author>.random().description) }

  /// Of what has no author yet: it is whoever's who saves it.
  package static let nobody = Self("")
}

// MARK: - PersonWords

/// What people are in a shared diary, in words.
package enum PersonWords {
  package static var removed: String { localized(id: "person.removed", "removed") }

  /// Says on one line, safe for a terminal, that somebody was removed, or refused who asked.
  package static func outcome(ofRemoving person: Person) -> String {
    let words =
      person.state == .asking
      ? localized("Refused \(person.name). Their invitation leads nowhere any more.")
      : localized(
        """
        Removed \(person.name). They get nothing that is written from now on; what they had, they \
        have.
        """)
    return words.printable
  }

  /// Says on one line, safe for a terminal, that somebody has another role.
  package static func outcome(ofChanging person: Person, to role: PersonRole) -> String {
    localized("\(person.name): \(role.words) from now on.").printable
  }
}

extension PersonRole {
  package var words: String {
    switch self {
    case .owner: localized(id: "role.owner", "owner")
    case .writer: localized(id: "role.writer", "writer")
    case .reader: localized(id: "role.reader", "reader")
    }
  }
}

extension Person {
  /// What they are in the diary.
  package var words: String {
    switch state {
    case .member: isThis ? "\(role.words) (\(localized(id: "person.you", "you")))" : role.words
    case .asking: localized("asks to be let in")
    case .removed: PersonWords.removed
    }
  }
}

extension CountWords {
  package static func people(_ number: Int) -> String {
    let count = grouped(number)
    return localized(counting: number, one: "\(count) person", other: "\(count) people")
  }
}

// MARK: - Passphrase

/// What a person types to open something encrypted: a diary, an export. It is shown nowhere.
package struct Passphrase: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// `nil` of nothing.
  package init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    if self.bytes.isEmpty { return nil }
  }

  package var description: String { "•••" }

  /// The passphrase as it was typed and then, where they differ, with its letters composed and decomposed:
  /// keyboards and files of different systems write 한 and é in either way.
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
