import DiaryCore
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
