import System
import Text

extension DiaryError {
  var message: String {
    switch self {
    case .noSuchEntry(let id):
      localized("No entry has the id \(id). Run `photodiary list` to see the numbers or ids.")
    case .ambiguousID(let prefix, let count):
      localized("\(count) entries have ids that begin with \(prefix). Type more of the id.")
    case .noSuchRevision(let id, let title):
      localized("“\(title)” has no revision \(id). Run `photodiary history` to see its revisions.")
    case .ambiguousRevision(let prefix, let count):
      localized("\(count) revisions have ids that begin with \(prefix). Type more of the id.")
    case .emptyEntry:
      localized("The entry is empty. Add a title, some text, a photo or an attachment.")
    case .notTheAuthor(let title):
      localized("“\(title)” was written by someone else. Only its author can change or delete it.")
    case .inTrash(let title): localized("“\(title)” is in the trash. Restore it first.")
    case .notInTrash(let title): localized("“\(title)” isn't in the trash.")
    case .invalidDate(let text):
      localized(
        "“\(text)” isn't a date. Write it as 2026-11-19 07:30, yesterday 21:00 or 3 days ago.")
    case .invalidName(let name) where name.isBlank: localized("Enter a name.")
    case .invalidName(let name):
      localized("“\(name)” can't be a name. Use one line of printable text.")
    case .noSuchPhoto(let asset, let title): localized("“\(title)” has no photo \(asset).")
    case .noSuchDiary(let diary):
      localized("“\(diary.title)” isn't shown right now. Open it, or choose another diary.")
    case .noSuchJournal(let name):
      localized("Journal “\(name.shortened)” not found. Run `photodiary journals` to list them.")
    case .notLockable(let name):
      localized(
        """
        Couldn't lock “\(JournalName.displayName(name).shortened)”: none of the diaries with this \
        journal that you can write in is encrypted. Encrypt one of them first.
        """)
    case .hiddenJournal(let name):
      localized(
        """
        “\(JournalName.displayName(name).shortened)” is locked. To show locked journals, press \
        Alt-l in the list, or use --all-journals.
        """)
    case .hiddenEntry:
      localized("This entry is in a locked journal. Use --all-journals to show it.")
    case .hiddenInTrash:
      localized(
        """
        The trash also has entries of locked journals. To show locked journals, press Alt-l in the \
        list, or use --all-journals.
        """)
    case .sameJournal(let name):
      localized(
        "“\(name.shortened)” can't be merged with itself. Choose another journal for its entries.")
    case .journalExists(let name):
      localized(
        """
        Journal “\(JournalName.displayName(name).shortened)” already exists. Choose another name, or \
        merge the two.
        """)
    case .invalidJournalName(let name):
      localized(
        "“\(name.shortened)” can't be a journal's name. Use one short line of printable text.")
    case .defaultJournal:
      localized(
        """
        The default journal can't be renamed, merged or deleted. You can move its entries instead.
        """)
    case .noSuchTag(let name):
      localized("No entry has the tag #\(name.shortened). Run `photodiary tags` to list them.")
    case .noSuchSearch(let name):
      localized(
        "There is no saved search “\(name.shortened)”. Run `photodiary searches` to list them.")
    case .noPlaceNames(let name):
      localized(
        """
        “\(name.shortened)” isn't known, because the names of places aren't installed. Write its \
        coordinates, as in near:37.57,126.98.
        """)
    case .noSuchPlace(let name):
      localized(
        "No place named “\(name.shortened)” is known. Write its coordinates, as in near:37.57,126.98."
      )
    case .invalidTag(let name):
      localized("“\(name.shortened)” can't be a tag. Use one short line of printable text.")
    case .noSuchComment(let id):
      localized("The entry has no comment \(id). Run `photodiary show` to see its comments.")
    case .emptyComment: localized("The comment is empty. Add some text.")
    case .longComment:
      localized("The comment is too long: the limit is \(CountText.bytes(EntryComment.longest)).")
    case .notTheCommenter:
      localized("Someone else wrote this comment. Only its author can change or remove it.")
    case .changedComment: localized("The comment was changed in the meantime.")
    case .account(let error): error.message
    case .photo(let path, let failure): Self.message(failure, path)
    case .attachment(let path, let failure): Self.message(attachment: failure, path)
    case .store(let path, let failure): Self.message(failure, path)
    case .draft(let path):
      localized(
        """
        Nothing was removed: the draft \(path) is damaged, so the photos it uses are unknown. Fix \
        or remove the draft first.
        """)
    case .input(let name, let failure): Self.message(failure, name)
    case .export(let path, let failure): Self.message(failure, path)
    case .backup(let path, let failure): Self.message(failure, path)
    }
  }

