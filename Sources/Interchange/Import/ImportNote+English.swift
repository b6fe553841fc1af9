import DiaryCore

extension ImportPlace {
  var english: String {
    switch self {
    case .file(let name): name
    case .entry(let file, let number, let day):
      "\(file), entry \(number)" + (day.map { " of \($0)" } ?? "")
    }
  }
}

extension ImportProblem {
  var english: String {
    switch self {
    case .refused(let fault): "refused, \(fault.english)"
    case .member(let fault): "left out, \(fault.english)"
    case .missingPhoto(let name): "its photo \(name) isn't there"
    case .photo(let path, let fault):
      "its photo was left out. " + DiaryError.photo(path: path, fault).line
    case .missingAttachment(let name): "its attachment \(name) isn't there"
    case .attachment(let path, let fault):
      "its attachment was left out. " + DiaryError.attachment(path: path, fault).line
    case .unnamedFile: "left out, no entry names it"
    case .unknownZone(let name):
      "the time zone “\(name)” is unknown; the time is that of this place"
    case .editedHere: "changed there and here; it stays as it is here"
    }
  }
}

extension ArchiveMemberFault {
  fileprivate var english: String {
    switch self {
    case .absolutePath: "its path begins at the root of the system"
    case .climbsOut: "its path leads out of the archive"
    case .controlCharacters: "its name has control characters"
    case .notUTF8: "its name is not UTF-8"
    case .longName: "its name is too long"
    case .tooDeep: "it lies too deep in folders"
    case .link: "it is a link"
    case .special: "it is a device or a pipe"
    case .encrypted: "it is encrypted"
    case .tooLarge: "it is too large"
    case .duplicate: "another one has its name"
    }
  }
}
