/// What a screen says, for those who have it read to them: its title, what has the focus, and what
/// has happened.
package struct AccessibleText: Hashable, Sendable {
  /// A line that is being typed.
  package struct Field: Hashable, Sendable {
    package var label: String
    package var text: String
    /// How many characters stand before the caret.
    package var caret: Int

    package init(_ label: String, _ text: String, caret: Int) {
      self.label = label
      self.text = text
      self.caret = caret
    }
  }

  package var title: String
  /// What is in view of a text.
  package var lines: [String]
  /// What is selected, in full.
  package var selected: String?
  package var field: Field?
  package var notice: String?

  package init(
    _ title: String, _ lines: [String] = [], selected: String? = nil, field: Field? = nil,
    notice: String? = nil
  ) {
    self.title = title
    self.lines = lines
    self.selected = selected
    self.field = field
    self.notice = notice
  }
}
