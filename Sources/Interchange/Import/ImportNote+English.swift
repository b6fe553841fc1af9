import DiaryCore

extension ImportPlace {
  var english: String {
    switch self {
    case .file(let name): name
    case .entry(let file, let number, let day):
      "\(file), entry \(number)" + (day.map { " of \($0)" } ?? "")
    case .line(let file, let number): "\(file), line \(number)"
    }
  }
}

extension ImportProblem {
  var english: String {
    switch self {
    case .refused(let fault): "refused, \(fault.english)"
    case .member(let fault): "left out, \(fault.english)"
    case .archive: "left out, an archive; import it by itself"
    case .missingPhoto(let name): "its photo \(name) isn't there"
    case .linkedPhoto(let name):
      "its photo \(name) is a link and isn't read; put the file in its place to bring it"
    case .photo(let path, let fault):
      "its photo was left out. " + DiaryError.photo(path: path, fault).line
    case .undrawnPhoto(let name, let problem):
      "the photo \(name) was added but can't be shown (\(problem.rawValue))"
    case .missingAttachment(let name): "its attachment \(name) isn't there"
    case .attachment(let path, let fault):
      "its attachment was left out. " + DiaryError.attachment(path: path, fault).line
    case .unnamedFile: "left out, no entry names it"
    case .unknownZone(let name):
      "the time zone “\(name)” is unknown; the time is that of this place"
    case .remotePhoto(let address): "its photo \(address) is not on this computer; the link stays"
    case .outsidePhoto(let path):
      "its photo \(path) lies outside of what is imported and isn't read; the link stays. Copy it into the folder to bring it"
    case .unreadDate(let text): "“\(text)” is not a date; it was dated without it"
    case .dateOfFile: "no date is told; it has the date of its file"
    case .mendedCharacter: "half a character is in it, and \u{FFFD} stands there now"
    case .frontMatter(let fault): "what stands in front of its text stays there, \(fault.english)"
    case .repeatedName(let name): "“\(name)” is there twice; the last one counts"
    case .otherFiles(let count):
      count == 1
        ? "1 file left out, it is no entry and no entry shows it"
        : "\(count) files left out, they are no entries and no entry shows them"
    case .inTrash(let count):
      count == 1
        ? "1 entry is in the trash here, and stays there"
        : "\(count) entries are in the trash here, and stay there"
    case .byOthers(let count):
      (count == 1 ? "1 entry says" : "\(count) entries say")
        + " that someone else wrote them, who alone may change them; --mine makes them yours"
    case .changedThere: "changed there since it was imported; --update brings that"
    case .editedHere: "changed there and here; it stays as it is here"
    }
  }
}

extension FrontMatterFault {
  var english: String {
    switch self {
    case .yaml(let fault): fault.english
    case .toml(let line): "not valid TOML in line \(line)"
    case .tooDeep: EntryFault.tooDeep.english
    case .noTOML: "this program was built without toml++ and can't read TOML"
    }
  }
}
