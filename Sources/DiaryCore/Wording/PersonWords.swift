import Localization

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
