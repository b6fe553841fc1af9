extension CalendarDay {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `November`
  package var monthName: String { Self.months[month - 1] }
}
