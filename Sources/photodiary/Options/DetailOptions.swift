import ArgumentParser
import DiaryCore
import Localization

/// What is noted of an entry beside its text, when it is added as when it is edited.
struct DetailOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: .localized("Star or unstar the entry."))
  var star: Bool?

  @Option(localized("Mood: a short text or an emoji; '' clears it."), valueName: "mood")
  var mood: String?

  @Option(localized("Name of the place; '' clears it."), valueName: "place")
  var place: String?

  @Option(localized("Weather; '' clears it."), valueName: "weather")
  var weather: String?

  @Flag(inversion: .prefixedNo, help: .localized("Pin or unpin the entry."))
  var pin: Bool?

  var isEmpty: Bool {
    star == nil && mood == nil && place == nil && weather == nil && pin == nil
  }

  /// Changes what is named.
  func change(_ details: inout EntryDetails) {
    if let star { details.isStarred = star }
    if let mood { details.mood = mood }
    if let place { details.place = place }
    if let weather { details.weather = weather }
    if let pin { details.isPinned = pin }
  }
}
