import DiaryCore

/// Something that an import of another program's diary could not bring, or not as it was.
package struct ImportNote: Hashable, Sendable {
  package let place: ImportPlace
  package let problem: ImportProblem

  init(_ place: ImportPlace, _ problem: ImportProblem) {
    self.place = place
    self.problem = problem
  }

  /// Whether an entry doesn't come for it.
  package var isRefusal: Bool { if case .refused = problem { true } else { false } }

  /// What it is about: the same for those that say the same of other entries.
  package var sort: String {
    if case .refused(let fault) = problem { return "refused \(Self.name(of: fault))" }
    return Self.name(of: problem)
  }

  /// The name of a case, without what it holds.
  private static func name(of value: some Sendable) -> String {
    String(String(describing: value).prefix { $0 != "(" })
  }
}

/// Where in an import something stands.
package enum ImportPlace: Hashable, Sendable {
  case file(String)
  /// An entry by its number in a file, from 1, and what it says of itself: its day, mostly.
  case entry(file: String, number: Int, day: String?)
  /// A line of a file, from 1.
  case line(file: String, number: Int)
}

/// What is wrong at a place of an import.
package enum ImportProblem: Hashable, Sendable {
  /// The entry doesn't come.
  case refused(EntryFault)
  /// A file of an archive isn't unpacked.
  case member(ArchiveMemberFault)
  /// An archive beside what is imported isn't looked into.
  case archive
  /// The text or the list names a photo, and no file is it.
  case missingPhoto(String)
  /// It is a symbolic link.
  case linkedPhoto(String)
  /// The file is there and can't be taken.
  case photo(String, PhotoFault)
  /// It is in the diary and can't be shown.
  case undrawnPhoto(String, PictureProblem)
  /// The entry lists an attachment, and no file is it.
  case missingAttachment(String)
  case attachment(String, PhotoFault)
  /// A photo or an attachment that no entry names.
  case unnamedFile
  /// No such time zone: the entry has the time of this place.
  case unknownZone(String)
  /// The text names it where it isn't read: on another computer, or outside of what is imported.
  case remotePhoto(String)
  case outsidePhoto(String)
  /// Something is called a date and can't be understood as one.
  case unreadDate(String)
  /// Nothing tells a date: the entry has that of its file.
  case dateOfFile
  /// Half a character stood in it, and U+FFFD stands there now.
  case mendedCharacter
  /// What stands in front of the text can't be read, and stays there.
  case frontMatter(FrontMatterFault)
  /// A name is there twice, and the last one counts.
  case repeatedName(String)
  /// So many files of one kind are no entries, and no entry shows them.
  case otherFiles(Int)
  /// It is in the trash of the program that it comes from.
  case trashedThere
  /// So many entries are in the trash here, and stay there.
  case inTrash(Int)
  /// So many entries come that someone else wrote.
  case byOthers(Int)
  /// It was changed there since it was imported, and isn't brought unless asked.
  case changedThere
  /// It was changed there, and here too, or is in the trash here: it stays as it is here.
  case editedHere
}
