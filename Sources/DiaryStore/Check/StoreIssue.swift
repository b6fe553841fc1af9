import DiaryCore
import System
import Text

/// A finding of a check of the store.
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
    // Sound diaries may have the following after copying or merging.
    /// A revision refers to one that doesn't exist. Results from another device emptying its trash,
    /// or from interrupting that.
    case missingParent = "missing-parent"
    case openToOthers = "open-to-others"
    /// Two lines follow the same one, because two machines wrote as one device. Both count.
    case forkedLine = "forked-line"
    /// A line of version 0.1.0 arrived after the diary's founding line.
    case unprovenLine = "unproven-line"

    // Faults.
    case unknownFile = "unknown-file"
    case damagedLine = "damaged-line"
    /// A line is incomplete and may or may not have been saved: version 0.1.0 wrote the next one.
    case doubtfulLine = "doubtful-line"
    /// Saved lines that were stored here no longer exist.
    case missingLine = "missing-line"
    /// A line has no body, although no one removed it.
    case missingBody = "missing-body"
    case damagedBody = "damaged-body"
    /// A line has no signature, neither its own nor one in a later line.
    case unsignedLine = "unsigned-line"
    case badSignature = "bad-signature"
    /// A line is in the log of another device.
    case foreignLine = "foreign-line"
    /// The part of a log written by version 0.1.0 differs from the vouched one.
    case changedLog = "changed-log"
    // An encrypted log consists of pieces, each in a separate file.
    case missingPiece = "missing-piece"
    case damagedPiece = "damaged-piece"
    /// Neither the passphrase nor the recovery words have a file that they open.
    case missingKeys = "missing-keys"
    /// The public key that a locked diary is written with isn't one of the diary's.
    case foreignRecipient = "foreign-recipient"
    /// A key file can't be opened with the key that should open it.
    case damagedKeys = "damaged-keys"
    /// A key file is missing, or differs from the one that this machine wrote.
    case changedKeys = "changed-keys"
    /// The passphrase or the recovery words open an old key that doesn't lead to the newest one.
    case outdatedKeys = "outdated-keys"
    /// A key file is for a newer key than the diary has, and hides the one that opens it.
    case strayKeys = "stray-keys"
    /// An entry that was added while the diary was locked can't be opened.
    case unopenedEntry = "unopened-entry"
    case shortLog = "short-log"
    case lostText = "lost-text"
    case missingAsset = "missing-asset"
    /// A file is on other machines and can be downloaded.
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
  /// The path of the file within the store.
  package let file: String
  /// The number of the line in the file, starting at 1.
  package var line: Int?
  /// The offset of the line in the file, in bytes.
  package var byte: Int?
  /// The entry concerned, if known.
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

  /// `true` if the file has this device's key.
  var isDeviceKey: Bool { file == StoreKeys.deviceName }

  /// `true` if the file records where saving several entries began.
  var isUnfinishedAppend: Bool { Path.name(file) == StoreLayout.unfinishedAppendName }

  /// The severity, determined by the kind.
  package var severity: Severity { Self.notes.contains(kind) ? .note : .fault }

  private static let notes: Set<Kind> = [
    .tornLine, .orphanAsset, .temporaryFile, .missingParent, .openToOthers, .unprovenLine,
    .forkedLine, .assetElsewhere,
  ]
}

