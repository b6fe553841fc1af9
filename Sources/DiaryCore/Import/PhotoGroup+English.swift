extension PhotoGroup {
  /// The title of its entry: `Busan, 3 May 2024`, or the day alone where no photo names a place.
  package var title: String {
    let day = "\(date.day.day) \(date.day.monthName) \(date.day.year)"
    let names = places.prefix(2).map { String($0.printable.trimmed) }.filter { !$0.isEmpty }
    return (names + [day]).joined(separator: ", ")
  }
}
