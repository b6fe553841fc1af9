import System
import Text

/// An error of the diary, with the details that its text needs.
package enum DiaryError: Error, Hashable, Sendable {
  // Requests.
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
  /// No diary with this name is among those shown as one.
  case noSuchDiary(DiaryName)
  case noSuchJournal(String)
  /// The journal is locked, and locked journals are hidden.
  case hiddenJournal(String)
  /// No diary with this journal is encrypted.
  case notLockable(String)
  /// The entry is in a hidden journal.
  case hiddenEntry
  /// The trash contains entries of hidden journals.
  case hiddenInTrash
  case journalExists(String)
  /// A journal can't be merged with itself, nor its entries moved to it.
  case sameJournal(String)
  case invalidJournalName(String)
  /// The request isn't possible for the journal that every diary has.
  case defaultJournal
  case noSuchTag(String)
  case noSuchSearch(String)
  /// No entry and no known place has this name.
  case noSuchPlace(String)
  /// The place isn't known because no names of places are installed.
  case noPlaceNames(String)
  case invalidTag(String)
  case noSuchComment(String)
  case emptyComment
  case longComment
  /// Another person wrote the comment.
  case notTheCommenter
  /// The comment changed after the edit that was to be undone or repeated.
  case changedComment

  /// The user's role in a shared diary doesn't allow it.
  case account(AccountError)

  // Photos, by the given path.
  case photo(path: String, PhotoError)
  // Attachments, by the given path.
  case attachment(path: String, PhotoError)

  // The store, by the path that failed.
  case store(path: String, StoreError)

  /// A draft that can't be read prevents photos from being removed.
  case draft(path: String)

  // Imports, exports and backups.
  case input(name: String, InputError)
  case export(path: String, ExportError)
  case backup(path: String, BackupError)
}

extension DiaryError {
  /// Converts an error that was thrown untyped. Keeps a `DiaryError`.
  package init(_ error: any Error) {
    self =
      switch error {
      case let error as DiaryError: error
      case let error as SystemError: .store(path: error.path, StoreError(error))
      default:
        .store(
          path: "",
          .failed(
            operation: .reading,
            reason: (error as? MessageError)?.line ?? String(describing: error)))
      }
  }

  /// The error on one line: the problem, the item and the remedy. Safe for a terminal.
  package var line: String { message.printable }

  /// `true` if another program has encrypted or decrypted the diary, or changed its key, so that it
  /// must be opened again.
  package var requiresReopening: Bool {
    if case .store(_, .converted) = self { true } else { false }
  }
}

/// An error that callers only show: the problem and what to do, on one line. Safe for a terminal.
package struct MessageError: Error, Hashable, Sendable {
  package let line: String
  /// `true` if the passphrase or the recovery words are missing or wrong.
  package let needsSecret: Bool
  /// The reason why a remote can't be reached, if the action may be repeated without that remote.
  package let offlineReason: String?

  package init(_ line: String, needsSecret: Bool = false, offlineReason: String? = nil) {
    (self.line, self.needsSecret) = (line.printable, needsSecret)
    self.offlineReason = offlineReason
  }

  /// Converts an error that was thrown untyped. Keeps a `MessageError`.
  package init(_ error: any Error) {
    self = error as? MessageError ?? MessageError(DiaryError(error).line)
  }
}

/// The reason why a photo or another file can't be added.
package enum PhotoError: Error, Hashable, Sendable {
  case missing
  case isFolder
  case notAFile
  case unreadable
  /// The bytes are no longer among the diary's assets.
  case assetMissing
  case notAnImage
  case otherKind(OtherImageKind)
  case noPictureProgram
  case timedOut
}

/// A kind of image that isn't accepted as a photo; raw values are the picture program's.
package enum OtherImageKind: String, Sendable {
  case icon
  case photoshop
  case jpeg2000 = "jpeg-2000"
}

/// The reason why a store can't be opened, read or changed.
package enum StoreError: Hashable, Sendable {
  case missing
  /// The store existed with this number of entries and is missing, or only its logs are and the
  /// folder is left.
  case disappeared(entries: Int, isFolderLeft: Bool = false)
  /// The store is being cloned and its first data hasn't arrived yet.
  case cloneIncomplete
  case readOnly
  case noPermission
  case diskFull
  case notAFolder
  case newerFormat(Int)
  /// The store is encrypted and there is no key.
  case encrypted
  /// The file with a locked diary's public key was replaced.
  case foreignRecipient
  /// The store is the encrypted copy of a diary from which lines were to be merged.
  case encryptedCopy
  /// Another program has encrypted or decrypted the store since it was opened, or changed its key.
  case converted
  /// The store can't be encrypted or decrypted.
  case notConverted(ConversionError)
  /// Another program holds the lock for longer than a save takes.
  case locked
  case damaged(String)
  /// A disk, a network or a system resource is temporarily unavailable; `reason` is the system's
  /// text.
  case unavailable(operation: FileOperation, reason: String)
  /// An operation failed; `reason` is the system's text.
  case failed(operation: FileOperation, reason: String)
}

extension StoreError {
  package init(_ error: SystemError) {
    guard let number = error.number else {
      self = .damaged(localized("it isn't a regular file"))
      return
    }
    self =
      switch number {
      case .noSuchFile: .missing
      case .readOnlyFileSystem: .readOnly
      case .accessDenied, .notPermitted: .noPermission
      case .noSpace, .quotaExceeded: .diskFull
      case .notAFolder: .notAFolder
      case .inputOutput, .staleHandle, .timedOut, .notConnected, .hostIsDown, .noSuchDevice,
        .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .tryAgain:
        .unavailable(operation: error.operation, reason: number.message)
      case .illegalSeek:
        .failed(
          operation: error.operation,
          reason: localized(
            "this file system can't append to files (mount rclone's with --vfs-cache-mode writes)"))
      default: .failed(operation: error.operation, reason: number.message)
      }
  }
}

