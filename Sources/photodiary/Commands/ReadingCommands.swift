import ArgumentParser
import DiaryApp
import DiaryCore
import Interchange
import System
import TerminalUI
import Text

struct ListCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: localized("List entries, newest first."),
    discussion: localized(
      id: "discussion.list",
      """
      Examples:
        photodiary list -n 10
        photodiary list --from 2026-11 --tag walks --with-photos
        photodiary list --format json | jq '.[].title'
      """))

  @OptionGroup var filters: FilterOptions

  @Option(localized("Sort by date, modified or title."))
  var sort = EntryQuery.Sort.date

  @Flag(help: .localized("Oldest first; by title, from A to Z."))
  var ascending = false

  @Flag(
    help: .localized(
      """
      Number the table in a shared diary, too. Other commands accept the numbers: 1 is the newest \
      entry.
      """))
  var numbers = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if numbers, listing.format != .table {
      throw ValidationError(localized("--numbers works only with --format table."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    let query = EntryQuery(
      try await filters.predicate(in: dependencies.diary), sort: sort, isAscending: ascending,
      limit: filters.limit)
    let entries = try await diary.entries(query)
    try await listing.write(
      entries, of: diary, numbers: numbers ? try await diary.numbers(of: entries) : nil,
      search: filters.search)
    if entries.isEmpty { try await filters.reportEmpty(in: dependencies) }
  }
}

extension EntryQuery.Sort: ExpressibleByArgument {}

// MARK: - ShowCommand

struct ShowCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: localized("Show an entry."),
    discussion: localized(
      id: "discussion.show",
      """
      As text, photos and video frames are drawn 80 columns wide if color is on; otherwise, a line \
      names each of them.

      An entry can be named by its number, too: 1 and -1 are the newest entry, 2 and -2 the one \
      before. `photodiary list` shows the numbers, in a shared diary with --numbers. With a minus, a \
      number is never read as an id.

      Examples:
        photodiary show 1
        photodiary show -2
        photodiary show 3f2a91c0
        photodiary show 3f2a91c0 --format json | jq -r '.photos[].file'
      """))

  @OptionGroup var argument: EntryArgument
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await showing.show(
      try await argument.entry(in: dependencies.diary), in: dependencies)
  }
}

// MARK: - SearchCommand

struct SearchCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: localized("Search entries, newest first."),
    discussion: localized(
      id: "discussion.search",
      """
      Finds entries that contain every word in the title, text, tags, captions, place or comments, \
      or in photos that `photodiary photos --read` has read, ignoring case and accents. Hangul consonants find syllables that begin with them: ㄱㅊ finds 김치. Use \
      quotes for a phrase with its accents. Other terms:

        tag:walks  journal:Travel  author:Kim  place:Seoul  mood:😊  weather:rain  near:Seoul 20km
        date:2024  date:2024-05..2024-08  date:2024-05-03..  date:..2024  date:yesterday
        has:photo  has:video  is:starred  is:pinned  journal:"New York"  tag:"a\\"b"
        text:receipt  text:"opening hours"  words in photos only
        words:>500  characters:<100  photos:3..5  mood:<3  changed:2026-11
        -word  -tag:walks  entries that don't match the term
        apple OR banana  (river OR lake) -rain  either term, groups

      Examples:
        photodiary search plum tree
        photodiary search '"plum tree" garden' --limit 5
        photodiary search tag:walks date:2024 has:photo -rain
        photodiary search '(river OR 강) words:>500' --format json
        photodiary search -- --dashes
      """))

  @Argument(help: .localized("Words, \"phrases\" and terms such as tag:walks."))
  var query: [String]

  @Option(localized("Show at most this many entries."), valueName: "n")
  var limit: Int?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    try Limit.check(limit)
    try search.check()
  }

  func run(in dependencies: Dependencies) async throws {
    let search = search
    let entries = try await dependencies.diary.entries(EntryQuery(search.predicate, limit: limit))
    try await listing.write(entries, of: dependencies.diary, search: search)
    if entries.isEmpty { try dependencies.reportEmpty(localized("No entries match this search.")) }
  }

  private var search: SearchQuery { SearchQuery(argument: query.joined(separator: " ")) }
}

