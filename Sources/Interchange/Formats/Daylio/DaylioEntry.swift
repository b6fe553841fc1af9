import DiaryCore

/// An entry of Daylio's, from its backup or its CSV.
struct DaylioEntry {
  var date: EntryDate
  var title = ""
  var note = ""
  var mood = ""
  var activities: [String] = []
  /// What has no place here.
  var carried: [JSONMember] = []

  /// `count` is how many before it have its minute. Both kinds of file tell the same minute, so that what
  /// came from one is known in the other.
  func read(
    _ count: Int, _ placing: PhotoPlacing, _ defaults: EntryDraft.Defaults
  ) throws(EntryFieldError) -> ForeignEntry {
    let text = try LooseHTML.markdown(of: note)
    var title = title
    // Most days have a mood and nothing else.
    if title.isBlank, text.isBlank, placing.isEmpty {
      title = mood.isBlank ? activities.joined(separator: ", ") : mood
    }
    let fields = EntryFields(
      date: date, title: title, content: text, tags: activities, journal: "",
      details: EntryDetails(mood: mood.isBlank ? nil : mood))
    let entry = Entry(
      .daylio, SeenWords.words(.string(minute), count: count), fields, author: defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000), carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// As the clock showed it.
  var minute: String { "\(date.day) \(date.clock)" }
}
