import Localization

/// A screen or dialog that has keys of its own: its name in a person's settings, and the contract's
/// keys. A feature declares its own in its folder; `allCases` is the one list of all.
package struct KeyScreen: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// The name in settings.
  package let rawValue: String
  /// The contract's keys.
  package let defaults: KeyTable

  package static let allCases: [KeyScreen] = [
    .everywhere, .list, .search, .reader, .viewer, .gallery, .calendar, .onThisDay, .copyOut,
    .editor, .text, .photoStrip, .recording, .picker, .folderPicker, .photoImport, .diaryPicker,
    .diaryImport, .trash, .history, .versions, .status, .export, .details, .placeChooser,
    .templates, .dialog, .notice, .draftOffer, .find, .replacing, .line, .journals, .choice,
    .help, .tagList, .palette, .statistics, .places, .map, .moods, .trips, .yearReview, .sync,
    .newRemote, .unlock, .encryption,
  ]

  init(_ rawValue: String, title: LocalizedText, bindings: [Binding]) {
    self.rawValue = rawValue
    defaults = KeyTable(title: title, bindings: bindings)
  }

  /// The one that settings call so; `nil` for a name that none has.
  package init?(rawValue: String) {
    guard let screen = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = screen
  }

  package static func == (one: KeyScreen, other: KeyScreen) -> Bool {
    one.rawValue == other.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
