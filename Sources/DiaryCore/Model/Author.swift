/// A person who writes entries. The id is what ownership goes by; the name is for display.
package struct Author: Hashable, Sendable {
  package var id: AuthorID
  package var name: String

  package init(id: AuthorID, name: String) {
    self.id = id
    self.name = name
  }

  /// A display name without the white space around it; `nil` when nothing of it could be seen, or
  /// something in it could not.
  package static func name(from text: String) -> String? {
    let name = String(text.trimmed)
    return !name.isBlank && name == name.printable ? name : nil
  }
}

/// A stable name of an author. PhotoDiary makes 32 hexadecimal digits; one that came with an
/// import is kept as it is.
package struct AuthorID: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
  package static func random() -> Self { Self(ID<Author>.random().description) }

  /// Of what has no author yet: it is whoever's who saves it.
  package static let nobody = Self("")
}
