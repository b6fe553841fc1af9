import Localization

/// What was found in a folder of photos: the entries proposed for them, the earliest first.
package struct PhotoProposal: Hashable, Sendable {
  package var groups: [PhotoGroup]
  /// Photos that stand in an entry of the diary already, by their bytes.
  package var alreadyThere: Int
  /// Of those, the ones that only entries in the trash have.
  package var inTrash: Int
  /// Files that can't be taken.
  package var refused: [PhotoIssue]
  /// Whether there are more new photos than are proposed in one go. Once these are in the diary,
  /// doing it again proposes the next ones.
  package var isCut: Bool
  /// What else is in the folder.
  package var passedOver: PassedOverFiles
  /// What is left where it is for another reason, a line each.
  package var leftOut: [String] = []

  package init(
    groups: [PhotoGroup], alreadyThere: Int = 0, inTrash: Int = 0, refused: [PhotoIssue] = [],
    isCut: Bool = false, passedOver: PassedOverFiles = PassedOverFiles()
  ) {
    self.groups = groups
    self.alreadyThere = alreadyThere
    self.inTrash = inTrash
    self.refused = refused
    self.isCut = isCut
    self.passedOver = passedOver
  }

  package var photos: Int { groups.reduce(0) { $0 + $1.photos.count } }
}

/// A file or folder that isn't imported, and why.
package struct PhotoIssue: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case photo(DiaryError)
    case unreadableFolder
    case tooDeep
  }

  package let path: String
  package let reason: Reason

  package init(path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension PhotoIssue {
  /// The refusal on one line, safe for a terminal.
  package var line: String {
    switch reason {
    case .photo(let error): error.line
    case .unreadableFolder: localized("No permission to open the folder \(path).").printable
    case .tooDeep:
      localized("The folder \(path) is nested too deeply. Import it separately.").printable
    }
  }
}

/// What an import of photos did.
package struct PhotoImportOutcome: Hashable, Sendable {
  /// As they were saved, in the order of their groups.
  package var entries: [Entry] = []
  /// Groups of which every photo was in the diary.
  package var entriesAlreadyThere = 0
  /// Groups of which no photo could be taken.
  package var entriesRefused = 0
  package var photos = 0
  package var photosAlreadyThere = 0
  package var refused: [PhotoIssue] = []
  /// The paths of all that stands in entries now, of the groups that were written or were there already.
  package var taken: [String] = []
  /// What is to be said of files that stay where they are, a line each.
  package var leftOut: [String] = []
  /// Photos that were added but can't be shown.
  package var problems: [String: PictureProblem] = [:]
  /// Whether it was stopped on the way: what was added until then stays.
  package var wasCancelled = false
  /// Why it ended on the way: what was added until then stays.
  package var failure: DiaryError?

  package init() {}
}
