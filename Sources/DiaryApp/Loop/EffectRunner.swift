import DiaryCore
import TerminalUI

/// Performs effects and posts what comes of them. Everything that takes time runs in a task of
/// its own, so that no key waits for it; saves run one after the other.
@MainActor
final class EffectRunner {
  let environment: AppEnvironment
  let post: @Sendable (Message) -> Void
  /// The list's first rows, which are being read already.
  private var firstRows: FirstRows?
  /// The searches that are under way, by the lists that they are for.
  private var finding: [Int: Task<Void, Never>] = [:]
  private var comparing: Task<Void, Never>?
  private var exporting: Task<Void, Never>?
  private var measuring: Task<Void, Never>?
  var importing: Task<Void, Never>?
  var dating: Task<Void, Never>?
  /// Looks at the clipboard: what they put into files has to go.
  var pasting: [Task<Void, Never>] = []
  /// Looks for what may be proposed while one types.
  var completing: [Task<Void, Never>] = []
  var findingTitles: Task<Void, Never>?
  var checking: Task<Void, Never>?
  var checkingWords: Task<Void, Never>?
  /// Counts the diary for its statistics.
  var counting: Task<Void, Never>?
  private let drawing: PictureDrawing
  /// A text on its way into the desktop's clipboard.
  private var placing: Task<Void, Never>?
  /// How the diary is left, on its way into a file.
  private var remembering: Task<Void, Never>?
  /// A photo on its way out of the diary.
  var copying: Task<Void, Never>?
  /// What is decided about journals, as it was last read.
  var journalRecords: [JournalRecord]?
  /// Why the last draft couldn't be kept.
  private(set) var draftFault: DiaryError?
  /// The end of the queue of writes.
  var writing: Task<Void, Never>?

  init(
    environment: AppEnvironment, firstRows: FirstRows? = nil,
    post: @escaping @Sendable (Message) -> Void
  ) {
    self.environment = environment
    self.firstRows = firstRows
    self.post = post
    drawing = PictureDrawing(environment.pictures, post: post)
  }

  /// Waits for what must not be cut off.
  func finish() async {
    for task in finding.values { task.cancel() }
    comparing?.cancel()
    exporting?.cancel()
    measuring?.cancel()
    importing?.cancel()
    dating?.cancel()
    findingTitles?.cancel()
    checking?.cancel()
    checkingWords?.cancel()
    counting?.cancel()
    for task in completing { task.cancel() }
    for task in pasting { task.cancel() }
    await exporting?.value
    await copying?.value
    await placing?.value
    await remembering?.value
    await importing?.value
    for task in pasting { await task.value }
    await writing?.value
    await environment.service.finish()
    await drawing.finish()
  }

  /// Posts what other programs have changed. Ranks are those after all changes, so that of several
  /// none can be put in place alone, nor can one whose rank isn't known.
  func lookElsewhere() async {
    let service = environment.service
    // A diary that can't be read now says so when it is next asked for something.
    await lookAtJournals()
    guard var changes = try? await service.refresh() else { return }
    if changes.count == 1, let change = changes.first {
      let rank = try? await service.rank(of: change.entry.order)
      let total = try? await service.count()
      let since = (try? await service.refresh()) ?? []
      // The rank is that after whatever came in the meantime.
      if let rank, let total, since.isEmpty {
        return post(.changedElsewhere(change, rank: rank, of: total))
      }
      changes += since
    }
    if !changes.isEmpty { post(.changedMuchElsewhere(changes)) }
  }

