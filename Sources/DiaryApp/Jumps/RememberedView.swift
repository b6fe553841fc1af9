import DiaryCore

/// How the diary was left, for the next time.
package struct RememberedView: Hashable, Sendable {
  package var listForm = ListForm.plain
  /// Where one was; `nil` where nothing is known of it.
  package var place: Place?

  package init(listForm: ListForm = .plain, place: Place? = nil) {
    self.listForm = listForm
    self.place = place
  }
}

extension AppState {
  /// How it is left now. What isn't known yet, or doesn't hold where screens are lines of text,
  /// stays as it was.
  var leftView: RememberedView {
    RememberedView(
      listForm: speaks ? remembered.listForm : listForm,
      place: list.total == nil ? remembered.place : place)
  }

  /// Takes up how it was left the last time: Ctrl-O leads there.
  package mutating func remember(_ view: RememberedView) {
    remembered = view
    if !speaks { listForm = view.listForm }
    if let place = view.place { jumps.note(place) }
  }

  /// What is done at the very end.
  var leaving: [Effect] { writesOne ? [.leave] : [.rememberView(leftView), .leave] }

  /// Whether the one entry has been written, or won't be.
  var hasWrittenOne: Bool { writesOne && !screens.contains(EditorState.self) }
}
