/// An entry of the sample diary, before it has a date and photos.
struct DemoEntry: Sendable {
  enum Day: Sendable {
    /// So many days before today.
    case before(Int)
    /// Today's date, so many years ago.
    case yearsAgo(Int)
  }

  let day: Day
  /// `07:30`
  let time: String
  let title: String
  /// A line `[river-fog.jpg] caption` places that photo.
  let text: String
  var tags: [String] = []
}