extension SearchQuery {
  /// Parses a query of the command line or the settings. A minus at the end is ignored as on the
  /// screen, where it begins a term to exclude.
  init(argument: String) {
    var text = argument
    while text.hasSuffix(" -") { text.removeLast(2) }
    let (today, preferences) = (LocalTime.today(), Folders.userSettings.known().preferences)
    self.init(
      text, today: today.day,
      settings: SearchSettings(
        accents: preferences.accents, moods: preferences.moods, offset: today.offset))
  }
}

// MARK: - LinksCommand

struct LinksCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: localized("List the links between entries."),
    discussion: localized(
      id: "discussion.links",
      """
      Lists each link with the entry that contains it and the entry or day it leads to. With an \
      entry, lists the links in it and one from each entry that links to it. Links to entries that \
      don't exist or are in the trash are marked; --broken lists only those.

      Examples:
        photodiary links
        photodiary links 1
        photodiary links --broken
        photodiary links --format json | jq -r '.[].sentence'
      """))

  @Argument(
    help: .localized("The entry's id or its first characters, or its number: 1 is the newest."),
    completion: DiaryCompletion.entries)
  var id: String?

  @Flag(help: .localized("Only links to entries that don't exist or are in the trash."))
  var broken = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    var links: [DiaryLink]
    if let id {
      let entry = try await diary.entry(named: id, atLeast: 1)
      links = try await diary.links(from: entry) + diary.links(to: entry)
    } else {
      links = try await diary.allLinks()
    }
    if broken { links.removeAll { !$0.target.isBroken } }
    let table = listing.format == .table ? try await LinkTable(links, in: diary) : nil
    try listing.write(links.lazy.map(\.json)) { output in try table?.write(to: &output) }
    if links.isEmpty {
      try dependencies.reportEmpty(broken ? localized("No broken links.") : localized("No links."))
    }
  }
}

// MARK: - OnThisDayCommand

struct OnThisDayCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "onthisday",
    abstract: localized("List entries of this day in earlier years."),
    discussion: localized(
      id: "discussion.onthisday",
      """
      Lists the most recent entries from this day in earlier years. On February 28 of a year \
      without a 29th, entries of the 29th are listed too. It suits a shell's startup file: with \
      2>/dev/null, it prints nothing on days without any.

      Examples:
        echo 'photodiary onthisday 2>/dev/null' >> ~/.bashrc
        photodiary onthisday --date yesterday
        photodiary onthisday --format json | jq -r '.[].title'
      """))

  @Option(localized("Another day: 2026-11-19, yesterday, 5 March or 3월 5일."), valueName: "day")
  var date: DayArgument?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws { _ = try date?.days(onlyOne: true) }

  func run(in dependencies: Dependencies) async throws {
    let day = try date?.days(onlyOne: true).lowerBound ?? LocalTime.today().day
    guard listing.format != .table else {
      return try await OnThisDayLines(day: day).write(in: dependencies)
    }
    let entries = try await dependencies.diary.entries(onThisDay: day)
    try await listing.write(entries, of: dependencies.diary)
    if entries.isEmpty { try dependencies.reportEmpty(OnThisDayLines.noEntries) }
  }
}

// MARK: - RandomCommand

struct RandomCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "random",
    abstract: localized("Show a random entry."),
    discussion: localized(
      id: "discussion.random",
      """
      Shows a random entry as `photodiary show` does. With filters, picks one of the entries that \
      match them.

      Examples:
        photodiary random
        photodiary random --to 2020 --with-photos
      """))

  @OptionGroup var filters: FilterOptions
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let query = EntryQuery(
      try await filters.predicate(in: dependencies.diary), limit: filters.limit)
    guard let id = try await dependencies.diary.ids(query).randomElement() else {
      return try await filters.reportEmpty(in: dependencies)
    }
    try await showing.show(try await dependencies.diary.entry(id), in: dependencies)
  }
}

