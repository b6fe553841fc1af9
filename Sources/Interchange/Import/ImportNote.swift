import DiaryCore
import Text

/// A note on something that an import skipped or changed.
package struct ImportNote: Hashable, Sendable {
  package let place: ImportPosition
  package let problem: ImportIssue

  init(_ place: ImportPosition, _ problem: ImportIssue) {
    self.place = place
    self.problem = problem
  }

  /// `true` if an entry isn't imported because of the problem.
  package var isRefusal: Bool { if case .refused = problem { true } else { false } }

  /// The kind of the problem, which is the same for different entries.
  package var kind: ImportIssue { problem.unnamed }
}

/// A position in an import.
package enum ImportPosition: Hashable, Sendable {
  case file(String)
  /// An entry by its number in a file, from 1, and its description, usually the day.
  case entry(file: String, number: Int, day: String?)
  /// A line of a file, from 1.
  case line(file: String, number: Int)
}

/// A problem at a position in an import.
package enum ImportIssue: Hashable, Sendable {
  /// The entry isn't imported.
  case refused(EntryFieldError)
  /// A member of an archive isn't unpacked.
  case member(ArchiveMemberError)
  /// An archive among the imported files isn't unpacked.
  case archive
  /// The text or the list names a photo that isn't found.
  case missingPhoto(String)
  /// The photo is a symbolic link.
  case linkedPhoto(String)
  /// The photo's file exists but can't be added.
  case photo(String, PhotoError)
  /// The photo was added but can't be displayed.
  case undisplayablePhoto(String, PictureProblem)
  /// The entry lists an attachment that isn't found.
  case missingAttachment(String)
  case attachment(String, PhotoError)
  /// A photo or another file embedded in a file of the import is damaged.
  case brokenFile(String)
  /// A part of the text is encrypted and isn't imported.
  case encryptedPart
  /// A file is neither an entry nor shown by one.
  case unnamedFile
  /// The time zone is unknown, so the entry has this place's.
  case unknownZone(String)
  /// The text names a photo that isn't read: on another computer, or outside the imported files.
  case remotePhoto(String)
  case outsidePhoto(String)
  /// A date can't be parsed.
  case unparsedDate(String)
  /// The entry contains no date, so it has its file's.
  case fileDate
  /// Half a surrogate pair was replaced by U+FFFD.
  case replacedCharacter
  /// The front matter can't be read, so it stays in the text.
  case frontMatter(EntryFieldError)
  /// A name is repeated; the last value is used.
  case repeatedName(String)
  /// Parts of a file that aren't entries, by number: a calendar's events and tasks, a diary's
  /// goals.
  case events(Int)
  case goals(Int)
  /// Items of a kind that aren't imported, such as a blog's comments and menus.
  case omitted(kind: String, Int)
  /// The entry is in the other program's trash.
  case trashedAtSource
  /// The number of entries that are in this diary's trash and stay there.
  case inTrash(Int)
  /// The number of new entries written by someone else.
  case writtenByOthers(Int)
  /// The number of links to entries that don't exist here.
  case unresolvedLinks(Int)
  /// The entry was changed there after its last import. Imported only with `--update`.
  case changedAtSource
  /// The entry was changed there and here, or is in this diary's trash: it stays unchanged.
  case editedLocally
}

extension ImportNote {
  /// The note on one line, safe for a terminal.
  package var line: String { "\(place.words): \(problem.words)".printable }
}

extension ImportIssue {
  /// The problem without names and counts.
  fileprivate var unnamed: ImportIssue {
    switch self {
    case .refused(let failure): .refused(failure.unnamed)
    case .member: .member(.link)
    case .missingPhoto: .missingPhoto("")
    case .linkedPhoto: .linkedPhoto("")
    case .photo: .photo("", .missing)
    case .undisplayablePhoto: .undisplayablePhoto("", .missing)
    case .missingAttachment: .missingAttachment("")
    case .attachment: .attachment("", .missing)
    case .brokenFile: .brokenFile("")
    case .unknownZone: .unknownZone("")
    case .remotePhoto: .remotePhoto("")
    case .outsidePhoto: .outsidePhoto("")
    case .unparsedDate: .unparsedDate("")
    case .frontMatter: .frontMatter(.tooDeep)
    case .repeatedName: .repeatedName("")
    case .events: .events(0)
    case .goals: .goals(0)
    case .omitted: .omitted(kind: "", 0)
    case .inTrash: .inTrash(0)
    case .writtenByOthers: .writtenByOthers(0)
    case .unresolvedLinks: .unresolvedLinks(0)
    case .archive, .unnamedFile, .encryptedPart, .fileDate, .replacedCharacter, .trashedAtSource,
      .changedAtSource, .editedLocally:
      self
    }
  }
}

