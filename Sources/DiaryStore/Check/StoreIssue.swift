import DiaryCore
import Localization
import System

/// Something that a check of the store came upon.
package struct StoreIssue: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// Nothing is lost or wrong.
    case note
    case fault
  }

  package enum Kind: String, Hashable, Sendable {
    // Notes.
    case tornLine = "torn-line"
    case orphanAsset = "orphan-asset"
    case temporaryFile = "temporary-file"
    // What a copy or a merge of sound diaries may have as well.
    /// Emptying the trash of another device leaves such, and so does a stop in the middle of it.
    case missingParent = "missing-parent"
    case openToOthers = "open-to-others"
    /// It follows a line that another one follows: two machines wrote as one device. Both count.
    case forkedLine = "forked-line"
    /// Of version 0.1.0, and came here after the diary's founding line.
    case unprovenLine = "unproven-line"

    // Faults.
    case unknownFile = "unknown-file"
    case damagedLine = "damaged-line"
    /// Cut off, and nothing tells whether it had been saved: version 0.1.0 wrote what follows it.
    case doubtfulLine = "doubtful-line"
    /// Saved lines that were here, and are nowhere.
    case missingLine = "missing-line"
    /// The line is there, and what was written with it isn't, though nobody removed it.
    case missingBody = "missing-body"
    case damagedBody = "damaged-body"
    /// Its device would have signed it, or a line after it.
    case unsignedLine = "unsigned-line"
    case badSignature = "bad-signature"
    /// It lies among the lines of another device than its own.
    case foreignLine = "foreign-line"
    /// What version 0.1.0 had written isn't what the founding line vouches for.
    case changedLog = "changed-log"
    // Of an encrypted diary: a log is in pieces there, each in a file of its own.
    case missingPiece = "missing-piece"
    case damagedPiece = "damaged-piece"
    /// Neither the passphrase nor the recovery words open anything.
    case missingKeys = "missing-keys"
    /// The public key that a locked diary is written with is none of the diary's.
    case foreignRecipient = "foreign-recipient"
    /// A file of keys can't be opened by what should open it.
    case damagedKeys = "damaged-keys"
    /// A file of keys isn't the one that this machine wrote, or is missing.
    case changedKeys = "changed-keys"
    /// What the passphrase or the recovery words open doesn't lead to the newest key.
    case outdatedKeys = "outdated-keys"
    case shortLog = "short-log"
    case lostText = "lost-text"
    case missingAsset = "missing-asset"
    /// It is on other machines, and can be fetched.
    case assetElsewhere = "asset-elsewhere"
    case damagedAsset = "damaged-asset"
    case unreadable
    case unreadableIndex = "unreadable-index"
    case wrongIndex = "wrong-index"
    case missingOwner = "missing-owner"
    case damagedOwner = "damaged-owner"
    case missingFormat = "missing-format"
    case damagedFormat = "damaged-format"
    case damagedJournals = "damaged-journals"
  }

  package let kind: Kind
  /// The file, by its path within the store.
  package let file: String
  /// The line in the file, from 1, and the byte at which it begins.
  package var line: Int?
  package var byte: Int?
  package var entry: ID<Entry>?

  init(
    _ kind: Kind, _ file: String, line: Int? = nil, byte: Int? = nil, entry: ID<Entry>? = nil
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.byte = byte
    self.entry = entry
  }

  /// Whether it is the note of where a save of several entries began.
  var isUnfinishedAppend: Bool { Path.name(file) == StoreLayout.unfinishedAppendName }

  package var severity: Severity { Self.notes.contains(kind) ? .note : .fault }

  private static let notes: Set<Kind> = [
    .tornLine, .orphanAsset, .temporaryFile, .missingParent, .openToOthers, .unprovenLine,
    .forkedLine, .assetElsewhere,
  ]
}

/// What a check has gone through.
package struct CheckSummary: Hashable, Sendable {
  package var lines = 0
  package var assets = 0
  package var notes = 0
  package var faults = 0

  mutating func count(_ finding: StoreIssue) {
    if finding.severity == .fault { faults += 1 } else { notes += 1 }
  }
}

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

/// Something that a repair did, or had to leave. Files by their paths within the store.
package enum RepairAction: Hashable, Sendable {
  /// Damaged lines were moved out of a log, to that file.
  case linesSetAside(log: String, count: Int, to: String)
  /// It was noted that lines which were saved are missing, so that it isn't told any more.
  case lossNoted(log: String)
  /// The last line lacked nothing but its end.
  case lineEnded(log: String)
  /// The log of another device has damaged lines: only that device may write there.
  case otherDevice(log: String)
  case fileSetAside(String, to: String)
  case temporaryRemoved(String)
  case indexRebuilt(String)
  /// Who the author is was found in the entries.
  case ownerRebuilt(String, Author)
  case formatWritten
  /// A photo that nothing refers to is gone, of that many bytes.
  case orphanRemoved(String, bytes: Int)
  case orphanKept(String, KeptBecause)

  /// Why a photo that no entry refers to stays.
  package enum KeptBecause: Hashable, Sendable {
    case young
    case inDraft
    /// Its name stands in a line that can't be read, or in what was set aside.
    case inUnreadable
  }
}

extension RepairAction {
  /// What was done on one line, safe for a terminal.
  package var text: String { words.printable }

  private var words: String {
    switch self {
    case .linesSetAside(let log, let count, let file):
      localized(
        counting: count, one: "\(log): moved 1 damaged line to \(file)",
        other: "\(log): moved \(count) damaged lines to \(file)")
    case .lossNoted(let log):
      localized(
        "\(log): noted that saved lines are missing; only a copy of the diary may still have them")
    case .lineEnded(let log): localized("\(log): gave the last line its end again")
    case .otherDevice(let log):
      localized("\(log): has damaged lines but belongs to another device; repair the diary there")
    case .fileSetAside(let name, let file): localized("\(name): moved to \(file)")
    case .temporaryRemoved(let name): localized("\(name): removed what was left over")
    case .indexRebuilt(let name): localized("\(name): rebuilt from the logs")
    case .ownerRebuilt(let name, let author):
      localized(
        """
        \(name): made again; by the entries the author's id is \(author.id), and the name is \
        taken to be “\(author.name)” (`photodiary author` changes it)
        """)
    case .formatWritten: localized("FORMAT.txt: rewritten")
    case .orphanRemoved(let name, let bytes):
      localized("\(name): removed, because no entry uses it (\(bytes) bytes)")
    case .orphanKept(let name, .young):
      localized("\(name): kept, because it was added less than a day ago")
    case .orphanKept(let name, .inDraft): localized("\(name): kept, because a draft uses it")
    case .orphanKept(let name, .inUnreadable):
      localized("\(name): kept, because an unreadable line or a file in set-aside/ names it")
    }
  }
}

/// What helps against a fault that a check came upon.
package enum Remedy: CaseIterable, Sendable {
  /// `verify --repair`, here.
  case repair
  /// `verify --repair` on the device whose log it is.
  case otherDevice
  /// A copy of the diary that has what is missing here.
  case copy
  /// A backup that has what can't be opened here, before a repair sets it aside.
  case backup
  /// The sub-commands that write files of keys, as the findings say.
  case keys
  /// A person who takes the text from `set-aside/`.
  case person
  /// A copy of the diary that tells what is true.
  case comparison
  /// Whoever has the disk and its permissions in hand.
  case system
}
