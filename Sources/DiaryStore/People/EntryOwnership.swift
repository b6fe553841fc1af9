import Crypto
import DiaryCore

/// Whose an entry, or a comment, of a shared diary is, by its id alone: the first half of it is a digest of the author
/// and the other half. So nobody can begin an entry under the id of another person's, and no clock has to
/// say who was first.
package enum EntryOwnership {
  private static let context = "photodiary/entry/2"
  /// Hexadecimal digits of a half.
  private static let half = 16

  /// Whether an entry, or a comment, is that author's.
  static func isAuthor<Subject>(_ author: AuthorID, of id: ID<Subject>) -> Bool {
    self.id(id, by: author) == id
  }

  /// The id that it gets in the name of an author: always the same for the same one, so that what is
  /// brought twice is one entry.
  package static func id<Subject>(_ id: ID<Subject>, by author: AuthorID) -> ID<Subject> {
    let rest = id.description.suffix(half)
    let digest = SHA256.hash(data: Array("\(context)\n\(author)\n\(rest)".utf8))
    let first = hexadecimal(digest.prefix(half / 2))
    return ID<Subject>(first + rest) ?? id
  }
}