  private static func message(_ failure: PhotoError, _ path: String) -> String {
    switch failure {
    case .missing: localized("Photo \(path) not found. Check the path.")
    case .isFolder: localized("\(path) is a folder, not a photo. Choose a file in it.")
    case .notAFile:
      localized(
        "\(path) isn't a regular file. Copy the photo to a regular file first.")
    case .unreadable: localized("Couldn't read \(path). Check its permissions.")
    case .assetMissing:
      localized(
        "The photo \(path) is no longer in the diary, because the trash was emptied. Add it again.")
    case .notAnImage:
      localized(
        "\(path) isn't a photo. Use JPEG, PNG, WebP, GIF, TIFF, BMP, HEIC, AVIF or JPEG XL.")
    case .otherKind(let kind):
      localized(
        "\(path) is \(kind.words), which can't be shown. Save it as JPEG or PNG and add that.")
    case .noPictureProgram:
      localized(
        "Couldn't add \(path): the program photodiary-picture is missing. Reinstall PhotoDiary.")
    case .timedOut: localized("Couldn't add \(path): reading it took too long. Try a smaller copy.")
    }
  }

  private static func message(attachment failure: PhotoError, _ path: String) -> String {
    switch failure {
    case .missing: localized(id: "attachment.missing", "File \(path) not found. Check the path.")
    case .isFolder: localized("\(path) is a folder. Choose a file in it.")
    case .notAFile: localized("\(path) isn't a regular file. Copy it to a regular file first.")
    case .assetMissing:
      localized(
        "The file \(path) is no longer in the diary, because the trash was emptied. Add it again.")
    case .unreadable, .notAnImage, .otherKind, .noPictureProgram, .timedOut:
      message(.unreadable, path)
    }
  }

  private static func message(_ failure: StoreError, _ path: String) -> String {
    switch failure {
    case .missing:
      localized(
        """
        No diary at \(path) yet. Your first entry creates it. If you expected one, check --store \
        and PHOTODIARY_STORE.
        """)
    case .disappeared(let entries, isFolderLeft: true):
      localized(
        """
        The logs of the diary at \(path), which had \(CountText.entries(entries)), are missing. \
        Move the folder away, then restore the diary with `photodiary clone` or `photodiary backup \
        --restore`.
        """)
    case .disappeared(let entries, isFolderLeft: false):
      localized(
        """
        The diary at \(path), which had \(CountText.entries(entries)), is missing. Attach its \
        disk, restore it with `clone` or `backup --restore`, or start a new one with \
        `photodiary add --new-diary TEXT`.
        """)
    case .cloneIncomplete:
      localized(
        """
        The diary at \(path) hasn't been received completely yet. Run `photodiary sync` until it's \
        complete, then write.
        """)
    case .readOnly:
      localized(
        """
        \(path) is read-only: its file system or permissions don't allow writing. Nothing was \
        changed.
        """)
    case .noPermission: localized("No permission for \(path). Check its owner and permissions.")
    case .diskFull:
      localized("Couldn't save \(path): the disk is full. Free some space and save again.")
    case .notAFolder: localized("\(path) isn't a folder. Check --store and PHOTODIARY_STORE.")
    case .newerFormat(let version):
      localized(
        """
        The diary at \(path) has format \(version), which is newer than this program. Update \
        PhotoDiary.
        """)
    case .encrypted:
      localized(
        "The diary at \(path) is encrypted. Run `photodiary unlock`, or use --passphrase-file.")
    case .foreignRecipient:
      localized(
        """
        Nothing was saved: \(path) isn't this diary's key. Someone may have replaced it to read \
        what you add. Run `photodiary unlock` to correct it.
        """)
    case .encryptedCopy:
      localized(
        """
        Nothing was changed: the copy at \(path) is encrypted. Decrypt it first (`photodiary \
        decrypt --store`), or merge both through a remote (`photodiary sync`).
        """)
    case .converted:
      localized(
        """
        Another program has encrypted or decrypted the diary at \(path), or changed its key. Open \
        it again.
        """)
    case .notConverted(let failure): message(failure, path)
    case .locked:
      localized(
        "Another program is writing to \(path). Wait until it's done or end it, then try again.")
    case .damaged(let what): localized("\(path) is damaged: \(what). Run `photodiary verify`.")
    case .unavailable(let operation, let reason):
      localized(
        """
        \(beginning(operation, path)) failed: \(reason). Existing data is unchanged. Try again \
        when the disk, network or machine is working again.
        """)
    case .failed(let operation, let reason):
      localized("\(beginning(operation, path)) failed: \(reason). Existing data is unchanged.")
    }
  }

