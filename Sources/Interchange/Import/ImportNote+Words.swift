import DiaryCore
import Words

extension ImportNote {
  /// The note on one line, safe for a terminal.
  package var line: String { "\(place.words): \(problem.words)".printable }
}

extension ImportPlace {
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

extension ImportProblem {
  fileprivate var words: String {
    switch self {
    case .refused(let fault): localized("refused, \(fault.words)")
    case .member(let fault): localized("left out, \(fault.words)")
    case .archive: localized("left out, an archive; import it separately")
    case .missingPhoto(let name): localized("its photo \(name) isn't there")
    case .linkedPhoto(let name):
      localized(
        "its photo \(name) is a link and wasn't read; replace it with the file to import it")
    case .photo(let path, let fault):
      localized("its photo was left out. \(DiaryError.photo(path: path, fault).line)")
    case .undrawnPhoto(let name, let problem):
      localized("the photo \(name) was added but can't be shown (\(problem.rawValue))")
    case .missingAttachment(let name): localized("its attachment \(name) isn't there")
    case .attachment(let path, let fault):
      localized("its attachment was left out. \(DiaryError.attachment(path: path, fault).line)")
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
    case .unreadDate(let text): localized("“\(text)” isn't a date and was ignored")
    case .dateOfFile: localized("it has no date; used the file's date")
    case .mendedCharacter: localized("it has half a character, which was replaced by \u{FFFD}")
    case .frontMatter(let fault): localized("kept its front matter as text, \(fault.words)")
    case .repeatedName(let name): localized("“\(name)” is there twice; used the last one")
    case .otherFiles(let count):
      localized(
        counting: count, one: "1 file left out because it isn't an entry and no entry uses it",
        other: "\(count) files left out because they aren't entries and no entry uses them")
    case .trashedThere: localized("left out, it was deleted there")
    case .inTrash(let count):
      localized(
        counting: count, one: "1 entry is in the trash here and stays there",
        other: "\(count) entries are in the trash here and stay there")
    case .byOthers(let count):
      localized(
        counting: count,
        one: """
          1 entry says someone else wrote them, so only that person may change them; use --mine to \
          make them yours
          """,
        other: """
          \(count) entries say someone else wrote them, so only that person may change them; use \
          --mine to make them yours
          """)
    case .changedThere:
      localized("changed there since it was imported; use --update to import the change")
    case .editedHere: localized("changed both there and here; kept as it is here")
    }
  }
}

extension FrontMatterFault {
  var words: String {
    switch self {
    case .yaml(let fault): fault.words
    case .toml(let line): localized("not valid TOML in line \(line)")
    case .tooDeep: EntryFault.tooDeep.words
    case .noTOML: localized("couldn't read TOML: this program was built without toml++")
    }
  }
}
