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
    case .archive: "left out, an archive; import it separately"
    case .missingPhoto(let name): "its photo \(name) isn't there"
    case .linkedPhoto(let name):
      "its photo \(name) is a link and wasn't read; replace it with the file to import it"
    case .photo(let path, let fault):
      "its photo was left out. " + DiaryError.photo(path: path, fault).line
    case .undrawnPhoto(let name, let problem):
      "the photo \(name) was added but can't be shown (\(problem.rawValue))"
    case .missingAttachment(let name): "its attachment \(name) isn't there"
    case .attachment(let path, let fault):
      "its attachment was left out. " + DiaryError.attachment(path: path, fault).line
    case .unnamedFile: "left out, no entry uses it"
    case .unknownZone(let name):
      "the time zone “\(name)” is unknown; used the local time zone"
    case .remotePhoto(let address): "its photo \(address) isn't on this computer; kept the link"
    case .outsidePhoto(let path):
      "its photo \(path) is outside the imported folder and wasn't read; kept the link. Copy it into the folder to import it"
    case .unreadDate(let text): "“\(text)” isn't a date and was ignored"
    case .dateOfFile: "it has no date; used the file's date"
    case .mendedCharacter: "it has half a character, which was replaced by \u{FFFD}"
    case .frontMatter(let fault): "kept its front matter as text, \(fault.english)"
    case .repeatedName(let name): "“\(name)” is there twice; used the last one"
    case .otherFiles(let count):
      count == 1
        ? "1 file left out because it isn't an entry and no entry uses it"
        : "\(count) files left out because they aren't entries and no entry uses them"
    case .trashedThere: "left out, it was deleted there"
    case .inTrash(let count):
      count == 1
        ? "1 entry is in the trash here and stays there"
        : "\(count) entries are in the trash here and stay there"
    case .byOthers(let count):
      (count == 1 ? "1 entry says" : "\(count) entries say")
        + " someone else wrote them, so only that person may change them; use --mine to make them yours"
    case .changedThere: "changed there since it was imported; use --update to import the change"
    case .editedHere: "changed both there and here; kept as it is here"
    }
  }
}

extension FrontMatterFault {
  var english: String {
    switch self {
    case .yaml(let fault): fault.english
    case .toml(let line): "not valid TOML in line \(line)"
    case .tooDeep: EntryFault.tooDeep.english
    case .noTOML: "couldn't read TOML: this program was built without toml++"
    }
  }
}
