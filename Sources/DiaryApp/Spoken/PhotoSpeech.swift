import DiaryCore
import TerminalUI
import Words

extension AppState {
  func speech(of viewer: ViewerState) -> Speech {
    guard var photo = viewer.photo else { return Speech(localized("Photo")) }
    photo.caption = viewer.entry.fields.caption(of: photo)
    let details =
      viewer.showsDetails
      ? PhotoFileDetails.lines(of: photo, viewer.details).map { "\($0.0): \($0.1)" } : []
    return Speech(
      localized("Photo of “\(viewer.entry.displayTitle)”"), details,
      selected: Self.place(Self.words(for: photo), viewer.index, of: viewer.entry.photos.count))
  }

  func speech(of gallery: GalleryState) -> Speech {
    let title = localized("Photos")
    guard let roll, let item = roll[gallery.position.selected] else {
      return Speech(title, selected: roll?.isComplete == true ? localized("No photos yet.") : nil)
    }
    return Speech(
      title, selected: "\(DateWords.long(item.day)), \(Self.words(for: item.photo))")
  }

  func speech(of picker: PickerState) -> Speech {
    let title = localized("Folder \(picker.folder)")
    var selected: String?
    if let item = picker.selectedItem {
      var words = item.isFolder ? localized("\(item.name), a folder") : item.name
      if picker.marked.contains(picker.path(of: item)) {
        words = localized("\(words), marked")
      }
      selected = Self.place(words, picker.choice.selected, of: picker.shown.count)
    } else if picker.fault != nil {
      selected = localized("Couldn't read the folder.")
    }
    return Speech(
      title, selected: selected,
      field: .init(
        localized("Filter"), picker.filter.text, caret: picker.filter.charactersBeforeCaret))
  }

  func speech(of photos: PhotoImportState) -> Speech {
    let title = localized("Start from photos in \(photos.folder)")
    switch photos.phase {
    case .searching: return Speech(title, selected: localized("Finding photos…"))
    case .writing: return Speech(title, selected: localized("Adding…"))
    case .stopping: return Speech(title, selected: localized("Stopping…"))
    case .choosing:
      guard let choice = photos.selected else {
        return Speech(title, selected: localized("No photos to add."))
      }
      let words =
        "\(DateWords.long(choice.group.date.day)), \(CountWords.photos(choice.group.photos.count))"
      return Speech(
        title,
        selected: Self.place(
          choice.isTaken ? words : localized("\(words), left out"), photos.choice.selected,
          of: photos.choices.count))
    }
  }

  func speech(of diary: DiaryImportState) -> Speech {
    let title = localized("Import · \(diary.name)")
    switch diary.phase {
    case .reading: return Speech(title, selected: localized("Reading"))
    case .writing(let progress):
      return Speech(title, selected: progress?.words() ?? localized("Importing"))
    case .stopping: return Speech(title, selected: localized("Stopping…"))
    case .asking:
      let height = DiaryImportView.body(size).rows
      let rows = DiaryImportView.rows(of: diary, size.columns, self)
      return Speech(
        title,
        rows.dropFirst(diary.scroll.top).prefix(height).map { row in
          row.name.isEmpty ? row.text : "\(row.name): \(row.text)"
        })
    }
  }

  func speech(of dialog: CopyOutState) -> Speech {
    let title = localized("Copy \(dialog.photo.name) to a folder")
    if dialog.focus == .folder { return Self.speech(title, localized("Folder"), dialog.folder) }
    return Speech(
      title,
      selected: dialog.keepsLocation
        ? localized("Location: keep in the copy") : localized("Location: remove from the copy"))
  }

  func speech(of export: ExportState) -> Speech {
    let title = localized("Export the diary")
    switch export.phase {
    case .stopping: return Speech(title, selected: localized("Stopping…"))
    case .running(let progress):
      let entries = progress.map { CountWords.entries($0.total ?? 0) }
      return Speech(title, selected: entries.map { localized("Exporting \($0)") })
    case .asking:
      switch export.focus {
      case .folder: return Self.speech(title, localized("Folder"), export.folder)
      case .entries:
        let words = export.choices[export.choice].words
        return Speech(
          title, selected: localized("Entries: \(words)") + ", " + ExportView.size(of: export))
      case .format: return Speech(title, selected: localized("Format: \(export.format.words)"))
      case .location:
        return Speech(
          title,
          selected: export.keepsLocation
            ? localized("Location: keep in photos")
            : localized("Location: remove from copies"))
      case .encryption:
        return Speech(
          title, selected: localized("Encrypt") + ": " + ExportView.encryptionWords(export))
      }
    }
  }
}
