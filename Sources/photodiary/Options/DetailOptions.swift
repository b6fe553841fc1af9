import ArgumentParser
import DiaryCore
import Words

/// What is noted of an entry beside its text, when it is added as when it is edited.
struct DetailOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: .localized("Give the entry a star, or take it away."))
  var star: Bool?

  @Option(
    parsing: .unconditional,
    help: .localized("The mood: a short text or an emoji; '' clears it.", valueName: "mood"))
  var mood: String?

  @Option(
    parsing: .unconditional,
    help: .localized("The name of the place; '' clears it.", valueName: "place"))
  var place: String?

  @Option(
    parsing: .unconditional, help: .localized("The weather; '' clears it.", valueName: "weather"))
  var weather: String?

  @Flag(inversion: .prefixedNo, help: .localized("Pin the entry, or take its pin."))
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
