import DiaryCore

extension Finding {
  var english: String { "\(place): \(words)" }

  private var place: String {
    guard let line else { return file }
    return "\(file), line \(line)" + (byte.map { " (byte \($0))" } ?? "")
  }

  private var words: String {
    switch kind {
    case .tornLine: "a line that was cut off while it was written; it was never reported as saved"
    case .orphanAsset: "no entry refers to this \(thing)"
    case .temporaryFile where Path.name(file).hasPrefix(DurableFile.temporaryPrefix):
      "left over from a write that was broken off"
    case .temporaryFile where isUnfinishedAppend:
      "an import is going on or was killed; what it added is no part of the diary until it ends"
    case .temporaryFile: "another program's, as of one that copies the diary; it is left to it"
    case .unknownFile: "not a file of this diary's; a repair moves it out of the way"
    case .missingParent: "it follows a saved state that is not here\(ofEntry)"
    case .openToOthers: "other users of this machine may look into it"
    case .damagedLine: "the line is damaged; what it held can't be trusted\(ofEntry)"
    case .lostText:
      "it tells of a state that the logs have lost\(ofEntry); take it from there and remove the file"
    case .shortLog: "it has lost lines that the index was made from\(ofEntry)"
    case .missingAsset: "the \(thing)'s file is missing\(ofEntry)"
    case .damagedAsset: "the \(thing)'s bytes are not what its name says\(ofEntry)"
    case .unreadable: "it can't be read\(ofEntry)"
    case .unreadableIndex: "it is not an index; the diary's logs have everything"
    case .wrongIndex: "it is not what the logs say\(ofEntry)"
    case .missingOwner: "it is missing, so nobody may edit the entries that are there"
    case .damagedOwner: "it does not name the diary's author"
    case .missingFormat: "it is missing, which tells how to read the diary without this program"
    case .damagedJournals:
      "it is no list of journals; colours and order may be lost, entries name their journals themselves"
    case .damagedFormat: "it does not say that this is a diary, and of which format"
    }
  }

  private var thing: String { MediaType.isPhoto(named: file) ? "photo" : "attachment" }

  private var ofEntry: String { entry.map { " (entry \($0))" } ?? "" }
}

extension Remedy {
  var english: String {
    switch self {
    case .repair: "`photodiary verify --repair` mends what it can and sets aside the rest."
    case .otherDevice: "Damaged lines of another device are for a repair there."
    case .copy: "A missing photo comes back when it is added again, or from a copy of the diary."
    case .person: "Take from set-aside/ what you want to keep, and remove the file."
    case .system: "What can't be read may be a matter of the disk or of permissions."
    }
  }
}