/// The totals of a check.
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
  /// The finding in one line, safe for a terminal.
  package var text: String { "\(location): \(message)".printable }

  private var location: String {
    guard let line else { return file }
    return byte.map { localized("\(file), line \(line) (byte \($0))") }
      ?? localized("\(file), line \(line)")
  }

  private var message: String {
    switch kind {
    case .tornLine:
      localized("the line was cut off while being written; it was never reported as saved")
    case .orphanAsset: localized("no entry uses this \(thing)")
    case .temporaryFile where Path.name(file).hasPrefix(DurableFile.temporaryPrefix):
      localized("left over from an interrupted write")
    case .temporaryFile where isUnfinishedAppend:
      localized(
        """
        several entries are being saved, or saving them was interrupted; they count once the save \
        is complete
        """)
    case .temporaryFile: localized("another program's temporary file; left alone")
    case .unknownFile: localized("not one of this diary's files; a repair sets it aside")
    case .missingParent: localized("the revision before it is missing") + ofEntry
    case .openToOthers: localized("other users of this machine can read it")
    case .damagedLine: localized("the line is damaged; its contents can't be trusted") + ofEntry
    case .doubtfulLine:
      localized(
        "the line is cut off; it may or may not have been saved (version 0.1.0 wrote the next one)")
    case .missingLine:
      line == nil
        ? localized("saved lines are missing at the end")
        : localized("saved lines are missing before this one")
    case .missingBody:
      localized("the text saved in this line is missing; another device may still have it")
        + ofEntry
    case .damagedBody: localized("the text saved in this line is damaged") + ofEntry
    case .unprovenLine:
      localized(
        """
        version 0.1.0 wrote it, and it was added after the diary was signed; its author can't be \
        verified
        """)
    case .unsignedLine: localized("the device named in this line hasn't signed it") + ofEntry
    case .badSignature:
      localized("its signature is invalid; someone else may have written it") + ofEntry
    case .foreignLine: localized("it names another device as its writer") + ofEntry
    case .forkedLine:
      localized("two machines used the same device id here; the lines of both count") + ofEntry
    case .changedLog: localized("its beginning has changed since the diary was first signed")
    case .missingPiece: localized("a file with part of this log is missing")
    case .damagedPiece:
      localized("it's damaged and can't be opened; no other file has its contents")
    case .missingKeys:
      localized(
        """
        no key file opens with the passphrase or the recovery words; once locked, the diary can't \
        be opened again
        """)
    case .foreignRecipient:
      localized(
        """
        it wasn't this diary's key: the person who put it there could read what you added while \
        the diary was locked; opening the diary corrects it
        """)
    case .damagedKeys where file.contains(".recovery."):
      localized(
        """
        the recovery words don't open it; make new ones with `photodiary key words`, or \
        `photodiary key rotate` if a remote is encrypted
        """)
    case .damagedKeys where isDeviceKey:
      localized(
        """
        this device's key is damaged, so nothing can be saved; a repair sets it aside and a new one \
        is made
        """)
    case .damagedKeys: localized("it's damaged, or encrypted with someone else's key")
    case .changedKeys where file.contains(".recovery."):
      localized(
        """
        this machine didn't write it, so your recovery words may not work; make new ones with \
        `photodiary key words`, or `photodiary key rotate` if a remote is encrypted
        """)
    case .changedKeys:
      localized(
        "this machine didn't write it; write it again with `photodiary key passphrase`")
    case .outdatedKeys where file.contains(".recovery."):
      localized(
        """
        it's for an earlier key and doesn't open the current one; make new recovery words with \
        `photodiary key words`, or `photodiary key rotate` if a remote is encrypted
        """)
    case .outdatedKeys:
      localized("it's for an earlier key; write it again with `photodiary key passphrase`")
    case .strayKeys:
      localized("it's for a newer key than the diary has; a repair sets it aside")
    case .unopenedEntry:
      localized(
        """
        it can't be opened with this diary's key, or is damaged or missing, so an entry that you \
        added while the diary was locked isn't shown; copy what you still can (see FORMAT.txt), \
        write the entry again, then delete its folder
        """)
    case .lostText:
      localized(
        """
        it has a revision that is missing from the logs\(ofEntry); copy what you need, then delete \
        the file
        """)
    case .shortLog: localized("lines listed in the index are missing") + ofEntry
    case .missingAsset: localized("the \(thing)'s file is missing") + ofEntry
    case .assetElsewhere: localized("the \(thing)'s file is on another device") + ofEntry
    case .damagedAsset: localized("the \(thing)'s bytes don't match its name") + ofEntry
    case .unreadable: localized("it can't be read") + ofEntry
    case .unreadableIndex: localized("it isn't an index; it can be rebuilt from the logs")
    case .wrongIndex: localized("it doesn't match the logs") + ofEntry
    case .missingOwner: localized("it's missing, so no one can edit the entries")
    case .damagedOwner: localized("it doesn't name the diary's author")
    case .missingFormat:
      localized("it's missing; it explains how to read the diary without this program")
    case .damagedJournals:
      localized(
        """
        it isn't a list of journals; colors and order may be lost, but entries keep their journals
        """)
    case .damagedFormat:
      localized("it doesn't identify this folder as a diary or name the diary's format")
    }
  }

  private var thing: String {
    // The name of an encrypted file doesn't show its type.
    if file.hasSuffix(".age") { return localized("photo or attachment") }
    return MediaType.isPhoto(named: file) ? localized("photo") : localized("attachment")
  }

  private var ofEntry: String { entry.map { " " + localized("(entry \($0))") } ?? "" }
}

