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
