import DiaryCore

/// What the screens begin with, once the diary can be read.
package struct Beginning: Sendable {
  package var place: InitialScreen
  /// The list's first rows, which are being read already.
  package var firstRows: FirstRows?
  /// How the diary was left the last time.
  package var remembered: RememberedView
  /// The text to go on with, without asking.
  package var draft: ID<Draft>?

  package init(
    at place: InitialScreen = .newest, firstRows: FirstRows? = nil,
    remembered: RememberedView = RememberedView(), draft: ID<Draft>? = nil
  ) {
    self.place = place
    self.firstRows = firstRows
    self.remembered = remembered
    self.draft = draft
  }
}

extension AppState {
  /// Begins with the diary. Returns what the first frame needs, and no more.
  package mutating func begin(with beginning: Beginning) -> [Effect] {
    remember(beginning.remembered)
    resumedDraft = beginning.draft
    let effects = begin(at: beginning.place)
    return start(beginning.firstRows) + effects
  }
}
