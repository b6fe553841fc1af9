import Localization
import System

/// Everything that can go wrong, each with what is needed to say so.
package enum DiaryError: Error, Hashable, Sendable {
  // What was asked for.
  case noSuchEntry(String)
  case ambiguousID(String, count: Int)
  case noSuchRevision(String, title: String)
  case ambiguousRevision(String, count: Int)
  case emptyEntry
  case notTheAuthor(title: String)
  case inTrash(title: String)
  case notInTrash(title: String)
  case invalidDate(String)
  case invalidName(String)
  case noSuchPhoto(AssetID, title: String)
  /// None of that name is among those that are shown as one.
  case noSuchDiary(DiaryName)
  case noSuchJournal(String)
  /// It is locked, and locked journals aren't shown.
  case hiddenJournal(String)
  /// None of the diaries that have it is encrypted.
  case notLockable(String)
  /// An entry of such a journal.
  case hiddenEntry
  /// Entries of such journals are in the trash.
  case hiddenInTrash
  case journalExists(String)
  /// A journal was to be merged with itself, or its entries moved where they are.
  case sameJournal(String)
  case invalidJournalName(String)
  /// What was asked for can't be done to the journal that every diary has.
  case defaultJournal
  case noSuchTag(String)
  case invalidTag(String)
  case noSuchComment(String)
  case emptyComment
  case longComment
  /// Of a comment that somebody else has written.
  case notTheCommenter
  /// It says something else than when it was to be made again as it was.
  case changedComment

  /// What somebody's place in a shared diary doesn't allow.
  case account(AccountError)

  // Photos, by the path that was given.
  case photo(path: String, PhotoError)
  // Attachments, in the same way.
  case attachment(path: String, PhotoError)

  // The store, by the path that failed.
  case store(path: String, StoreError)

  /// A draft that can't be read keeps photos from being removed.
  case draft(path: String)

  // In and out.
  case input(name: String, InputError)
  case export(path: String, ExportError)
  case backup(path: String, BackupError)
}

extension DiaryError {
  /// The error on one line: what, which, and what to do. Safe for a terminal.
  package var line: String { words.printable }
}

package enum PhotoError: Error, Hashable, Sendable {
  case missing
  case isFolder
  case notAFile
  case unreadable
  /// Its bytes are no longer among the diary's assets.
  case gone
  case notAnImage
  case otherKind(OtherImageKind)
  case noPictureProgram
  case timedOut
}

/// A picture that is no photo of a diary, as the picture program names it.
package enum OtherImageKind: String, Sendable {
  case icon
  case photoshop
  case jpeg2000 = "jpeg-2000"
}

package enum StoreError: Hashable, Sendable {
  case missing
  /// It was there, with so many entries, and isn't any more.
  case gone(entries: Int)
  /// It is being cloned, and its beginning isn't here yet.
  case notArrived
  case readOnly
  case noPermission
  case diskFull
  case notAFolder
  case newerFormat(Int)
  /// It is encrypted, and there is no key to open it with.
  case encrypted
  /// The file with the public key that a locked diary is written with isn't the one that is known.
  case foreignRecipient
  /// It is a copy of the diary from which lines were to be taken, and it is encrypted.
  case encryptedCopy
  /// Another program has encrypted or decrypted it since it was opened.
  case converted
  /// It was to be encrypted or decrypted and can't be.
  case notConverted(ConversionError)
  /// Another program holds the lock for longer than a save takes.
  case locked
  case damaged(String)
  /// A disk, a network or the machine's means are not there for now: the operation that failed
  /// and the system's own words.
  case unavailable(operation: FileOperation, reason: String)
  /// The operation that failed and the system's own words.
  case failed(operation: FileOperation, reason: String)
}

/// Why a diary isn't encrypted or decrypted. It is as it was.
package enum ConversionError: Hashable, Sendable {
  case alreadyEncrypted
  case notEncrypted
  case isBackup
  /// So many bytes are lacking.
  case noRoom(Int)
  /// A file that can't be opened, by its path within the store.
  case damaged(String)
  /// What was written isn't what was read, by its path within the store.
  case differs(String)
  /// The file system can't put one folder in the place of another.
  case notExchangeable(reason: String)
  case cancelled
}

package enum InputError: Error, Hashable, Sendable {
  case missing
  case unreadable(reason: String)
  case notUTF8(byte: Int)
  case notJSON(line: Int)
  /// It comes from where nothing but JSON can be read, and is none.
  case onlyJSON
  case notAnEntry(line: Int, reason: String)
  /// Nothing that an import knows.
  case unknownFormat
  /// The diary of that program, which no import reads, and how many photos lie in it.
  case foreignDiary(String, photos: Int)
  /// A diary that the program has encrypted.
  case encryptedDiary(String)
  /// Diarium's export as HTML or as a document.
  case pagesOfDiarium
  /// Files that no import reads: the first ones, how many more, and how many photos lie beside them.
  case unreadFiles([String], more: Int, photos: Int)
  /// Archives, of which each is a diary by itself or none is.
  case severalArchives([String])
  /// It isn't what it was said to be.
  case notOfFormat(String)
  /// It changed while it was read.
  case changed
  case archive(ArchiveError)
}

