import TerminalUI
import Words

extension AppState {
  package static let smallest = Size(columns: 40, rows: 12)

  var isLargeEnough: Bool {
    size.columns >= Self.smallest.columns && size.rows >= Self.smallest.rows
  }

  /// The whole screen, from the state alone.
  package var frame: Frame {
    if speaks { return Frame(grid: Grid(size), speech: speech) }
    var grid = Grid(size)
    guard isLargeEnough else {
      drawTooSmall(in: &grid)
      return Frame(grid: grid)
    }
    let firstWhole = layers.lastIndex(where: \.isWhole)
    var cursor: Point?
    if firstWhole == nil { cursor = ListView.draw(self, in: &grid) }
    for layer in layers[(firstWhole ?? 0)...] { cursor = draw(layer, in: &grid) }
    if hasDialog { drawDialogHints(in: &grid) }
    // Over a dialog, only what is said of the text that is typed into it.
    if let toast, firstWhole == layers.indices.last || cursor != nil {
      LongToast.draw(toast.printable, sparing: cursor, in: &grid, theme.accent)
    }
    grid.uncover { cells(inPlaceOf: $0) }
    return Frame(grid: grid, cursor: cursor)
  }

  /// A picture that is partly covered, in characters.
  private func cells(inPlaceOf placed: PlacedPicture) -> [Cell]? {
    guard let request = pictures.request(of: placed.picture),
      case .made(.cells(let picture)) = pictures[request.inCells(colors)]
    else { return nil }
    let whole = Rect(
      column: 0, row: -placed.skippedRows, columns: placed.rect.columns, rows: placed.rows)
    var cells = Grid(placed.rect.size)
    cells.draw(picture, in: whole)
    return (0..<cells.size.rows).flatMap { cells.row($0) }
  }

  private func draw(_ layer: Layer, in grid: inout Grid) -> Point? {
    switch layer {
    case .reader(let reader): ReaderView.draw(reader, self, in: &grid)
    case .viewer(let viewer): ViewerView.draw(viewer, self, in: &grid)
    case .gallery(let gallery): GalleryView.draw(gallery, self, in: &grid)
    case .calendar(let calendar): return CalendarView.draw(calendar, self, in: &grid)
    case .onThisDay(let screen): OnThisDayView.draw(screen, self, in: &grid)
    case .copyOut(let dialog): return CopyOutView.draw(dialog, self, in: &grid)
    case .editor(let editor): return EditorView.draw(editor, self, in: &grid)
    case .caption(let caption): return CaptionView.draw(caption, self, in: &grid)
    case .details(let dialog): return DetailsView.draw(dialog, self, in: &grid)
    case .templates(let chooser): return TemplateChooserView.draw(chooser, self, in: &grid)
    case .picker(let picker): return PickerView.draw(picker, self, in: &grid)
    case .confirm(let confirm): ConfirmView.draw(confirm, self, in: &grid)
    case .notice(let notice): NoticeView.draw(notice, self, in: &grid)
    case .draftOffer(let offer): DraftOfferView.draw(offer, self, in: &grid)
    case .photoImport(let photos): PhotoImportView.draw(photos, self, in: &grid)
    case .diaryImport(let diary): DiaryImportView.draw(diary, self, in: &grid)
    case .export(let export): return ExportView.draw(export, self, in: &grid)
    case .trash(let trash): TrashView.draw(trash, self, in: &grid)
    case .history(let history): HistoryView.draw(history, self, in: &grid)
    case .versions(let versions): VersionsView.draw(versions, self, in: &grid)
    case .status(let status): StatusView.draw(status, self, in: &grid)
    case .statistics(let screen): StatisticsView.draw(screen, self, in: &grid)
    case .places(let screen): PlacesView.draw(screen, self, in: &grid)
    case .tagList(let list): return TagListView.draw(list, self, in: &grid)
    case .journals(let screen): JournalsView.draw(screen, self, in: &grid)
    case .journalChoice(let dialog): JournalChoiceView.draw(dialog, self, in: &grid)
    case .line(let dialog): return LineDialogView.draw(dialog, self, in: &grid)
    case .palette(let palette): return PaletteView.draw(palette, self, in: &grid)
    case .help(let help): return HelpView.draw(help, self, in: &grid)
    }
    return nil
  }

  /// The pictures of the screens that are in view.
  var wantedPictures: WantedPictures {
    guard isLargeEnough else { return WantedPictures() }
    var wanted = picturesOfScreen
    if case .caption(let caption) = layers.last { wanted.add(CaptionView.pictures(caption, self)) }
    return wanted
  }

  private var picturesOfScreen: WantedPictures {
    switch layers.last(where: \.isWhole) {
    case nil: return ListView.pictures(self)
    case .reader(let reader): return ReaderView.pictures(reader, self)
    case .editor(let editor): return EditorView.pictures(editor, self)
    case .photoImport(let photos): return PhotoImportView.pictures(photos, self)
    case .viewer(let viewer): return ViewerView.pictures(viewer, self)
    case .gallery(let gallery): return GalleryView.pictures(gallery, self)
    case .calendar(let calendar): return CalendarView.pictures(calendar, self)
    case .onThisDay(let screen): return OnThisDayView.pictures(screen, self)
    case .picker(let picker): return PickerView.pictures(picker, self)
    default: return WantedPictures()
    }
  }

  private func drawTooSmall(in grid: inout Grid) {
    let words = localized(
      "Too small: PhotoDiary needs \(Self.smallest.columns)×\(Self.smallest.rows).")
    let rows = LineWrapping.rows(ofText: words, columns: size.columns)
    for (index, row) in rows.enumerated() {
      grid.draw(row.trimmedEnd, in: grid.bounds.line(index))
    }
  }
}
