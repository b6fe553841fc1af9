/// Remembers between runs how the list was shown.
package protocol ListMemory: Sendable {
  /// The form that was remembered last; the plain one when none was.
  func listForm() -> ListForm
  /// Only a convenience: a form that can't be kept is forgotten.
  func remember(_ form: ListForm) async
}
