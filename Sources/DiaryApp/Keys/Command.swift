import TerminalUI
import Text

/// The actions that keys can be bound to, in a `KeyTable`, which help is generated from. The raw
/// values are the permanent names in `config.toml`.
package enum Command: String, Hashable, Sendable, CaseIterable {
  case help, back, leave, suspend, redraw
  case palette = "commands"
  case jumpBack = "jump-back"
  case jumpForward = "jump-forward"
  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case halfPageUp = "half-page-up"
  case halfPageDown = "half-page-down"
  case first, last
  case open, today, new, edit
  case editExternally = "edit-externally"
  case delete, comment, undo, redo, export, backup
  case search, trash, status, settings
  case inbox
  case photosOfDay = "photos-of-day"
  /// Any custom command of the user.
  case custom = "own"
  case lock
  case sync
  case syncNow = "sync-now"
  case keepPhotos = "keep-photos"
  case addRemote = "add-remote"
  case keepSearch = "keep-search"
  case widenSearch = "widen-search"
  case saveSearch = "save-search"
  case previous, next
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case focusNext = "focus-next"
  case focusPrevious = "focus-previous"
  case listForm = "list-form"
  case gallery, left, right, view
  case alike
  case keepBest = "keep-best"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case wholePhoto = "whole-photo"
  case details
  case play
  case record
  case openOutside = "open-outside"
  case copyOut = "copy-out"
  case history, versions
  case calendar
  case onThisDay = "on-this-day"
  case jumpToDate = "jump-to-date"
  case yearView = "year-view"
  case previousYear = "previous-year"
  case nextYear = "next-year"
  case wholeText = "whole-text"
  case revert
  case keepLeft = "keep-left"
  case keepRight = "keep-right"
  case editMerged = "edit-merged"
  case nextVersion = "next-version"
  case save, discard
  case nextField = "next-field"
  case previousField = "previous-field"
  case addPhoto = "add-photo"
  case choosePrevious = "choose-previous"
  case chooseNext = "choose-next"
  case removePhoto = "remove-photo"
  case movePhotoBack = "move-photo-back"
  case movePhotoForward = "move-photo-forward"
  case editCaption = "edit-caption"
  case changeOrder = "change-order"
  case showHidden = "show-hidden"
  case useFolder = "take-folder"
  case pastePhoto = "paste-photo"
  case datePhoto = "date-photo"
  case importPhotos = "import-photos"
  case importDiary = "import-diary"
  case importUpdates = "bring-updates"
  case importAsMine = "import-as-mine"
  case dropGroup = "drop-group"
  case mergeGroup = "merge-group"
  case splitGroup = "split-group"
  case writeGroups = "write-groups"
  case toggleStar = "toggle-star"
  case togglePin = "toggle-pin"
  case entryTags = "entry-tags"
  case tagList = "tags"
  case statistics, places, map, moods, trips, random, drafts
  case wholeMap = "whole-map"
  /// Shows the route between the places on the map.
  case route = "way"
  case yearReview = "year-review"
  case slideShow = "slide-show"
  case pauseSlides = "pause-slides"
  case journals
  case moveToJournal = "move-to-journal"
  case lockJournal = "lock-journal"
  case lockedJournals = "locked-journals"
  case notify
  case markRead = "mark-read"
  case journal, rename, recolor, merge
  case moveUp = "move-up"
  case moveDown = "move-down"
  case markRange = "mark-range"
  case markAll = "mark-all"
  case unmark
  case entryDetails = "entry-details"
  case choosePlace = "choose-place"
  case namePlaces = "name-places"
  case templates, spelling
  case mark, restore
  case emptyTrash = "empty-trash"
  case yes, no, accept, cancel
  case keepPlace = "keep-place"
  case find
  case findPrevious = "find-previous"
  case replace
  case replaceAll = "replace-all"
  // Commands of text fields.
  case wordBack = "word-back"
  case wordForward = "word-forward"
  case rowStart = "row-start"
  case rowEnd = "row-end"
  case paragraphBack = "paragraph-back"
  case paragraphForward = "paragraph-forward"
  case newLine = "new-line"
  case deleteBack = "delete-back"
  case deleteForward = "delete-forward"
  case killWordBack = "cut-word-back"
  case killWordForward = "cut-word-forward"
  case killLineEnd = "cut-to-line-end"
  case killLineStart = "cut-to-line-start"
  case cutText = "cut"
  case copyText = "copy"
  case yank
  case setMark = "set-mark"
  case selectAll = "select-all"
  case indent, outdent
  case focusParagraph = "focus-paragraph"
}

