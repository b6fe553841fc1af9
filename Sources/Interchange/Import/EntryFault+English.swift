import DiaryCore

extension EntryFault {
  var english: String {
    switch self {
    case .notUTF8(let byte): "not UTF-8 text at byte \(byte)"
    case .notText: "it is full of zero bytes, as no text is; if it is one, save it as UTF-8"
    case .notUTF16: "not the UTF-16 text that its first bytes promise"
    case .notYAML(let fault): fault.english
    case .notJSON(let byte): "not valid JSON at byte \(byte)"
    case .tooDeep: "its JSON is nested too deeply, over \(JSONParser.deepest) levels"
    case .notAnObject: "not a JSON object"
    case .tooLong: "longer than \(JSONRows.longest >> 20) MiB"
    case .unreadable: "it can't be read"
    case .brokenArray: "the JSON array doesn't end as it should"
    case .noDate: "there is no date"
    case .invalidDate(let text): "“\(text)” is not a date"
    case .invalidMember(let name): "“\(name)” is not what it should be"
    case .repeatedID: "another entry there has its id"
    case .empty: "the entry is empty"
    case .noPhotoFile(let photo): "the photo \(photo) has no file"
    case .photo(let path, let fault): DiaryError.photo(path: path, fault).line
    case .noAttachmentFile(let name): "the attachment \(name) has no file"
    case .fileOutside(let path):
      "the file \(path) lies outside of what is imported and isn't read; copy it into the folder"
    case .attachment(let path, let fault): DiaryError.attachment(path: path, fault).line
    }
  }
}

extension YAMLFault {
  var english: String {
    switch self {
    case .noLibrary: "YAML can't be read here: install libyaml (on Debian libyaml-0-2)"
    case .invalid(let line): "not valid YAML in line \(line)"
    case .alias(let line):
      "in line \(line) a * stands for another value, which isn't followed: write the value there"
    case .name(let line): "in line \(line) a list stands where a name should"
    case .tooDeep(let line): "in line \(line) it goes deeper than 128 levels"
    case .tooLarge: "its YAML holds too much"
    }
  }
}
