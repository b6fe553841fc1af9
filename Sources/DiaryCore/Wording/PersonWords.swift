import Localization

/// What people are in a shared diary, in words.
package enum PersonWords {
  package static var removed: String { localized(id: "person.removed", "removed") }
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
