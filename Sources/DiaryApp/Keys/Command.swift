/// Everything that a key can do. Keys are bound to commands in a `KeyTable`, and help is made from
/// the same table. The raw values are the names in a person's settings, and stay as they are.
enum Command: String, Hashable, Sendable, CaseIterable {
  case help, back, leave, suspend, redraw
  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first, last
  case open, today, new, edit
  case editExternally = "edit-externally"
  case delete, undo, redo, export
  case search, trash, status
  case previous, next
  case focusPhoto = "focus-photo"
  case focusPhotoBefore = "focus-photo-before"
  case listForm = "list-form"
  case gallery, left, right, view
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case wholePhoto = "whole-photo"
  case details
  case openOutside = "open-outside"
  case copyOut = "copy-out"
  case history, versions
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
  case dropGroup = "drop-group"
  case mergeGroup = "merge-group"
  case splitGroup = "split-group"
  case writeGroups = "write-groups"
  case toggleStar = "toggle-star"
  case entryDetails = "entry-details"
  case templates, spelling
  case mark, restore
  case emptyTrash = "empty-trash"
  case yes, no, accept, cancel
  case keepPlace = "keep-place"
}