/// The reason why a diary couldn't be encrypted or decrypted. The diary is unchanged.
package enum ConversionError: Hashable, Sendable {
  case alreadyEncrypted
  case notEncrypted
  case isBackup
  /// The number of missing bytes of free space.
  case notEnoughSpace(Int)
  /// A file that can't be decrypted or parsed, by its path within the store.
  case damaged(String)
  /// The file read back isn't the file written, by its path within the store.
  case differs(String)
  /// The file system can't exchange two folders.
  case notExchangeable(reason: String)
  /// An entry was added while the diary was locked, and isn't imported yet.
  case entryAdded
  case cancelled
}

/// The reason why an input can't be imported.
package enum InputError: Hashable, Sendable {
  case missing
  case unreadable(reason: String)
  case notUTF8(byte: Int)
  case notJSON(line: Int)
  /// The source only accepts JSON, and the input isn't JSON.
  case onlyJSON
  case notAnEntry(line: Int, reason: String)
  /// No import format matches.
  case unknownFormat
  /// A diary in another program's format that can't be imported, with its number of photos.
  case foreignDiary(String, photos: Int)
  /// A diary that the other program has encrypted.
  case encryptedDiary(String)
  /// An export of Diarium as HTML or as a document.
  case diariumDocument
  /// Files that no import reads: the first ones, the number of others, and the number of photos
  /// next to them.
  case unreadFiles([String], more: Int, photos: Int)
  /// Several archives that are separate diaries.
  case severalArchives([String])
  /// The input doesn't have the requested format.
  case wrongFormat(String)
  /// The input changed while it was read.
  case changed
  case archive(ArchiveError)
}

/// The reason why an archive can't be unpacked.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The library that reads archives isn't installed.
  case noLibrary
  case damaged
  /// More members than this limit.
  case tooMany(Int)
  /// More bytes than this limit.
  case tooLarge(Int64)
  /// The compression ratio is so high that it can only be an archive bomb.
  case archiveBomb
  /// Writing the unpacked files failed.
  case notWritten(reason: String)
  /// Every member was skipped; the first one and its reason.
  case nothingUnpacked(String, ArchiveMemberError)
}

/// The reason why a member of an archive is skipped.
package enum ArchiveMemberError: Error, Hashable, Sendable {
  case absolutePath
  case pathTraversal
  case controlCharacters
  case longName
  case tooDeep
  case link
  case special
  case encrypted
  case tooLarge
  case duplicate
}

/// The reason why an export can't be written.
package enum ExportError: Hashable, Sendable {
  case notEmpty
  case notAFolder
  case insideStore
  case otherDiary
  /// A file exists at the path of the export.
  case fileExists
  /// The library that writes archives isn't installed.
  case noArchiveLibrary
  /// The export failed; the target is unchanged.
  case failed(reason: String)
  case cancelled
  /// No program is installed that can print a book.
  case noPrinter
  /// An update of an earlier export failed. Each file is complete, either old or new.
  case incomplete(reason: String)
}

/// The reason why a backup can't be made, checked or restored.
package enum BackupError: Hashable, Sendable {
  // The folder of the backups.
  case notAFolder
  /// Neither the folder nor its parent exists.
  case noParent
  case insideStore
  case containsStore
  case isDiary
  case otherDiary
  // The backup to check or restore.
  case noBackups
  case notABackup
  case damaged
  // The target of a restore.
  case targetNotEmpty
  case targetInBackup
  /// The trash was emptied repeatedly while the diary was copied.
  case changing
  /// The operation failed; everything is unchanged.
  case failed(reason: String)
  case cancelled
}

extension FileOperation {
  /// Describes the operation: `writing /diary/log`, `/diary/log 쓰기`.
  package func description(of path: String) -> String {
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

/// The reason why a person can't do something in a shared diary.
package enum AccountError: Hashable, Sendable {
  /// No owner has approved the person yet. Both sides compare these words.
  case notApproved(verificationWords: [String])
  /// The person was removed.
  case removed
  /// The person may only read.
  case viewer
  /// The device belongs to no one in the diary.
  case notAMember
  /// The diary is another person's public diary.
  case follower
  /// Only owners may do this.
  case notAnOwner
}

extension AccountError {
  var message: String {
    switch self {
    case .notApproved(let check):
      localized(
        """
        You haven't been approved yet. An owner approves you with `photodiary people approve`, if \
        these words match there: \(check.joined(separator: " ")). Then sync.
        """)
    case .removed:
      localized(
        "You were removed from this diary. You can read and export what's here, but not change it.")
    case .viewer:
      localized("You are a viewer of this diary. To write, ask an owner to make you an editor.")
    case .notAMember:
      localized(
        """
        This device doesn't belong to anyone in this diary. Ask an owner for an invitation and run \
        `photodiary join`.
        """)
    case .follower:
      localized(
        """
        You follow this diary, which is someone else's. You can read and export it, but not write \
        in it.
        """)
    case .notAnOwner:
      localized(
        "Only an owner of this diary can do that. Run `photodiary people` to see the owners.")
    }
  }
}
