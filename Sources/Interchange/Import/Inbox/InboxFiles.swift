import DiaryCore
import System

/// What waits in an inbox. What was taken stands in a folder in it, which isn't looked into.
struct InboxFiles {
  static let takenFolder = "taken"
  /// In seconds: what changed since is probably still being written.
  static let quiet: Int64 = 10

  private(set) var photos: [PhotoFolderWalk.File] = []
  private(set) var notes: [String] = []
  private(set) var recordings: [String] = []
  /// What nothing is made of.
  private(set) var others: [String] = []
  /// What is still being written, or was a moment ago.
  private(set) var unfinished: [String] = []
  private(set) var refused: [PhotoIssue] = []

  /// - Parameter now: Seconds since 1970; `nil` to take all as finished.
  init(in folder: String, now: Int64?, found: (Int) -> Void = { _ in }) throws(DiaryError) {
    let walk = try PhotoFolderWalk(folder, passingOver: [Self.takenFolder], found: found)
    refused = walk.refused
    for file in walk.files {
      if Self.isUnfinished(file.path, now) {
        unfinished.append(file.path)
      } else {
        photos.append(file)
      }
    }
    for path in walk.others {
      let type = MediaType(ofFileNamed: Path.name(path))
      let isNote = ["text/markdown", "text/plain"].contains(type.description)
      if Self.isUnfinished(path, now) {
        unfinished.append(path)
      } else if isNote {
        notes.append(path)
      } else if type.isFilm || type.isRecording {
        recordings.append(path)
      } else {
        others.append(path)
      }
    }
  }

  /// By when anything of it changed, which nobody can set: a copy may have the time of what it is a copy of
  /// long before it is whole. Or by what programs call a part of a file.
  private static func isUnfinished(_ path: String, _ now: Int64?) -> Bool {
    guard let now else { return false }
    if ["part", "partial", "crdownload", "tmp", "filepart"].contains(MarkdownFiles.ending(of: path))
    {
      return true
    }
    guard let status = FileSystem.status(of: path) else { return true }
    let age = now - Int64(status.changed.seconds)
    return age >= 0 && age < quiet
  }
}
