import DiaryCore
import Localization

/// Why something in an import is no entry.
package enum EntryFieldError: Error, Hashable, Sendable {
  /// The first byte of the line, from 0, that can't be.
  case notUTF8(byte: Int)
  /// It is full of zero bytes, as UTF-16 without a mark of its own is, and no text.
  case notText
  /// It says that it is, and isn't.
  case notUTF16
  case notYAML(YAMLError)
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
  /// The file ends before its last entry does.
  case cutOff
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
  case photo(path: String, PhotoError)
  /// An attachment without a path to its file.
  case noAttachmentFile(String)
  case attachment(path: String, PhotoError)
  /// A file that isn't in the folder that is imported, or in the archive.
  case fileOutside(String)
}

extension EntryFieldError {
  var words: String {
    switch self {
    case .notUTF8(let byte): localized("not UTF-8 text at byte \(byte)")
    case .notText: localized("it's full of zero bytes; if it's text, save it as UTF-8")
    case .notUTF16: localized("not valid UTF-16 text")
    case .notYAML(let failure): failure.words
    case .noMarkupLibrary:
      localized("it's HTML or XML, which can't be read here. Install libxml2 (on Debian libxml2)")
    case .tangledMarkup: localized("its HTML or XML is too tangled to read")
    case .notJSON(let byte): localized("not valid JSON at byte \(byte)")
    case .tooDeep: localized("its JSON is nested more than \(JSONParser.deepest) levels deep")
    case .notAnObject: localized("not a JSON object")
    case .tooLong: localized("longer than \(JSONRows.longest >> 20) MiB")
    case .unreadable: localized("it can't be read")
    case .cutOff: localized("the file ends in the middle of an entry")
    case .brokenArray: localized("the JSON array doesn't end as it should")
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

extension YAMLError {
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
