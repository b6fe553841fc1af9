/// What stands before the colon of a term, as in `tag:walks`.
package enum SearchKey: String, Hashable, Sendable, CaseIterable {
  case tag
  case journal
  case date
  /// Means what `date` means.
  case on
  case from
  case to
  case has
  case `is`
  case author
  case place
  case mood
  case weather

  /// The key of that name, in English or Korean and any case.
  package init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    guard let key = Self.allCases.first(where: { $0.rawValue == name || $0.korean == name })
    else { return nil }
    self = key
  }

  /// Its name in Korean; some have none that would be read as one.
  private var korean: String? {
    switch self {
    case .tag: "태그"
    case .journal: "일기장"
    case .date: "날짜"
    case .from: "부터"
    case .to: "까지"
    case .on, .has, .is: nil
    case .author: "글쓴이"
    case .place: "장소"
    case .mood: "기분"
    case .weather: "날씨"
    }
  }

  /// Whether a day, week, month or year stands behind it.
  var isOfDates: Bool { [.date, .on, .from, .to].contains(self) }

  /// What keys are called, with their colons.
  package static var names: [String] {
    allCases.flatMap { [$0.rawValue, $0.korean].compactMap(\.self) }.map { $0 + ":" }
  }

  /// The key that is likely to be meant: its plural was typed, or a long name with a slip.
  static func nearest(to name: some StringProtocol) -> SearchKey? {
    let name = Array(name.lowercased())
    return allCases.first { key in
      let letters = Array(key.rawValue)
      return letters.count > 2 && name == letters + ["s"]
        || letters.count > 4 && isSlip(name, of: letters)
    }
  }

  /// Whether one letter is missing, added or another, or two are the wrong way round.
  private static func isSlip(_ name: [Character], of key: [Character]) -> Bool {
    guard abs(name.count - key.count) <= 1 else { return false }
    let start = zip(name, key).prefix { $0 == $1 }.count
    let (rest, keyRest) = (name[start...], key[start...])
    return rest.dropFirst() == keyRest.dropFirst() || rest.dropFirst() == keyRest
      || rest == keyRest.dropFirst()
      || rest.prefix(2).reversed() == Array(keyRest.prefix(2))
        && rest.dropFirst(2) == keyRest.dropFirst(2)
  }
}
