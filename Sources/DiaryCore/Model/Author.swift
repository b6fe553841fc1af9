/// A person who writes entries. The id is what ownership goes by; the name is for display.
package struct Author: Hashable, Sendable {
  package var id: AuthorID
  package var name: String

  package init(id: AuthorID, name: String) {
    self.id = id
    self.name = name
  }
}

/// A stable name of an author. PhotoDiary makes 32 hexadecimal digits; one that came with an
/// import is kept as it is.
package struct AuthorID: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
  package static func random() -> Self { Self(ID<Author>.random().description) }
}