// MARK: - ReviewCommand

struct ReviewCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: localized("Show a year in review."),
    discussion: localized(
      id: "discussion.review",
      """
      Shows the year's months, tags, places and trips, and its longest and starred entries. \
      Without a year, shows this one. The longest streak is the longest within the year; `stats` \
      shows the current one.

      Examples:
        photodiary review
        photodiary review 2025
        photodiary review 2025 --format json | jq '.longest[0].title'
      """))

  @Argument(help: .localized("The year, such as 2025.", valueName: "year"))
  var year: Int?

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let year, CalendarDay(year: year, month: 1, day: 1) == nil {
      throw ValidationError(localized("\(year) isn't a year. Write four digits, such as 2025."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    let review = try await dependencies.diary.review(
      of: year ?? LocalTime.today().day.year, trips: dependencies.tripFinder)
    let isEmpty = review.statistics.total.entries == 0
    let ids = (review.longest + review.starred).map(\.id)
    let entries = try await dependencies.diary.entries(ids: Array(Set(ids)))
    let names = Dictionary(
      uniqueKeysWithValues: zip(
        entries.map(\.id), await dependencies.diary.shortNames(of: entries)))
    try listing.write(one: review.json) { output in
      if !isEmpty { try write(review, names, to: &output) }
    }
    if isEmpty { try dependencies.reportEmpty(localized("No entries in that year.")) }
  }

  private func write(
    _ review: YearReview, _ names: [ID<Entry>: String], to output: inout Output
  ) throws {
    try StatisticsTable(statistics: review.statistics, hasCurrentStreak: false).write(to: &output)
    if !review.trips.isEmpty {
      try output.line()
      try output.line(localized("Trips"))
      try TripTable(trips: review.trips).write(to: &output)
    }
    try write(localized("Longest entries"), review.longest, names, to: &output) {
      CountText.length($0.length).map { "  " + $0 } ?? ""
    }
    try write(localized("Starred entries"), review.starred, names, to: &output) { _ in "" }
  }

  private func write(
    _ title: String, _ entries: [YearReview.Highlight], _ names: [ID<Entry>: String],
    to output: inout Output, detail: (YearReview.Highlight) -> String
  ) throws {
    guard !entries.isEmpty else { return }
    try output.line()
    try output.line(title)
    let columns = entries.reduce(0) { max($0, names[$1.id]?.count ?? 0) }
    for entry in entries {
      let name = (names[entry.id] ?? "").rightAligned(in: columns)
      try output.line("\(name)  \(entry.day)  \(entry.title.printable)\(detail(entry))")
    }
  }
}

// MARK: - StatsCommand

struct StatsCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: localized(
      "Show statistics by year, month, weekday, hour, tag and place."),
    discussion: localized(
      id: "discussion.stats",
      """
      Words are counted as in the reader; days and hours are local to where each entry was \
      written. A streak is a run of days with an entry. The current streak ends today, or \
      yesterday if today has no entry yet.

      The table shows the last twelve months with entries, the ten most used tags and places and, \
      if entries link to each other, the newest without a link in or out. JSON contains all months, \
      tags and places.

      Examples:
        photodiary stats
        photodiary stats --from 2024 --to 2025 --journal Travel
        photodiary stats --format json | jq '.streaks.longest.days'
      """))

  @OptionGroup var filters: FilterOptions
  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let query = EntryQuery(
      try await filters.predicate(in: dependencies.diary), limit: filters.limit)
    let linked = try await dependencies.diary.linkedEntries()
    let statistics = try await dependencies.diary.countEntries(query, linked: linked)
      .statistics(today: LocalTime.today().day)
    let isEmpty = statistics.total.entries == 0
    try listing.write(one: statistics.json) { output in
      if !isEmpty { try StatisticsTable(statistics: statistics).write(to: &output) }
    }
    if isEmpty { try await filters.reportEmpty(in: dependencies) }
  }
}

