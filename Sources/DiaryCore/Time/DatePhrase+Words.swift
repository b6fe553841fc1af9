import Words

extension DatePhrase {
  /// What can be typed, for a field with a time.
  package static var examples: String {
    localized("Try: yesterday 21:00, 3 days ago, last friday, 5 March 9pm")
  }
}

extension DatePhrase.Fault {
  /// What is wrong with what is typed, on one line.
  package var line: String {
    switch self {
    case .notUnderstood: localized("Couldn't read that date. \(DatePhrase.examples)")
    case .noSuchDay: localized("There's no such date.")
    case .noSuchTime: localized("There's no such time. \(DatePhrase.examples)")
    case .moreThanOneDay: localized("That's more than one day. \(DatePhrase.examples)")
    }
  }
}