  private static func message(_ failure: ConversionError, _ path: String) -> String {
    switch failure {
    case .alreadyEncrypted:
      localized("The diary at \(path) is already encrypted. Nothing was changed.")
    case .notEncrypted: localized("The diary at \(path) isn't encrypted.")
    case .isBackup:
      localized("\(path) is a backup. Encrypt the diary itself, then back it up again.")
    case .notEnoughSpace(let bytes):
      localized(
        """
        Nothing was changed: rewriting the diary at \(path) needs \(CountText.bytes(bytes)) more \
        free space. Free some and try again.
        """)
    case .damaged(let file):
      localized(
        """
        Nothing was changed: \(file) in \(path) is damaged. Run `photodiary verify --repair` first \
        to set it aside.
        """)
    case .differs(let file):
      localized(
        """
        Nothing was changed: \(file), read back from the disk, doesn't match what was written. \
        Check the disk that contains \(path).
        """)
    case .entryAdded:
      localized("Nothing was changed: an entry was added while the diary was locked. Try again.")
    case .notExchangeable(let reason):
      localized(
        """
        Couldn't replace \(path) with the new folder: \(reason). Nothing was changed. Move the \
        diary to another file system, or into a subfolder of this one.
        """)
    case .cancelled: localized("Stopped. The diary at \(path) is unchanged.")
    }
  }

