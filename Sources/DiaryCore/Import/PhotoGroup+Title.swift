import Words

extension PhotoGroup {
  /// The title of its entry: `Busan, 3 May 2024`, or the day alone where no photo names a place.
  package var title: String {
    let names = places.prefix(2).map { String($0.printable.trimmed) }.filter { !$0.isEmpty }
    return (names + [words(of: date.day)]).joined(separator: ", ")
  }

  private func words(of day: CalendarDay) -> String {
    switch Language.current {
    case .english: "\(day.day) \(day.monthName) \(day.year)"
    case .korean: "\(day.year)년 \(day.month)월 \(day.day)일"
    }
  }
}
