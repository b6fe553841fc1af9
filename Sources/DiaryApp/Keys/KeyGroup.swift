import Localization

/// What commands are for, as help arranges them.
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
    case .new, .edit, .editExternally, .delete, .comment, .undo, .redo, .save, .nextField,
      .previousField,
      .toggleStar, .togglePin, .entryTags, .entryDetails, .journal, .templates, .spelling, .drafts,
      .focusParagraph, .replace, .replaceAll, .editMerged, .keepLeft, .keepRight, .revert,
      .wordBack, .wordForward, .rowStart, .rowEnd, .paragraphBack, .paragraphForward, .newLine,
      .deleteBack, .deleteForward, .killWordBack, .killWordForward, .killLineEnd, .killLineStart,
      .cutText, .copyText, .yank, .setMark, .selectAll, .indent, .outdent:
      .write
    case .open, .up, .down, .pageUp, .pageDown, .first, .last, .left, .right, .previous, .next,
      .nextMatch, .previousMatch, .focusNext, .focusPrevious, .listForm, .wholeText, .history,
      .versions, .nextVersion, .back:
      .read
    case .search, .keepSearch, .widenSearch, .find, .findPrevious, .calendar, .onThisDay, .today,
      .jumpToDate, .yearView, .previousYear, .nextYear, .tagList, .places, .map, .wholeMap, .way,
      .moods, .trips, .yearReview, .random, .statistics, .changeOrder:
      .find
    case .gallery, .view, .slideShow, .pauseSlides, .zoomIn, .zoomOut, .wholePhoto, .details, .play,
      .record, .openOutside, .copyOut,
      .addPhoto, .choosePrevious, .chooseNext, .removePhoto, .movePhotoBack, .movePhotoForward,
      .editCaption, .pastePhoto, .photosOfDay, .datePhoto, .importPhotos, .inbox, .dropGroup,
      .mergeGroup, .splitGroup, .writeGroups, .choosePlace, .namePlaces:
      .photos
    case .help, .leave, .suspend, .redraw, .palette, .jumpBack, .jumpForward, .export, .trash,
      .status, .lock, .sync, .syncNow, .addRemote, .keepPhotos, .importDiary, .bringUpdates,
      .journals, .lockJournal, .lockedJournals, .notify, .markRead,
      .moveToJournal, .rename, .recolor, .merge, .moveUp, .moveDown, .mark, .markRange, .markAll,
      .unmark, .restore, .emptyTrash, .showHidden,
      .own, .takeFolder, .keepPlace, .yes, .no, .accept, .cancel:
      .manage
    }
  }
}