/// Why an archive can't be unpacked.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The library that reads archives isn't installed.
  case noLibrary
  case damaged
  /// More members than that.
  case tooMany(Int)
  /// More bytes than that.
  case tooLarge(Int64)
  /// So little makes so much that it can only be meant to fill a disk.
  case tooDense
  /// The place that it is unpacked to can't be written to.
  case notWritten(reason: String)
  /// All of it was left out: the first of its members, and why that was.
  case nothingUnpacked(String, ArchiveMemberError)
}

/// Why a member of an archive isn't unpacked.
package enum ArchiveMemberError: Error, Hashable, Sendable {
  case absolutePath
  case climbsOut
  case controlCharacters
  case longName
  case tooDeep
  case link
  case special
  case encrypted
  case tooLarge
  case duplicate
}

package enum ExportError: Hashable, Sendable {
  case notEmpty
  case notAFolder
  case insideStore
  case otherDiary
  /// There is something where the one file is to be.
  case fileExists
  /// The library that writes archives isn't installed.
  case noArchiveLibrary
  /// It failed, or a person stopped it, and the place is as it was.
  case failed(reason: String)
  case cancelled
  /// A book was asked for, and no program is installed that prints one.
  case noPrinter
  /// An earlier export was being brought up to date: each file there is whole, old or new.
  case incomplete(reason: String)
}

package enum BackupError: Hashable, Sendable {
  // The place of the backups.
  case notAFolder
  /// Neither the folder nor the one that it would be made in is there.
  case noParent
  case insideStore
  case aroundStore
  case isDiary
  case otherDiary
  // What is to be checked or restored.
  case noBackups
  case notABackup
  case damaged
  /// Where it is to be restored to.
  case targetNotEmpty
  case targetInBackup
  /// Someone emptied the trash again and again while the diary was copied.
  case changing
  /// It failed, or a person stopped it, and everything is as it was.
  case failed(reason: String)
  case cancelled
}

extension FileOperation {
  /// `writing /diary/log`, `/diary/log 쓰기`
  package func words(_ path: String) -> String {
    switch self {
    case .opening: localized("opening \(path)")
    case .reading: localized("reading \(path)")
    case .writing: localized("writing \(path)")
    case .syncing: localized("syncing \(path)")
    case .mapping: localized("mapping \(path)")
    case .locking: localized("locking \(path)")
    case .watching: localized("watching \(path)")
    case .making: localized("creating \(path)")
    case .makingFolderIn: localized("creating a folder in \(path)")
    case .renaming: localized("renaming \(path)")
    case .removing: localized("removing \(path)")
    case .settingPermissionsOf: localized("setting the permissions of \(path)")
    }
  }
}

// MARK: - AccountError

/// Why somebody can't do something in a diary that several people share.
package enum AccountError: Hashable, Sendable {
  /// No owner has let them in so far. They compare these words.
  case notApproved(check: [String])
  /// They were removed.
  case removed
  /// They may read, and not write.
  case reader
  /// This device is nobody's.
  case noPlace
  /// It is a public diary of somebody else.
  case follower
  /// Only an owner may do that.
  case notAnOwner
}

extension AccountError {
  var words: String {
    switch self {
    case .notApproved(let check):
      localized(
        """
        Nobody has let you in yet. An owner approves you with `photodiary people approve`, if these \
        words are the same there: \(check.joined(separator: " ")). Then sync.
        """)
    case .removed:
      localized(
        "You were removed from this diary. What is here you can read and export, not change.")
    case .reader:
      localized("You are a reader of this diary. To write, ask an owner to make you a writer.")
    case .noPlace:
      localized(
        """
        This device belongs to nobody in this diary. Ask an owner for an invitation, and use \
        `photodiary join`.
        """)
    case .follower:
      localized("You follow this diary of somebody else: you can read and export it, not write.")
    case .notAnOwner:
      localized("Only an owner of this diary may do that. `photodiary people` lists them.")
    }
  }
}

// MARK: - PlaceNamesError

/// Why the file of names of places, which comes with the program, tells none.
package enum PlaceNamesError: Error, Hashable, Sendable {
  /// It can't be read, with the system's words for that.
  case unreadable(path: String, reason: String)
  /// It isn't as it was made.
  case damaged(path: String)

  package var line: String {
    switch self {
    case .unreadable(let path, let reason):
      localized("Can't read the names of places in \(path): \(reason)").printable
    case .damaged(let path):
      localized("The names of places in \(path) are damaged. Install the program again.").printable
    }
  }
}

// MARK: - WorldMapError

/// Why the map, which comes with the program, can't be drawn.
package enum WorldMapError: Error, Hashable, Sendable {
  /// It can't be read, with the system's words for that.
  case unreadable(path: String, reason: String)
  /// It isn't as it was made.
  case damaged(path: String)

  package var line: String {
    switch self {
    case .unreadable(let path, let reason):
      localized("Can't read the map in \(path): \(reason)").printable
    case .damaged(let path):
      localized("The map in \(path) is damaged. Install the program again.").printable
    }
  }
}
