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
      "words": .integer(words),
    ]
  }
}
