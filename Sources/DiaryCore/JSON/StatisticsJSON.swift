/// Writes the statistics as one object that always has every key, with whole numbers. Keys may be
/// added, but never change.
extension DiaryStatistics {
  private static let weekdayNames = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  package var json: JSONValue {
    // Weeks begin on Monday, as in ISO 8601.
    let order = Array(1...6) + [0]
    var json = JSONValue.object(total.members)
    json["days"] = .integer(days)
    json["first"] = .optional(firstDay?.description)
    json["last"] = .optional(lastDay?.description)
    json["streaks"] = ["current": current?.json ?? .null, "longest": longest?.json ?? .null]
    json["years"] = .array(years.map { $0.json("year", .integer($0.first.year)) })
    json["months"] = .array(
      months.map { $0.json("month", .string(String($0.first.description.prefix(7)))) })
    json["weekdays"] = .object(
      order.map { JSONMember(Self.weekdayNames[$0], .integer(weekdays[$0])) })
    json["hours"] = .array(hours.map(JSONValue.integer))
    json["tags"] = .array(tags.map { ["name": .string($0.name), "entries": .integer($0.count)] })
    json["places"] = .array(places.map(\.json))
    json["moods"] = .array(moods.map(\.json))
    if let unlinked {
      json["unlinked"] = [
        "entries": .integer(unlinked.entries), "newest": .array(unlinked.newest.map(\.json)),
      ]
    }
    return json
  }
}

extension EntryAmount {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("entries", .integer(entries)), JSONMember("words", .integer(length.words)),
      JSONMember("photos", .integer(photos)),
    ]
  }
}

extension PeriodTally {
  fileprivate func json(_ name: String, _ value: JSONValue) -> JSONValue {
    .object([JSONMember(name, value)] + amount.members)
  }
}

extension Streak {
  fileprivate var json: JSONValue {
    [
      "days": .integer(days), "first": .string(first.description),
      "last": .string(last.description),
    ]
  }
}

extension PlaceTally {
  fileprivate var json: JSONValue {
    ["name": .string(name), "entries": .integer(count), "latest": .string(latest.description)]
  }
}

extension MoodTally {
  fileprivate var json: JSONValue {
    let months = months.sorted { $0.key < $1.key }
    let tags = tags.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [
      "name": .string(name), "entries": .integer(count),
      "months": .object(
        months.map { JSONMember(String($0.key.description.prefix(7)), .integer($0.value)) }),
      "tags": .object(tags.map { JSONMember($0.key, .integer($0.value)) }),
    ]
  }
}

// MARK: - TripJSON

extension Trip {
  package var json: JSONValue {
    [
      "first": .string(days.lowerBound.description), "last": .string(days.upperBound.description),
      "days": .integer(length), "entries": .integer(entries), "photos": .integer(photos),
      "places": .array(places.map(JSONValue.string)),
      "position": .optional(point.position.coordinates),
    ]
  }
}

extension YearReview {
  package var json: JSONValue {
    var json = statistics.json
    json["year"] = .integer(year)
    json["longest"] = .array(longest.map(\.json))
    json["starred"] = .array(starred.map(\.json))
    json["trips"] = .array(trips.map(\.json))
    return json
  }
}

extension YearReview.Highlight {
  fileprivate var json: JSONValue {
    [
      "id": .string(id.description), "date": .string(day.description), "title": .string(title),
      "words": .integer(length.words),
    ]
  }
}
