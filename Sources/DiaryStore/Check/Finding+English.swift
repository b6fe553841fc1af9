import DiaryCore
import System

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
      "left over from an interrupted write"
    case .temporaryFile where isUnfinishedAppend:
      "several entries are being saved, or saving them was cut short; they count once it is done"
    case .temporaryFile: "another program's temporary file; left alone"
    case .unknownFile: "not a file of this diary; a repair moves it aside"
    case .missingParent: "it follows a revision that isn't here\(ofEntry)"
    case .openToOthers: "other users of this machine can read it"
    case .damagedLine: "the line is damaged; what it held can't be trusted\(ofEntry)"
    case .doubtfulLine:
      "the line is cut off; it may or may not have been saved (version 0.1.0 wrote the next one)"
    case .missingLine:
      line == nil
        ? "saved lines are missing at its end"
        : "saved lines are missing before this one"
    case .lostText:
      "it has a revision that the logs have lost\(ofEntry); take it from there and remove the file"
    case .shortLog: "it has lost lines that are in the index\(ofEntry)"
    case .missingAsset: "the \(thing)'s file is missing\(ofEntry)"
    case .damagedAsset: "the \(thing)'s bytes don't match its name\(ofEntry)"
    case .unreadable: "it can't be read\(ofEntry)"
    case .unreadableIndex: "it isn't an index; the diary's logs have everything"
    case .wrongIndex: "it doesn't match the logs\(ofEntry)"
    case .missingOwner: "it's missing, so nobody can edit the entries"
    case .damagedOwner: "it doesn't name the diary's author"
    case .missingFormat: "it's missing; it explains how to read the diary without this program"
    case .damagedJournals:
      "it isn't a list of journals; colors and order may be lost, but entries name their own journals"
    case .damagedFormat: "it doesn't say that this is a diary and in which format"
    }
  }

  private var thing: String { MediaType.isPhoto(named: file) ? "photo" : "attachment" }

  private var ofEntry: String { entry.map { " (entry \($0))" } ?? "" }
}

extension Remedy {
  var english: String {
    switch self {
    case .repair: "Run `photodiary verify --repair` to fix what it can and set aside the rest."
    case .otherDevice: "Repair damaged lines of another device on that device."
    case .copy: "Add a missing photo again, or copy it from a backup."
    case .person: "Take what you want to keep from set-aside/, then remove the file."
    case .system: "If files can't be read, check the disk and permissions."
    }
  }
}
