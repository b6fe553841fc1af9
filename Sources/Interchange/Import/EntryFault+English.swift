import DiaryCore

extension EntryFault {
  var english: String {
    switch self {
    case .notUTF8(let byte): "not UTF-8 text at byte \(byte)"
    case .notText: "it's full of zero bytes; if it's text, save it as UTF-8"
    case .notUTF16: "not valid UTF-16 text"
    case .notYAML(let fault): fault.english
    case .noMarkupLibrary:
      "it's HTML or XML, which can't be read here. Install libxml2 (on Debian libxml2)"
    case .tangledMarkup: "its HTML or XML is too tangled to read"
    case .notJSON(let byte): "not valid JSON at byte \(byte)"
    case .tooDeep: "its JSON is nested more than \(JSONParser.deepest) levels deep"
    case .notAnObject: "not a JSON object"
    case .tooLong: "longer than \(JSONRows.longest >> 20) MiB"
    case .unreadable: "it can't be read"
    case .brokenArray: "the JSON array doesn't end as it should"
    case .noDate: "it has no date"
    case .invalidDate(let text): "“\(text)” isn't a date"
    case .invalidMember(let name): "“\(name)” has the wrong type or value"
    case .repeatedID: "another entry there has the same id"
    case .empty: "the entry is empty"
    case .encrypted: "it's encrypted; export it decrypted"
    case .noPhotoFile(let photo): "the photo \(photo) has no file"
    case .photo(let path, let fault): DiaryError.photo(path: path, fault).line
    case .noAttachmentFile(let name): "the attachment \(name) has no file"
    case .fileOutside(let path):
      "the file \(path) is outside the imported folder and wasn't read; copy it into the folder"
    case .attachment(let path, let fault): DiaryError.attachment(path: path, fault).line
    }
  }
}

extension YAMLFault {
  var english: String {
    switch self {
    case .noLibrary: "couldn't read YAML: install libyaml (on Debian libyaml-0-2)"
    case .invalid(let line): "not valid YAML in line \(line)"
    case .alias(let line):
      "line \(line) refers to another value with *, which isn't supported: write the value there"
    case .name(let line): "line \(line) has a list where a name should be"
    case .tooDeep(let line): "line \(line) is nested more than 128 levels deep"
    case .tooLarge: "its YAML is too large"
    }
  }
}
