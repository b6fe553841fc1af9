/// The statistics as one object, every key present, in whole numbers. The keys stay as they are;
/// more may follow.
extension DiaryStatistics {
  private static let weekdayNames = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  package var json: JSONValue {
    // Weeks begin on Monday here, as in ISO 8601.
    let order = Array(1...6) + [0]
    return .object(
      total.members + [
        JSONMember("days", .integer(days)),
        JSONMember("first", .optional(firstDay?.description)),
        JSONMember("last", .optional(lastDay?.description)),
        JSONMember(
          "streaks",
          ["current": current?.json ?? .null, "longest": longest?.json ?? .null]),
        JSONMember("years", .array(years.map { $0.json("year", .integer($0.first.year)) })),
        JSONMember(
          "months",
          .array(
            months.map { $0.json("month", .string(String($0.first.description.prefix(7)))) })),
        JSONMember(
          "weekdays",
          .object(order.map { JSONMember(Self.weekdayNames[$0], .integer(weekdays[$0])) })),
        JSONMember("hours", .array(hours.map(JSONValue.integer))),
        JSONMember(
          "tags",
          .array(
            tags.map {
              ["name": .string($0.name), "entries": .integer($0.count)]
            })),
        JSONMember("places", .array(places.map(\.json))),
      ])
  }
}

extension EntryAmount {
  fileprivate var members: [JSONMember] {
    [
      JSONMember("entries", .integer(entries)), JSONMember("words", .integer(words)),
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