// MARK: - TripsCommand

struct TripsCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "trips",
    abstract: localized("List trips, latest first."),
    discussion: localized(
      id: "discussion.trips",
      """
      A trip is a run of days spent more than 60 km from home, which is where you wrote in the \
      most weeks within half a year before and after. Locations come from photos and videos, or \
      from a place name shared with entries that have photos.

      Examples:
        photodiary trips
        photodiary trips --format json | jq -r '.[0].places[]'
      """))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let trips = try await dependencies.tripFinder.trips()
    try listing.write(trips.map(\.json)) { output in
      try TripTable(trips: trips).write(to: &output)
    }
    if trips.isEmpty { try dependencies.reportEmpty(localized("No trips.")) }
  }
}

// MARK: - MapCommand

struct MapCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: localized("Show on a map where entries were written."),
    discussion: localized(
      id: "discussion.map",
      """
      Draws a map as wide as the terminal with the number of entries at each place, and lists the \
      places. Uses the entry's place and photos' GPS data. Works offline.

      --svg writes the map as an image for browsers and other programs instead. The file must not \
      exist yet.

      Examples:
        photodiary map
        photodiary map --from 2026-07 --to 2026-08
        photodiary map --tag travel --svg travel.svg
      """))

  @Option(
    localized("Write the map to a new file as an SVG image; - is standard output."),
    valueName: "file", completion: .file())
  var svg: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var storeOptions: StoreOptions

  /// The width if standard output isn't a terminal.
  private static let defaultColumns = 80
  private static let maxPlaces = 20

  func run(in dependencies: Dependencies) async throws {
    let positions = dependencies.positions()
    let query = EntryQuery(
      try await filter.predicate(in: dependencies.diary), limit: filter.limit)
    let points = await positions.placed(try await dependencies.diary.batches(query))
    guard !points.isEmpty else {
      return try await filter.reportEmpty(
        localized("No entries have a location yet."), in: dependencies)
    }
    if let svg {
      try await write(points, to: svg, positions, dependencies)
    } else {
      try await draw(points, positions, dependencies)
    }
  }

  private func draw(
    _ points: [PlacedEntry], _ positions: EntryPositions, _ dependencies: Dependencies
  ) async throws {
    let columns = max(40, TerminalWidth.columns ?? Self.defaultColumns)
    let size = Size(columns: columns, rows: max(10, columns * 3 / 10))
    let map = try MapText(of: points, size: size, on: dependencies.worldMap.piece)
    let places = map.places
    let shown = Array(places.prefix(Self.maxPlaces))
    let names = await positions.names(at: shown.map(\.point))
    try Output.write { output in
      for row in map.rows { try output.line(row) }
      try output.line()
      for (place, name) in zip(shown, names) {
        let name = place.name ?? name ?? place.point.position.coordinates ?? ""
        try output.line("\(name)  \(place.words)")
      }
      guard places.count > shown.count else { return }
      let more = CountText.places(places.count - shown.count)
      try output.line(localized("and \(more) more"))
    }
  }

  private func write(
    _ points: [PlacedEntry], to file: String, _ positions: EntryPositions,
    _ dependencies: Dependencies
  ) async throws {
    guard let image = try MapImage(of: points, on: dependencies.worldMap.piece) else { return }
    let bytes = image.bytes(naming: await positions.names(at: image.unnamed))
    guard file != "-" else { return try Output.write { try $0.bytes(bytes) } }
    try MapImage.write(bytes, to: file, outside: dependencies.folders.store)
    let entries = CountText.entries(Set(points.map(\.sortKey.id)).count)
    try Output.write { try $0.line(localized("\(entries) on the map in \(file)")) }
  }
}
