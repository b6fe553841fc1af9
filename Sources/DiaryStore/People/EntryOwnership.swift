import Crypto
import DiaryCore

/// Whose an entry of a shared diary is, by its id alone: the first half of it is a digest of the author
/// and the other half. So nobody can begin an entry under the id of another person's, and no clock has to
/// say who was first.
package enum EntryOwnership {
  private static let context = "photodiary/entry/2"
  /// Hexadecimal digits of a half.
  private static let half = 16

  /// Whether an entry is that author's.
  static func isAuthor(_ author: AuthorID, of entry: ID<Entry>) -> Bool {
    id(entry, by: author) == entry
  }

  /// The id that an entry gets in the name of an author: always the same for the same one, so that what is
  /// brought twice is one entry.
  package static func id(_ entry: ID<Entry>, by author: AuthorID) -> ID<Entry> {
    let rest = entry.description.suffix(half)
    let digest = SHA256.hash(data: Array("\(context)\n\(author)\n\(rest)".utf8))
    let first = hexadecimal(digest.prefix(half / 2))
    return ID<Entry>(first + rest) ?? entry
  }
}
