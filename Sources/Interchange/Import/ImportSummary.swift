import DiaryCore
import Words

/// How far an import has come.
package struct ImportProgress: Hashable, Sendable {
  package var added = 0
  package var alreadyThere = 0
  package var refused = 0
  /// Bytes of the input read so far.
  package var bytes: Int64 = 0
}

/// What an import did.
package struct ImportSummary: Hashable, Sendable {
  package var added = 0
  /// The states that it saved.
  package var saved: [SavedState] = []
  /// Entries that were passed over because the diary has them, in the trash too.
  package var alreadyThere = 0
  package var refused: [ImportRefusal] = []
  package var warnings: [ImportWarning] = []
  /// Whether it was stopped on the way: what was added until then stays.
  package var wasCancelled = false
}

/// An entry that was not imported.
package struct ImportRefusal: Hashable, Sendable {
  /// Where it begins in the input, from 1.
  package var line: Int
  package var fault: EntryFault

  /// The refusal on one line, safe for a terminal.
  package var text: String {
    switch Language.current {
    case .english: english.printable
    case .korean: korean.printable
    }
  }
}

/// Why something in an import is no entry.
package enum EntryFault: Error, Hashable, Sendable {
  /// The first byte of the line, from 0, that can't be.
  case notUTF8(byte: Int)
  /// It says that it is, and isn't.
  case notUTF16
  case notYAML(YAMLFault)
  case notJSON(byte: Int)
  case notAnObject
  case tooLong
  case unreadable
  case brokenArray
  case noDate
  case invalidDate(String)
  /// The member of that name holds something of another kind, or something unreadable.
  case invalidMember(String)
  case empty
  /// A photo without a path to its file.
  case noPhotoFile(String)
  case photo(path: String, PhotoFault)
  /// An attachment without a path to its file.
  case noAttachmentFile(String)
  case attachment(path: String, PhotoFault)
  /// A file that isn't beside what names it, in an archive.
  case fileOutside(String)
}

/// A photo that was imported but can't be shown.
package struct ImportWarning: Hashable, Sendable {
  package var line: Int
  package var photo: String
  package var problem: PictureProblem

  /// The warning on one line, safe for a terminal.
  package var text: String {
    switch Language.current {
    case .english: english.printable
    case .korean: korean.printable
    }
  }
}
