/// Everything that a key can do. Keys are bound to commands in `KeyTable`, and help is made from
/// the same table.
enum Command: Hashable, Sendable {
  case help, back, leave, suspend, redraw
  case up, down, pageUp, pageDown, first, last
  case open, today, new, edit, editExternally, delete, undo, redo, export, search, trash, status
  case previous, next, focusNext, focusPrevious
  case listForm, gallery, left, right, view
  case zoomIn, zoomOut, wholePhoto, details, openOutside, copyOut
  case history, versions, wholeText, revert, keepLeft, keepRight, editMerged, nextVersion
  case save, nextField, previousField, addPhoto
  case choosePrevious, chooseNext, removePhoto, movePhotoBack, movePhotoForward, editCaption
  case changeOrder, showHidden, takeFolder, pastePhoto, datePhoto
  case importPhotos, dropGroup, mergeGroup, splitGroup, writeGroups
  case mark, restore, emptyTrash
  case yes, no, accept, cancel, keepPlace
}