extension Remedy {
  /// The instruction as a sentence.
  package var text: String {
    switch self {
    case .repair:
      localized("Run `photodiary verify --repair` to fix what can be fixed and set aside the rest.")
    case .otherDevice:
      localized(
        """
        If lines of another device are damaged, run `photodiary sync`, then `photodiary verify \
        --repair`, here and on that device.
        """)
    case .sync:
      localized(
        """
        To get texts of another device back from a remote, run `photodiary verify --repair`, then \
        `photodiary sync`.
        """)
    case .copy: localized("Add a missing photo again, or copy it from a backup.")
    case .backup:
      localized("Before a repair, copy damaged or missing log and key files from a backup.")
    case .keys: localized("Correct key files with the commands shown above.")
    case .person: localized("Copy what you want to keep from set-aside/, then delete the file.")
    case .comparison:
      localized("Compare lines that can't be verified with a backup or another device.")
    case .system: localized("If files can't be read, check the disk and permissions.")
    }
  }
}

/// A step that a repair took, or had to omit. File paths are relative to the store.
package enum RepairAction: Hashable, Sendable {
  /// Damaged lines were moved from a log to a file.
  case linesSetAside(log: String, count: Int, to: String)
  /// The loss of saved lines was recorded, so that it isn't reported again.
  case lossRecorded(log: String)
  /// The missing line break at the end of a log was added.
  case lineTerminated(log: String)
  /// Texts in a log are missing or damaged. A sync restores those that a remote has.
  case bodiesMissing(log: String)
  /// The log of another device has damaged lines, which aren't restored yet.
  case otherDevice(log: String)
  case fileSetAside(String, to: String)
  case temporaryRemoved(String)
  case indexRebuilt(String)
  /// The author was determined from the entries.
  case ownerRebuilt(String, Author)
  case formatWritten
  /// An unreferenced photo of that size in bytes was removed.
  case orphanRemoved(String, bytes: Int)
  case orphanKept(String, KeepReason)

  /// The reason why an unreferenced photo is kept.
  package enum KeepReason: Hashable, Sendable {
    case recent
    case inDraft
    /// Its name occurs in an unreadable line or in a file that was set aside.
    case inUnreadableFile
  }
}

extension RepairAction {
  /// The step in one line, safe for a terminal.
  package var text: String { message.printable }

  private var message: String {
    switch self {
    case .linesSetAside(let log, let count, let file):
      localized(
        counting: count, one: "\(log): moved 1 damaged line to \(file)",
        other: "\(log): moved \(count) damaged lines to \(file)")
    case .lossRecorded(let log):
      localized(
        """
        \(log): recorded that saved lines are missing; sync to restore those that a remote has, or \
        look for them in a copy of the diary
        """)
    case .bodiesMissing(let log):
      localized(
        "\(log): texts are missing; the next sync restores those that a remote still has")
    case .lineTerminated(let log): localized("\(log): restored the end of the last line")
    case .otherDevice(let log):
      localized(
        "\(log): has damaged lines of another device; sync, then repair, here and on that device")
    case .fileSetAside(let name, let file): localized("\(name): moved to \(file)")
    case .temporaryRemoved(let name): localized("\(name): removed leftover data")
    case .indexRebuilt(let name): localized("\(name): rebuilt from the logs")
    case .ownerRebuilt(let name, let author):
      localized(
        """
        \(name): rebuilt with the author's id \(author.id) from the entries and the name \
        “\(author.name)” (change it with `photodiary author`)
        """)
    case .formatWritten: localized("FORMAT.txt: rewritten")
    case .orphanRemoved(let name, let bytes):
      localized("\(name): removed, because no entry uses it (\(bytes) bytes)")
    case .orphanKept(let name, .recent):
      localized("\(name): kept, because it was added less than a day ago")
    case .orphanKept(let name, .inDraft): localized("\(name): kept, because a draft uses it")
    case .orphanKept(let name, .inUnreadableFile):
      localized("\(name): kept, because an unreadable line or a file in set-aside/ names it")
    }
  }
}

/// A way to deal with faults.
package enum Remedy: CaseIterable, Sendable {
  /// Running `verify --repair` on this machine.
  case repair
  /// Running a sync, then `verify --repair`, also on the device that owns the log.
  case otherDevice
  /// Running `verify --repair` and then a sync, which restores other devices' texts from a remote.
  case sync
  /// Restoring missing data from a copy of the diary.
  case copy
  /// Restoring unreadable files from a backup, before a repair sets them aside.
  case backup
  /// Running the subcommands that write key files, as the findings suggest.
  case keys
  /// Saving text from `set-aside/` by hand.
  case person
  /// Comparing with a copy of the diary.
  case comparison
  /// Fixing the disk or its permissions.
  case system
}
