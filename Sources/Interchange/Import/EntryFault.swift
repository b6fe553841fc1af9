import DiaryCore

/// Why something in an import is no entry.
package enum EntryFault: Error, Hashable, Sendable {
  /// The first byte of the line, from 0, that can't be.
  case notUTF8(byte: Int)
  /// It is full of zero bytes, as UTF-16 without a mark of its own is, and no text.
  case notText
  /// It says that it is, and isn't.
  case notUTF16
  case notYAML(YAMLFault)
  /// The library that reads HTML and XML isn't installed.
  case noMarkupLibrary
  /// Its elements lie too deep in each other, or have too many attributes.
  case tangledMarkup
  case notJSON(byte: Int)
  /// Objects and arrays of JSON in each other.
  case tooDeep
  case notAnObject
  case tooLong
  case unreadable
  case brokenArray
  case noDate
  case invalidDate(String)
  /// The member of that name holds something of another kind, or something unreadable.
  case invalidMember(String)
  case empty
  /// Its program has encrypted it.
  case encrypted
  /// Another one there has its id, and says something else.
  case repeatedID
  /// A photo without a path to its file.
  case noPhotoFile(String)
  case photo(path: String, PhotoFault)
  /// An attachment without a path to its file.
  case noAttachmentFile(String)
  case attachment(path: String, PhotoFault)
  /// A file that isn't in the folder that is imported, or in the archive.
  case fileOutside(String)
}
