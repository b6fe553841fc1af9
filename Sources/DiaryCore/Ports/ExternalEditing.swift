/// An entry's title and text as they go to an editor of the person's choice and come back.
package struct EditedText: Hashable, Sendable {
  package var title: String
  package var content: String

  package init(title: String, content: String) {
    self.title = title
    self.content = content
  }
}

/// Why a text didn't come back, on one line that is safe for a terminal.
package struct ExternalEditingError: Error, Hashable, Sendable {
  package let line: String
  /// The text that the editor saved before it failed; `nil` if it saved no change.
  package let saved: EditedText?

  package init(line: String, saved: EditedText? = nil) { (self.line, self.saved) = (line, saved) }
}

/// Runs $VISUAL or $EDITOR, which has the terminal while it runs.
package protocol ExternalEditing: Sendable {
  /// Blocks until the editor ends. `nil` when the text came back unchanged.
  func edit(_ text: EditedText) throws(ExternalEditingError) -> EditedText?
}