  func perform(_ effect: Effect) {
    let (service, post) = (environment.service, post)
    switch effect {
    case .loadRows(let rows):
      let begun = rows.offset == 0 ? firstRows : nil
      firstRows = nil
      read { () async throws(DiaryError) in
        if let begun { return try await begun.message }
        var rows = rows
        if let anchor = rows.anchor {
          rows.offset = max(0, try await service.rank(of: anchor) - rows.anchorRank + rows.offset)
        }
        let query = EntryQuery(offset: rows.offset, limit: rows.limit)
        let entries = try await service.entries(query)
        return .rowsLoaded(rows, entries: entries, total: try await service.count())
      }
    case .identify:
      read { () async throws(DiaryError) in .identified(try await service.knownIdentity()) }
    case .find(let request): find(request)
    case .stopFinding(let list): finding.removeValue(forKey: list)?.cancel()
    case .loadFound(let rows, let list):
      read { () async throws(DiaryError) in
        .foundLoaded(rows, list: list, entries: try await service.entries(ids: rows.ids))
      }
    case .locate(let date):
      read { () async throws(DiaryError) in
        .located(rank: try await service.rank(of: EntryOrder(endOfDayOf: date)))
      }
    case .findPlace(let places, let steps, let direction, let current, let ticket):
      read { () async throws(DiaryError) in
        let found = try await PlaceVisit.find(steps, of: places, from: current, in: service)
        guard let (index, visit) = found else { return .noPlaceFound(direction, ticket: ticket) }
        return .placeFound(index, visit, ticket: ticket)
      }
    case .readIDs(let offset, let limit, let ticket):
      read { () async throws(DiaryError) in
        let query = EntryQuery(offset: offset, limit: limit)
        return .idsRead(try await service.ids(query), ticket: ticket)
      }
    case .checkMarked(let ids, let command):
      read { () async throws(DiaryError) in
        .markedChecked(ids, try await EntryToggle(command).edit(of: ids, in: service))
      }
    case .loadTrash:
      read { () async throws(DiaryError) in .trashLoaded(try await service.trash()) }
    case .countTrash:
      read { () async throws(DiaryError) in .trashCounted(try await service.trash().count) }
    case .loadHistory(let id):
      read { () async throws(DiaryError) in
        do throws(DiaryError) {
          return .historyLoaded(id, try await service.history(of: id))
        } catch {
          return .historyFailed(id, error)
        }
      }
    case .loadVersions(let id):
      read { () async throws(DiaryError) in
        do throws(DiaryError) {
          let entry = try await service.entry(id)
          return .versionsLoaded(entry, try await service.versions(of: id))
        } catch {
          return .versionsFailed(id, error)
        }
      }
    case .loadStatus:
      read { () async throws(DiaryError) in .statusLoaded(await service.status()) }
    case .locateEntry, .loadEntry, .turnPage, .readPhotos, .findNeighbor: readForPhotos(effect)
    case .tallyYear, .loadDay, .findMonthPhotos, .findReturning: readDays(effect)
    case .readDetails(let photo): readDetails(of: photo)
    case .readPlaces(let photos, let ticket): readPlaces(of: photos, ticket)
    case .gatherTags: gatherTags()
    case .tallyTags:
      read { () async throws(DiaryError) in .tagsTallied(try await service.tags()) }
    case .countDiary(let today, let ticket): countDiary(today: today, ticket: ticket)
    case .stopCounting: counting?.cancel()
    case .loadJournals(let isCounted): loadJournals(isCounted: isCounted)
    case .findMisspelling(let request): findMisspelling(request)
    case .checkWords(let request): checkWords(request)
    case .findTitles(let text, let ticket): findTitles(text, ticket: ticket)
    case .readTemplates(let ticket):
      let templates = environment.templates
      Task {
        let files = await templates.templates()
        post(.templatesRead(files, folder: templates.folder, ticket: ticket))
      }
    case .openOutside(let file): openOutside(file)
    case .openAddress(let address): openAddress(address)
    case .followLink(let name, let id):
      read { () async throws(DiaryError) in
        .followedLink(name, from: id, to: try await EntryLink.entry(name, in: service))
      }
    case .copyOut(let request, let ticket): copyOut(request, ticket: ticket)
    case .rememberView(let view):
      let (memory, earlier) = (environment.viewMemory, remembering)
      remembering = Task {
        await earlier?.value
        await memory.remember(view)
      }
    case .countWords(let text, let state):
      Task.detached { post(.wordsCounted(ReadingTime(text), of: state)) }
    case .findInText(let search):
      Task.detached { post(.foundInText(search.found, ticket: search.ticket)) }
    case .findMatch(let entry, let phrases):
      Task.detached {
        post(.matchFound(EntryMatch(entry, phrases), of: EntryState(entry), phrases))
      }
    case .compare(let comparison):
      comparing?.cancel()
      comparing = Task.detached {
        let outcome = comparison.outcome
        // Cut short, it isn't what it should be.
        if !Task.isCancelled { post(.compared(comparison, outcome)) }
      }
    case .cancelComparison: comparing?.cancel()
    case .makePicture(let request, let isAhead): drawing.begin(request, isAhead: isAhead)
    case .cancelPictures(let requests): drawing.cancel(requests)
    case .listFolder(let folder, let allFiles):
      let files = environment.files
      Task { post(.folderListed(folder, await files.items(in: folder, allFiles: allFiles))) }
    case .readDates(let folder, let items): readDates(items, in: folder)
    case .cancelDates: dating?.cancel()
    case .rememberFolder(let folder, let use):
      let files = environment.files
      Task { await files.remember(folder: folder, for: use) }
    case .scheduleDraft(let ticket):
      Task {
        // A pause in typing, after which the text so far is kept.
        try? await Task.sleep(for: .seconds(1))
        post(.draftDue(ticket: ticket))
      }
    case .findDrafts: findDrafts()
    case .findDiscarded(let id): findDiscarded(id)
    case .measureExport(let entries, let choice, let ticket):
      measureExport(entries) { .exportMeasured($0, choice: choice, ticket: ticket) }
    case .stopMeasuring: measuring?.cancel()
    case .export(let request): export(request)
    case .cancelExport: exporting?.cancel()
    case .addPhotos(let paths, let draft): add(paths, to: draft)
    case .takeDropped(let dropped, let ticket, let draft): add(dropped, ticket, to: draft)
    case .takeClipboard(let draft, let field): addFromClipboard(to: draft, field)
    case .findPhotos(let folder): findPhotos(in: folder)
    case .writePhotos(let groups): writePhotos(groups)
    case .cancelPhotoImport: importing?.cancel()
    case .readImport(let path, let updates): readImport(path, updates: updates)
    case .writeImport: writeImport()
    case .cancelImport: cancelImport()
    case .add, .rewrite, .restoreAndRewrite, .delete, .restore, .changeMany, .changeJournals, .undo,
      .undoMany, .emptyTrash, .renameAuthor, .keepDraft, .removeDraft,
      .discardDraft:
      write(effect)
    case .editExternally, .copy, .redraw, .suspend, .adopt, .leave:
      // These are the terminal's, and so the app's own.
      break
    }
  }

