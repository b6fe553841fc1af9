extension DiaryError {
  var english: String {
    switch self {
    case .noSuchEntry(let id):
      "No entry has the id \(id). `photodiary list` shows the ids."
    case .ambiguousID(let prefix, let count):
      "\(count) entries have ids that begin with \(prefix). Give more of the id."
    case .noSuchRevision(let id, let title):
      "“\(title)” has no saved state \(id). `photodiary history` shows them."
    case .ambiguousRevision(let prefix, let count):
      "\(count) saved states have ids that begin with \(prefix). Give more of the id."
    case .emptyEntry:
      "The entry is empty. Give it a title, some text, a photo or an attachment."
    case .notTheAuthor(let title):
      "“\(title)” was written by someone else. Only its author may change or delete it."
    case .inTrash(let title):
      "“\(title)” is in the trash. Restore it first."
    case .notInTrash(let title):
      "“\(title)” is not in the trash; there is nothing to restore."
    case .invalidDate(let text):
      "“\(text)” is not a date. Write it as 2026-11-19 or 2026-11-19T07:30:00+09:00."
    case .invalidName(let name):
      "“\(name)” is not a name. Give a line of text that can be printed."
    case .noSuchPhoto(let asset, let title):
      "“\(title)” has no photo \(asset)."
    case .noSuchJournal(let name):
      "There is no journal “\(name.shortened)”. `photodiary journals` lists them."
    case .sameJournal(let name):
      "“\(name.shortened)” can't be merged with itself. Name another journal for its entries."
    case .journalExists(let name):
      "There is a journal “\(name.shortened)” already. Choose another name, or merge the two."
    case .invalidJournalName(let name):
      "“\(name.shortened)” can't be a journal's name. Give one short line that can be printed."
    case .defaultJournal:
      "The journal that every diary has can't be renamed, merged away or deleted; its entries can be moved."
    case .noSuchTag(let name):
      "No entry has the tag #\(name.shortened). `photodiary tags` lists them."
    case .invalidTag(let name):
      "“\(name.shortened)” can't be a tag. Give one short line that can be printed."
    case .photo(let path, let fault): Self.words(fault, path)
    case .attachment(let path, let fault): Self.words(attachment: fault, path)
    case .store(let path, let fault): Self.words(fault, path)
    case .draft(let path):
      "The draft \(path) is damaged, and nobody knows which photos it has. Nothing was removed;"
        + " mend it or remove it first."
    case .input(let name, let fault): Self.words(fault, name)
    case .export(let path, let fault): Self.words(fault, path)
    case .backup(let path, let fault): Self.words(fault, path)
    case .settings(let mistakes): mistakes.map(\.text).joined(separator: " ")
    case .editor(let name, .cannotStart(let reason)):
      "The editor \(name) can't be started: \(reason). Set EDITOR to one that is installed."
    case .editor(let name, .failed(let status)):
      "The editor \(name) failed with status \(status). What it saved was read back."
    }
  }

  private static func words(_ fault: PhotoFault, _ path: String) -> String {
    switch fault {
    case .missing: "There is no photo at \(path). Check the path."
    case .isFolder: "\(path) is a folder, not a photo. Name a file in it."
    case .notAFile: "\(path) is not a regular file. Copy the photo to a file first."
    case .unreadable: "\(path) can't be read. Check its permissions."
    case .gone:
      "The photo \(path) is no longer in the diary: the trash was emptied meanwhile. Add it again."
    case .notAnImage: "\(path) is not a photo. JPEG, PNG, WebP, GIF, TIFF, HEIC and AVIF are taken."
    case .noPictureProgram:
      "\(path) was not added: the program photodiary-picture is missing. Install PhotoDiary again."
    case .timedOut: "\(path) was not added: reading it took too long. Try a smaller copy."
    }
  }

  private static func words(attachment fault: PhotoFault, _ path: String) -> String {
    switch fault {
    case .missing: "There is no file at \(path). Check the path."
    case .isFolder: "\(path) is a folder. Name a file in it."
    case .notAFile: "\(path) is not a regular file. Copy it to one first."
    case .gone:
      "The file \(path) is no longer in the diary: the trash was emptied meanwhile. Add it again."
    case .unreadable, .notAnImage, .noPictureProgram, .timedOut: words(.unreadable, path)
    }
  }

  private static func words(_ fault: StoreFault, _ path: String) -> String {
    switch fault {
    case .missing:
      "There is no diary at \(path) yet; the first entry makes it. Check --store and"
        + " PHOTODIARY_STORE if there should be one."
    case .readOnly:
      "\(path) can be read but not written: its file system or its permissions don't allow it."
        + " Nothing was changed."
    case .noPermission: "No permission for \(path). Check its owner and permissions."
    case .diskFull: "The disk is full; \(path) was not saved. Free some space and save again."
    case .notAFolder: "\(path) is not a folder. Check --store and PHOTODIARY_STORE."
    case .newerFormat(let version):
      "The diary at \(path) has format \(version), newer than this program. Update PhotoDiary."
    case .locked:
      "Another program is writing and holds \(path). Wait for it or end it, then try again."
    case .damaged(let what): "\(path) is damaged: \(what). Run `photodiary verify`."
    case .unavailable(let operation, let reason):
      "\(sentence(operation, path)) failed for now: \(reason). What was there before is unchanged; try again"
        + " when the disk, the network or the machine has recovered."
    case .failed(let operation, let reason):
      "\(sentence(operation, path)) failed: \(reason). What was there before is unchanged."
    }
  }

  /// `Writing /diary/log`
  private static func sentence(_ operation: FileOperation, _ path: String) -> String {
    let words = operation.words(path)
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func words(_ fault: InputFault, _ name: String) -> String {
    switch fault {
    case .missing: "There is no file \(name). Check the path."
    case .unreadable(let reason): "\(name) can't be read: \(reason)."
    case .notUTF8(let byte):
      "\(name) is not UTF-8 text at byte \(byte). Convert it first, for example with iconv."
    case .notJSON(let line): "\(name), line \(line): not valid JSON."
    case .onlyJSON:
      "\(name) is not JSON, and nothing else can be read from there: name the file instead."
    case .notAnEntry(let line, let reason): "\(name), line \(line): \(reason)."
    case .unknownFormat:
      "\(name) is nothing that import knows. It takes JSON Lines, JSON, Markdown, a Day One "
        + "export, a journal of jrnl or RedNotebook and a folder of photos, each in a zip or a tar too."
    case .notOfFormat(let format): "\(name) is no \(format). Leave --format out to have it known."
    case .changed: "\(name) changed while it was read. Nothing was added; import it again."
    case .archive(let fault): words(fault, name)
    }
  }

  private static func words(_ fault: ArchiveFault, _ name: String) -> String {
    switch fault {
    case .noLibrary:
      "\(name) is an archive, and libarchive isn't there to read it. Install libarchive13, or "
        + "unpack it and import the folder."
    case .damaged:
      "\(name) can't be unpacked: it is damaged or cut off. Nothing was added."
    case .tooMany(let count):
      "\(name) holds more than \(count) files. Unpack it and import the folder."
    case .tooLarge(let bytes):
      "\(name) holds more than \(bytes >> 30) GiB. Unpack it and import the folder."
    case .tooDense:
      "\(name) would become over a hundred times larger unpacked, as if made to fill a disk. "
        + "Nothing was added."
    case .notWritten(let reason):
      "\(name) can't be unpacked: \(reason). Nothing was added; make room and try again."
    case .nothingUnpacked(let member, let fault):
      "\(name) holds nothing that can be unpacked: \(member), \(fault.english)."
    }
  }

  private static func words(_ fault: ExportFault, _ path: String) -> String {
    switch fault {
    case .notEmpty:
      "\(path) is not empty and holds no earlier export of this kind. Choose another folder."
    case .notAFolder: "\(path) is not a folder. Choose another place."
    case .insideStore: "\(path) is inside the diary's own folder. Choose another place."
    case .noPrinter:
      "No program that prints a book was found. Install chromium, weasyprint or wkhtmltopdf, as with "
        + "`sudo apt install chromium`, or export as html and print that in a browser."
    case .otherDiary: "\(path) holds the export of another diary. Choose another folder."
    case .fileExists: "\(path) is there already. Choose another name, or remove it first."
    case .noArchiveLibrary: "Archives can't be written without libarchive. Install libarchive13."
    case .failed(let reason): "The export to \(path) failed: \(reason). Nothing there was changed."
    case .cancelled: "The export to \(path) was stopped. Nothing there was changed."
    case .incomplete(let reason):
      "The export in \(path) is only partly up to date: \(reason). Export again to finish it."
    }
  }

  private static func words(_ fault: BackupFault, _ path: String) -> String {
    switch fault {
    case .notAFolder: "\(path) is not a folder. Choose another place."
    case .noParent:
      "There is no folder in which \(path) could be made. Make it, or attach the disk that it is on."
    case .insideStore: "\(path) is inside the diary's own folder. Choose another place."
    case .aroundStore:
      "\(path) has the diary's own folder in it. Choose another place, best on another disk."
    case .isDiary: "\(path) is a diary, or a backup of one, itself. Choose another place."
    case .otherDiary: "\(path) holds the backups of another diary. Choose another folder."
    case .noBackups: "There is no backup in \(path). Check the path."
    case .notABackup:
      "\(path) is not a backup. Name one of the folders that `photodiary backup` has made."
    case .damaged:
      "The backup \(path) is damaged, so nothing was restored. Try an earlier one, or"
        + " copy the folder by hand and run `photodiary verify --repair` on it."
    case .targetNotEmpty:
      "\(path) is not empty. A backup is restored to a new or empty folder; name one by --store."
    case .targetInBackup: "\(path) is inside the backup itself. Name another folder by --store."
    case .changing:
      "The diary's trash was emptied while it was copied to \(path), again and again. Try again later."
    case .failed(let reason): "That failed in \(path): \(reason). Backups made before are unharmed."
    case .cancelled: "Stopped; nothing was left in \(path)."
    }
  }
}
