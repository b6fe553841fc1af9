/// Everything that a key can do. Keys are bound to commands in a `KeyTable`, and help is made from
/// the same table. The raw values are the names in a person's settings, and stay as they are.
package enum Command: String, Hashable, Sendable, CaseIterable {
  case help, back, leave, suspend, redraw
  case palette = "commands"
  case jumpBack = "jump-back"
  case jumpForward = "jump-forward"
  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first, last
  case open, today, new, edit
  case editExternally = "edit-externally"
  case delete, comment, undo, redo, export
  case search, trash, status
  case inbox
  case photosOfDay = "photos-of-day"
  /// A command of the person's own, whichever.
  case own
  case lock
  case sync
  case syncNow = "sync-now"
  case keepPhotos = "keep-photos"
  case addRemote = "add-remote"
  case keepSearch = "keep-search"
  case widenSearch = "widen-search"
  case previous, next
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case focusNext = "focus-next"
  case focusPrevious = "focus-previous"
  case listForm = "list-form"
  case gallery, left, right, view
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
  case save
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
  case takeFolder = "take-folder"
  case pastePhoto = "paste-photo"
  case datePhoto = "date-photo"
  case importPhotos = "import-photos"
  case importDiary = "import-diary"
  case bringUpdates = "bring-updates"
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
  /// From place to place on the map.
  case way
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
  // Of a text.
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