  private func find(_ request: FindRequest) {
    finding[request.list]?.cancel()
    let (finder, post) = (EntryFinder(environment.service), post)
    finding[request.list] = Task.detached {
      do throws(DiaryError) {
        try await finder.find(request) { post(.found($0)) }
      } catch {
        post(.findFailed(ticket: request.ticket, error))
      }
    }
  }

  @discardableResult
  func read(
    _ body: @escaping @Sendable () async throws(DiaryError) -> Message
  ) -> Task<Void, Never> {
    let post = post
    return Task {
      do throws(DiaryError) {
        let message = try await body()
        if !Task.isCancelled { post(message) }
      } catch {
        post(.failed(error))
      }
    }
  }

  // MARK: Writing

  private func write(_ effect: Effect) {
    let earlier = writing
    let writer = EffectWriter(
      service: environment.service, drafts: environment.drafts, desk: environment.desk)
    let post = post
    writing = Task {
      await earlier?.value
      do throws(DiaryError) {
        guard let message = try await writer.perform(effect) else { return }
        switch message {
        case .draftKept: draftFault = nil
        case .draftNotKept(let error): draftFault = error
        default: break
        }
        post(message)
      } catch {
        post(.saveFailed(error))
      }
    }
  }

  /// Puts a text into the desktop's clipboard, which the terminal may have been given it for as well:
  /// one of them is enough.
  func copy(_ text: String, isAtTerminal: Bool) {
    let (clipboard, post, earlier) = (environment.clipboard, post, placing)
    placing = Task {
      await earlier?.value
      let fault = await clipboard.put(text)
      post(.copied(isAtTerminal ? nil : fault))
    }
  }

  private func measureExport(
    _ entries: [ID<Entry>]?, _ message: @escaping @Sendable (ExportSize) -> Message
  ) {
    let (exporter, post) = (environment.exporter, post)
    measuring?.cancel()
    measuring = Task {
      // A diary that can't be read says so when it is exported.
      if let size = try? await exporter.size(of: entries) { post(message(size)) }
    }
  }

  private func export(_ request: ExportRequest) {
    let (exporter, post) = (environment.exporter, post)
    exporting = Task {
      do throws(DiaryError) {
        post(.exportEnded(try await exporter.export(request) { post(.exportMoved($0)) }))
      } catch {
        post(.exportFailed(error))
      }
    }
  }
}
