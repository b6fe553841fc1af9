import DiaryCore
import Localization
import System

extension StoreIssue {
  /// The finding on one line, safe for a terminal.
  package var text: String { "\(place): \(words)".printable }

  private var place: String {
    guard let line else { return file }
    return byte.map { localized("\(file), line \(line) (byte \($0))") }
      ?? localized("\(file), line \(line)")
  }

  private var words: String {
    switch kind {
    case .tornLine:
      localized("a line that was cut off while it was written; it was never reported as saved")
    case .orphanAsset: localized("no entry refers to this \(thing)")
    case .temporaryFile where Path.name(file).hasPrefix(DurableFile.temporaryPrefix):
      localized("left over from an interrupted write")
    case .temporaryFile where isUnfinishedAppend:
      localized(
        "several entries are being saved, or saving them was cut short; they count once it is done")
    case .temporaryFile: localized("another program's temporary file; left alone")
    case .unknownFile: localized("not a file of this diary; a repair moves it aside")
    case .missingParent: localized("it follows a revision that isn't here") + ofEntry
    case .openToOthers: localized("other users of this machine can read it")
    case .damagedLine: localized("the line is damaged; what it held can't be trusted") + ofEntry
    case .doubtfulLine:
      localized(
        "the line is cut off; it may or may not have been saved (version 0.1.0 wrote the next one)")
    case .missingLine:
      line == nil
        ? localized("saved lines are missing at its end")
        : localized("saved lines are missing before this one")
    case .missingBody:
      localized("the text saved in this line is missing; another machine may still have it")
        + ofEntry
    case .damagedBody: localized("the text saved in this line is damaged") + ofEntry
    case .unprovenLine:
      localized("version 0.1.0 wrote it, and it came here later; nothing proves whose it is")
    case .unsignedLine: localized("the device that it names hasn't signed it") + ofEntry
    case .badSignature:
      localized("its signature is wrong; somebody else may have written it") + ofEntry
    case .foreignLine: localized("it says that another device wrote it") + ofEntry
    case .forkedLine:
      localized("two machines wrote under one device id here; the lines of both count") + ofEntry
    case .changedLog: localized("its beginning isn't what it was when the diary got signatures")
    case .missingPiece: localized("a file with a part of this log is missing")
    case .damagedPiece:
      localized("it's damaged and can't be opened; what it held is in no other file")
    case .missingKeys:
      localized(
        """
        neither the passphrase nor the recovery words have a file there; once the diary is locked, \
        nothing opens it
        """)
    case .foreignRecipient:
      localized(
        """
        it isn't this diary's key: who put it there could read what is added while the diary is locked; \
        opening the diary corrects it
        """)
    case .damagedKeys where file.contains(".recovery."):
      localized("the recovery words don't open it; make new ones with `photodiary key words`")
    case .damagedKeys: localized("it's damaged, or sealed with a key of somebody else")
    case .changedKeys where file.contains(".recovery."):
      localized(
        """
        it isn't the file that this machine wrote, so your recovery words may open nothing; make new ones \
        with `photodiary key words`
        """)
    case .changedKeys:
      localized(
        """
        it isn't the file that this machine wrote; write it again with `photodiary key passphrase`
        """)
    case .outdatedKeys where file.contains(".recovery."):
      localized(
        """
        it's of an earlier key, and doesn't lead to the one of today; make new recovery words with \
        `photodiary key words`
        """)
    case .outdatedKeys:
      localized("it's of an earlier key; write it again with `photodiary key passphrase`")
    case .lostText:
      localized(
        """
        it has a revision that the logs have lost\(ofEntry); take it from there and remove the file
        """)
    case .shortLog: localized("it has lost lines that are in the index") + ofEntry
    case .missingAsset: localized("the \(thing)'s file is missing") + ofEntry
    case .assetElsewhere: localized("the \(thing)'s file is on another machine") + ofEntry
    case .damagedAsset: localized("the \(thing)'s bytes don't match its name") + ofEntry
    case .unreadable: localized("it can't be read") + ofEntry
    case .unreadableIndex: localized("it isn't an index; the diary's logs have everything")
    case .wrongIndex: localized("it doesn't match the logs") + ofEntry
    case .missingOwner: localized("it's missing, so nobody can edit the entries")
    case .damagedOwner: localized("it doesn't name the diary's author")
    case .missingFormat:
      localized("it's missing; it explains how to read the diary without this program")
    case .damagedJournals:
      localized(
        """
        it isn't a list of journals; colors and order may be lost, but entries name their own \
        journals
        """)
    case .damagedFormat: localized("it doesn't say that this is a diary and in which format")
    }
  }

  private var thing: String {
    // The name of an encrypted one doesn't tell.
    if file.hasSuffix(".age") { return localized("photo or attachment") }
    return MediaType.isPhoto(named: file) ? localized("photo") : localized("attachment")
  }

  private var ofEntry: String { entry.map { " " + localized("(entry \($0))") } ?? "" }
}

extension Remedy {
  /// What to do, as a sentence.
  package var text: String {
    switch self {
    case .repair:
      localized("Run `photodiary verify --repair` to fix what it can and set aside the rest.")
    case .otherDevice: localized("Repair damaged lines of another device on that device.")
    case .copy: localized("Add a missing photo again, or copy it from a backup.")
    case .backup:
      localized("Before a repair, copy damaged or missing files of a log or of keys from a backup.")
    case .keys: localized("Correct files of keys with the commands that are named above.")
    case .person: localized("Take what you want to keep from set-aside/, then remove the file.")
    case .comparison:
      localized("Compare lines that nothing proves with a backup, or with another device.")
    case .system: localized("If files can't be read, check the disk and permissions.")
    }
  }
}
