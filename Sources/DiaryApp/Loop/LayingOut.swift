extension AppState {
  /// Fits what scrolls into the screen.
  mutating func layOut() {
    if pinned.count == 0 { leaveStrip() }
    let rows = ListLayout(self).rows.rows
    let arrangement = arrangement
    // The lists behind it stay as they were.
    entries.layOut(height: rows, arrangement)
    for place in layers.indices {
      switch layers[place] {
      case .reader(var reader):
        ReaderView.layOut(&reader, self)
        layers[place] = .reader(reader)
      case .editor(var editor):
        EditorView.layOut(&editor, self)
        layers[place] = .editor(editor)
      case .picker(var picker):
        PickerView.layOut(&picker, size)
        layers[place] = .picker(picker)
      case .templates(var chooser):
        TemplateChooserView.layOut(&chooser, size)
        layers[place] = .templates(chooser)
      case .gallery(var gallery):
        GalleryView.layOut(&gallery, self)
        layers[place] = .gallery(gallery)
      case .calendar(var calendar):
        CalendarView.layOut(&calendar, self)
        layers[place] = .calendar(calendar)
      case .onThisDay(var screen):
        OnThisDayView.layOut(&screen, size)
        layers[place] = .onThisDay(screen)
      case .photoImport(var photos):
        PhotoImportView.layOut(&photos, self)
        layers[place] = .photoImport(photos)
      case .diaryImport(var diary):
        DiaryImportView.layOut(&diary, self)
        layers[place] = .diaryImport(diary)
      case .trash(var trash):
        TrashView.layOut(&trash, size)
        layers[place] = .trash(trash)
      case .statistics(var screen):
        StatisticsView.layOut(&screen, self)
        layers[place] = .statistics(screen)
      case .places(var screen):
        PlacesView.layOut(&screen, size)
        layers[place] = .places(screen)
      case .tagList(var list):
        TagListView.layOut(&list, size)
        layers[place] = .tagList(list)
      case .journals(var screen):
        JournalsView.layOut(&screen, self)
        layers[place] = .journals(screen)
      case .journalChoice(var dialog):
        JournalChoiceView.layOut(&dialog, size)
        layers[place] = .journalChoice(dialog)
      case .palette(var palette):
        PaletteView.layOut(&palette, size)
        layers[place] = .palette(palette)
      case .draftOffer(var offer):
        DraftOfferView.layOut(&offer, self)
        layers[place] = .draftOffer(offer)
      case .notice(var notice):
        NoticeView.scroll(&notice, by: 0, size)
        layers[place] = .notice(notice)
      case .history(var history):
        HistoryView.layOut(&history, self)
        layers[place] = .history(history)
      case .versions(var versions):
        VersionsView.layOut(&versions, self)
        layers[place] = .versions(versions)
      default: break
      }
    }
  }
}