// MARK: - Groups

/// The purposes by which help groups commands.
package enum KeyGroup: Hashable, CaseIterable {
  case write, read, find, photos, manage

  package var title: String {
    switch self {
    case .write: localized("Write")
    case .read: localized("Read")
    case .find: localized("Find")
    case .photos: localized("Photos")
    case .manage: localized("Manage")
    }
  }
}

extension Command {
  package var group: KeyGroup {
    switch self {
    case .new, .edit, .editExternally, .delete, .comment, .undo, .redo, .save, .discard,
      .nextField, .previousField,
      .toggleStar, .togglePin, .entryTags, .entryDetails, .journal, .templates, .spelling, .drafts,
      .focusParagraph, .replace, .replaceAll, .editMerged, .keepLeft, .keepRight, .revert,
      .wordBack, .wordForward, .rowStart, .rowEnd, .paragraphBack, .paragraphForward, .newLine,
      .deleteBack, .deleteForward, .killWordBack, .killWordForward, .killLineEnd, .killLineStart,
      .cutText, .copyText, .yank, .setMark, .selectAll, .indent, .outdent:
      .write
    case .open, .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .left,
      .right, .previous, .next, .nextMatch, .previousMatch, .focusNext, .focusPrevious, .listForm,
      .wholeText, .history,
      .versions, .nextVersion, .back:
      .read
    case .search, .keepSearch, .widenSearch, .saveSearch, .find, .findPrevious, .calendar,
      .onThisDay, .today,
      .jumpToDate, .yearView, .previousYear, .nextYear, .tagList, .places, .map, .wholeMap, .route,
      .moods, .trips, .yearReview, .random, .statistics, .changeOrder:
      .find
    case .gallery, .view, .alike, .keepBest, .slideShow, .pauseSlides, .zoomIn, .zoomOut,
      .wholePhoto, .details, .play,
      .record, .openOutside, .copyOut,
      .addPhoto, .choosePrevious, .chooseNext, .removePhoto, .movePhotoBack, .movePhotoForward,
      .editCaption, .pastePhoto, .photosOfDay, .datePhoto, .importPhotos, .inbox, .dropGroup,
      .mergeGroup, .splitGroup, .writeGroups, .choosePlace, .namePlaces:
      .photos
    case .help, .leave, .suspend, .redraw, .palette, .jumpBack, .jumpForward, .export, .backup,
      .trash, .status, .settings, .lock, .sync, .syncNow, .addRemote, .keepPhotos, .importDiary,
      .importUpdates, .importAsMine,
      .journals, .lockJournal, .lockedJournals, .notify, .markRead,
      .moveToJournal, .rename, .recolor, .merge, .moveUp, .moveDown, .mark, .markRange, .markAll,
      .unmark, .restore, .emptyTrash, .showHidden,
      .custom, .useFolder, .keepPlace, .yes, .no, .accept, .cancel:
      .manage
    }
  }
}

// MARK: - Motions

extension ChoiceList {
  /// Moves the selection for a motion command. `page` is the number of visible items. Returns
  /// `false` for other commands.
  mutating func handle(_ command: Command, count: Int, page: Int) -> Bool {
    let step: Step
    switch command {
    case .up: step = .up
    case .down: step = .down
    case .pageUp: step = .pageUp
    case .pageDown: step = .pageDown
    case .halfPageUp: step = .halfPageUp
    case .halfPageDown: step = .halfPageDown
    case .first: step = .first
    case .last: step = .last
    default: return false
    }
    move(step, count: count, page: page)
    return true
  }
}

extension ScrollPosition {
  /// Scrolls for a motion command. `page` is the number of rows to scroll by a page. Returns
  /// `false` for other commands.
  mutating func handle(_ command: Command, content: Int, height: Int, page: Int) -> Bool {
    let rows: Int
    switch command {
    case .up: rows = -1
    case .down: rows = 1
    case .pageUp: rows = -page
    case .pageDown: rows = page
    case .halfPageUp: rows = -max(1, height / 2)
    case .halfPageDown: rows = max(1, height / 2)
    case .first: rows = -content
    case .last: rows = content
    default: return false
    }
    move(by: rows, content: content, height: height)
    return true
  }
}