extension EntryFieldError {
  /// The error without names and positions.
  fileprivate var unnamed: EntryFieldError {
    switch self {
    case .notUTF8: .notUTF8(byte: 0)
    case .notYAML, .notTOML: .notYAML(.tooLarge)
    case .notJSON: .notJSON(byte: 0)
    case .invalidDate: .invalidDate("")
    case .invalidMember: .invalidMember("")
    case .noPhotoFile: .noPhotoFile("")
    case .photo: .photo(path: "", .missing)
    case .noAttachmentFile: .noAttachmentFile("")
    case .attachment: .attachment(path: "", .missing)
    case .fileOutside: .fileOutside("")
    case .notText, .notUTF16, .noTOMLLibrary, .noMarkupLibrary, .overlyComplexMarkup, .tooDeep,
      .notAnObject, .tooLong, .unreadable, .truncated, .brokenArray, .noDate, .empty, .encrypted,
      .repeatedID:
      self
    }
  }
}

extension ImportPosition {
  fileprivate var words: String {
    switch self {
    case .file(let name): name
    case .entry(let file, let number, let day):
      day.map { localized("\(file), entry \(number) of \($0)") }
        ?? localized("\(file), entry \(number)")
    case .line(let file, let number): localized("\(file), line \(number)")
    }
  }
}

extension ImportIssue {
  fileprivate var words: String {
    switch self {
    case .refused(let failure): localized("refused, \(failure.words)")
    case .member(let failure): localized("left out, \(failure.message)")
    case .archive: localized("left out, an archive; import it separately")
    case .missingPhoto(let name): localized("its photo \(name) is missing")
    case .linkedPhoto(let name):
      localized(
        "its photo \(name) is a link and wasn't read; replace it with the file to import it")
    case .photo(let path, let failure):
      localized("its photo was left out. \(DiaryError.photo(path: path, failure).line)")
    case .undisplayablePhoto(let name, .incomplete):
      localized(
        "the photo \(name) was added, but its file is damaged; only part of it can be shown")
    case .undisplayablePhoto(let name, let problem):
      localized("the photo \(name) was added but can't be shown (\(problem.rawValue))")
    case .missingAttachment(let name): localized("its attachment \(name) is missing")
    case .attachment(let path, let failure):
      localized("its attachment was left out. \(DiaryError.attachment(path: path, failure).line)")
    case .brokenFile(let name): localized("its file \(name) is damaged and was left out")
    case .encryptedPart: localized("part of it is encrypted and was left out")
    case .unnamedFile: localized("left out, no entry uses it")
    case .unknownZone(let name):
      localized("the time zone “\(name)” is unknown; used the local time zone")
    case .remotePhoto(let address):
      localized("its photo \(address) isn't on this computer; kept the link")
    case .outsidePhoto(let path):
      localized(
        """
        its photo \(path) is outside the imported folder and wasn't read; kept the link. Copy it \
        into the folder to import it
        """)
    case .unparsedDate(let text): localized("“\(text)” isn't a date and was ignored")
    case .fileDate: localized("it has no date; used the file's date")
    case .replacedCharacter: localized("it has an incomplete character, which was replaced with �")
    case .frontMatter(let failure): localized("kept its front matter as text, \(failure.words)")
    case .repeatedName(let name): localized("“\(name)” occurs twice; used the last one")
    case .events(let count):
      localized(
        counting: count, one: "1 event or task left out",
        other: "\(count) events and tasks left out")
    case .goals(let count):
      localized(counting: count, one: "1 goal left out", other: "\(count) goals left out")
    case .omitted(let kind, let count):
      localized(
        counting: count, one: "1 item of type “\(kind)” left out",
        other: "\(count) items of type “\(kind)” left out")
    case .trashedAtSource: localized("left out, it was in the trash there")
    case .inTrash(let count):
      localized(
        counting: count, one: "1 entry is in the trash here and remains there",
        other: "\(count) entries are in the trash here and remain there")
    case .writtenByOthers(let count):
      localized(
        counting: count,
        one:
          """
          1 entry was written by someone else, so only that person can change it; use --mine to \
          make it yours
          """,
        other:
          """
          \(count) entries were written by someone else, so only that person can change them; use \
          --mine to make them yours
          """)
    case .unresolvedLinks(let count):
      localized(
        counting: count, one: "1 link points to an entry that isn't in the diary",
        other: "\(count) links point to entries that aren't in the diary")
    case .changedAtSource:
      localized("the original changed after it was imported; use --update to import the change")
    case .editedLocally: localized("changed both in the original and here; kept unchanged here")
    }
  }
}