  /// Returns `Writing /diary/log`. In Korean the path comes first, so nothing is capitalized.
  private static func beginning(_ operation: FileOperation, _ path: String) -> String {
    let words = operation.description(of: path)
    guard Language.current == .english else { return words }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func message(_ failure: InputError, _ name: String) -> String {
    switch failure {
    case .missing: localized("File \(name) not found. Check the path.")
    case .unreadable(let reason): localized("Couldn't read \(name): \(reason).")
    case .notUTF8(let byte):
      localized(
        "\(name) isn't UTF-8 text at byte \(byte). Convert it first, for example with iconv.")
    case .notJSON(let line): localized("\(name), line \(line): not valid JSON.")
    case .onlyJSON:
      localized(
        "\(name) isn't JSON, and only JSON can be imported from there. Name a file instead.")
    case .notAnEntry(let line, let reason): localized("\(name), line \(line): \(reason).")
    case .unknownFormat:
      localized("\(name) isn't in a format that can be imported. See `photodiary help import`.")
    case .foreignDiary(let program, let photos):
      localized(
        """
        Nothing was added: \(name) looks like a diary from \(program), which can't be imported \
        yet.
        """)
        + photosHint(photos)
    case .encryptedDiary(let program):
      localized(
        """
        Nothing was added: \(name) is an encrypted diary from \(program). Decrypt it there, or \
        export it without a password, and import that.
        """)
    case .diariumDocument:
      localized(
        """
        Nothing was added: \(name) is a Diarium export as HTML, Word or RTF, which can't be \
        imported. Export as JSON or text from Diarium instead.
        """)
    case .unreadFiles(let files, let more, let photos):
      unread(files.joined(separator: ", "), more, name) + photosHint(photos)
    case .severalArchives(let archives):
      localized(
        """
        Nothing was added: \(name) contains \(archives.count) archives. Import each separately: \
        \(archives.prefix(5).joined(separator: ", "))\(archives.count > 5 ? "…" : ".")
        """)
    case .wrongFormat(let format):
      localized("\(name) isn't \(format). Omit --format to detect the format.")
    case .changed:
      localized("Nothing was added: \(name) changed while it was being read. Import it again.")
    case .archive(let failure): message(failure, name)
    }
  }

  private static func unread(_ files: String, _ more: Int, _ name: String) -> String {
    more > 0
      ? localized(
        "Nothing was added. These files in \(name) can't be imported: \(files) and \(more) more.")
      : localized("Nothing was added. These files in \(name) can't be imported: \(files).")
  }

  private static func photosHint(_ photos: Int) -> String {
    guard photos > 0 else { return "" }
    let hint = localized(
      counting: photos, one: "To import only its photo, use --format photos.",
      other: "To import only its \(photos) photos, use --format photos.")
    return " " + hint
  }

  private static func message(_ failure: ArchiveError, _ name: String) -> String {
    switch failure {
    case .noLibrary:
      localized(
        """
        Couldn't read the archive \(name): libarchive isn't installed. Install libarchive13, or \
        unpack it and import the folder.
        """)
    case .damaged:
      localized("Couldn't unpack \(name): it's damaged or incomplete. Nothing was added.")
    case .tooMany(let count):
      localized("\(name) contains more than \(count) files. Unpack it and import the folder.")
    case .tooLarge(let bytes):
      localized("\(name) contains more than \(bytes >> 30) GiB. Unpack it and import the folder.")
    case .archiveBomb:
      localized(
        """
        Nothing was added: unpacked, \(name) would be over a hundred times larger, as if made to \
        fill a disk.
        """)
    case .notWritten(let reason):
      localized(
        "Couldn't unpack \(name): \(reason). Nothing was added. Free some space and try again.")
    case .nothingUnpacked(let member, let failure):
      localized("Nothing in \(name) can be unpacked: \(member), \(failure.message).")
    }
  }

  private static func message(_ failure: ExportError, _ path: String) -> String {
    switch failure {
    case .notEmpty:
      localized(
        """
        \(path) isn't empty and doesn't contain an earlier export of this kind. Choose another \
        folder.
        """)
    case .notAFolder: localized("\(path) isn't a folder. Choose another place.")
    case .insideStore: localized("\(path) is inside the diary's folder. Choose another place.")
    case .noPrinter:
      localized(
        """
        No program that can print a book was found. Install chromium, weasyprint or wkhtmltopdf, \
        for example with `sudo apt install chromium`, or export as html and print that in a \
        browser.
        """)
    case .otherDiary:
      localized(
        "\(path) contains an export of another diary. Choose another folder.")
    case .fileExists: localized("\(path) already exists. Choose another name, or remove it first.")
    case .noArchiveLibrary:
      localized("Couldn't write an archive: libarchive isn't installed. Install libarchive13.")
    case .failed(let reason):
      localized("Couldn't export to \(path): \(reason). Nothing there was changed.")
    case .cancelled: localized("Stopped the export to \(path). Nothing there was changed.")
    case .incomplete(let reason):
      localized(
        "The export in \(path) is only partly up to date: \(reason). Export again to finish it.")
    }
  }

  private static func message(_ failure: BackupError, _ path: String) -> String {
    switch failure {
    case .notAFolder: localized("\(path) isn't a folder. Choose another place.")
    case .noParent:
      localized(
        "The parent folder of \(path) doesn't exist. Create it, or attach the disk it's on.")
    case .insideStore: localized("\(path) is inside the diary's folder. Choose another place.")
    case .containsStore:
      localized(
        "\(path) contains the diary's folder. Choose another place, preferably on another disk.")
    case .isDiary: localized("\(path) is a diary or a backup. Choose another place.")
    case .otherDiary: localized("\(path) contains backups of another diary. Choose another folder.")
    case .noBackups: localized("No backups in \(path). Check the path.")
    case .notABackup:
      localized("\(path) isn't a backup. Choose a folder that `photodiary backup` created.")
    case .damaged:
      localized(
        """
        The backup \(path) is damaged, so nothing was restored. Try an earlier one, or copy the \
        folder by hand and run `photodiary verify --repair` on it.
        """)
    case .targetNotEmpty:
      localized(
        "\(path) isn't empty. Choose a new or empty folder with --store.")
    case .targetInBackup:
      localized("\(path) is inside the backup. Choose another folder with --store.")
    case .changing:
      localized(
        """
        Couldn't back up to \(path): the trash was emptied repeatedly in the meantime. Try again \
        later.
        """)
    case .failed(let reason):
      localized("Couldn't back up to \(path): \(reason). Earlier backups are unchanged.")
    case .cancelled: localized("Stopped. Nothing was left in \(path).")
    }
  }
}

extension ArchiveMemberError {
  package var message: String {
    switch self {
    case .absolutePath: localized("its path is absolute")
    case .pathTraversal: localized("its path points outside the archive")
    case .controlCharacters: localized("its name has control characters")
    case .longName: localized("its name is too long")
    case .tooDeep: localized("it's nested too deeply")
    case .link: localized("it's a link")
    case .special: localized("it's a device or a pipe")
    case .encrypted: localized("it's encrypted")
    case .tooLarge: localized("it's too large")
    case .duplicate: localized("another file has the same name")
    }
  }
}

extension OtherImageKind {
  fileprivate var words: String {
    switch self {
    case .icon: localized("an icon (ICO)")
    case .photoshop: localized("a Photoshop document (PSD)")
    case .jpeg2000: localized("a JPEG 2000 image")
    }
  }
}