extension ImportIssue {
  /// Refuses an entry for an error of reading it.
  static func refusing(_ error: any Error) -> Self {
    .refused(error as? EntryFieldError ?? .unreadable)
  }
}

/// The reason why part of an import isn't a valid entry.
package enum EntryFieldError: Error, Hashable, Sendable {
  /// The text isn't UTF-8 at this byte of the line or file, from 0.
  case notUTF8(byte: Int)
  /// The file is full of zero bytes: UTF-16 without a byte order mark, or not text.
  case notText
  /// The text has a UTF-16 byte order mark but is invalid.
  case notUTF16
  case notYAML(YAMLIssue)
  case notTOML(line: Int)
  /// This program was built without toml++.
  case noTOMLLibrary
  /// The library for HTML and XML isn't installed.
  case noMarkupLibrary
  /// The markup is nested too deeply or has too many attributes.
  case overlyComplexMarkup
  case notJSON(byte: Int)
  /// The JSON is nested too deeply.
  case tooDeep
  case notAnObject
  case tooLong
  case unreadable
  /// The file ends in the middle of its last entry.
  case truncated
  case brokenArray
  case noDate
  case invalidDate(String)
  /// The member with this name has the wrong type or an invalid value.
  case invalidMember(String)
  case empty
  /// The entry was encrypted by its program.
  case encrypted
  /// Another entry with different contents has the same ID.
  case repeatedID
  /// A photo without a path to its file.
  case noPhotoFile(String)
  case photo(path: String, PhotoError)
  /// An attachment without a path to its file.
  case noAttachmentFile(String)
  case attachment(path: String, PhotoError)
  /// A file outside the imported folder or archive.
  case fileOutside(String)
}

extension EntryFieldError {
  var words: String {
    switch self {
    case .notUTF8(let byte): localized("not UTF-8 text at byte \(byte)")
    case .notText: localized("it's full of zero bytes; if it's text, save it as UTF-8")
    case .notUTF16: localized("not valid UTF-16 text")
    case .notYAML(let issue): issue.words
    case .notTOML(let line): localized("not valid TOML in line \(line)")
    case .noTOMLLibrary: localized("couldn't read TOML: this program was built without toml++")
    case .noMarkupLibrary: localized("couldn't read HTML or XML: install libxml2")
    case .overlyComplexMarkup: localized("its HTML or XML is too complex to read")
    case .notJSON(let byte): localized("not valid JSON at byte \(byte)")
    case .tooDeep: localized("its JSON is nested more than \(JSONParser.deepest) levels deep")
    case .notAnObject: localized("not a JSON object")
    case .tooLong: localized("longer than \(JSONRows.longest >> 20) MiB")
    case .unreadable: localized("it can't be read")
    case .truncated: localized("the file ends in the middle of an entry")
    case .brokenArray: localized("the JSON array is incomplete")
    case .noDate: localized("it has no date")
    case .invalidDate(let text): localized("“\(text)” isn't a date")
    case .invalidMember(let name): localized("“\(name)” has the wrong type or value")
    case .repeatedID: localized("another entry there has the same id")
    case .empty: localized("the entry is empty")
    case .encrypted: localized("it's encrypted; export it decrypted")
    case .noPhotoFile(let photo): localized("the photo \(photo) has no file")
    case .photo(let path, let failure): DiaryError.photo(path: path, failure).line
    case .noAttachmentFile(let name): localized("the attachment \(name) has no file")
    case .fileOutside(let path):
      localized(
        "the file \(path) is outside the imported folder and wasn't read; copy it into the folder")
    case .attachment(let path, let failure): DiaryError.attachment(path: path, failure).line
    }
  }
}

extension YAMLIssue {
  var words: String {
    switch self {
    case .noLibrary: localized("couldn't read YAML: install libyaml (on Debian libyaml-0-2)")
    case .invalid(let line): localized("not valid YAML in line \(line)")
    case .alias(let line):
      localized(
        "line \(line) refers to another value with *, which isn't supported: write the value there")
    case .name(let line): localized("line \(line) has a list where a name should be")
    case .tooDeep(let line): localized("line \(line) is nested more than 128 levels deep")
    case .tooLarge: localized("its YAML is too large")
    }
  }
}
