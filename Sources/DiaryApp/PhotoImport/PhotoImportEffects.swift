import DiaryCore
import Localization

extension Effect {
  static func findPhotos(folder: String, isInbox: Bool = false) -> Effect {
    .telling(folder, isInbox, in: .stoppable("import")) { context in
      do throws(DiaryError) {
        let importer = context.environment.photoImporter(forInbox: isInbox)
        context.post(
          .photosProposed(
            try await importer.proposal(for: folder, grouping: PhotoGrouping()) {
              context.post(.photoImportMoved($0))
            }))
      } catch {
        context.post(.photoImportFailed(error))
      }
    }
  }

  /// Finds what the places of groups are called.
  static func namePlaces(_ groups: [PhotoGroup]) -> Effect {
    .run(groups) { context in
      await context.environment.placeSuggestions?.named(groups)
    } then: { state, named in
      var places: [String: String] = [:]
      for group in named?.groups ?? [] {
        if let first = group.photos.first { places[first.path] = group.place }
      }
      state.screens.update(PhotoImportState.self) { $0.name(places) }
      if let problem = named?.problem {
        state.toast = problem.line
      } else if places.isEmpty {
        state.toast = localized("The photos don't say where they were taken.")
      }
    }
  }

  static func writePhotos(_ groups: [PhotoGroup], isInbox: Bool) -> Effect {
    .write(groups, isInbox, in: .stoppable("import", after: .writes)) {
      context async throws(DiaryError) in
      let importer = context.environment.photoImporter(forInbox: isInbox)
      var outcome = try await importer.write(groups) {
        context.post(.photoImportMoved($0))
      }
      outcome.entries.sort { $0.order > $1.order }
      // They are saved, whatever becomes of the question where they stand.
      var ranks: [Int] = []
      for entry in outcome.entries {
        if let rank = try? await context.service.rank(of: entry.order) { ranks.append(rank) }
      }
      return .photosWritten(outcome, ranks: ranks)
    } failed: {
      .photoImportFailed($0)
    }
  }

  /// Writes what was chosen on the screen, if that is still open.
  static func writeChosen(_ groups: [PhotoGroup], isInbox: Bool) -> Effect {
    .update { state in
      guard state.screens.contains(PhotoImportState.self) else { return [] }
      state.screens.update(PhotoImportState.self) { $0.phase = .running(nil) }
      return [.writePhotos(groups, isInbox: isInbox)]
    }
  }

  static var cancelPhotoImport: Effect { .stop("import") }
}

extension Message {
  static func photoImportMoved(_ progress: Progress) -> Message {
    .moved(PhotoImportState.self, to: progress, function: #function)
  }

  /// What was found; `nil` when it was stopped.
  static func photosProposed(_ proposal: PhotoProposal?) -> Message {
    Message(proposal) { state in
      guard let proposal else { return }
      var leftOut: [String] = []
      state.screens.update(PhotoImportState.self) { photos in
        guard case .preparing = photos.phase else { return }
        photos.take(proposal)
        leftOut = photos.problems + proposal.leftOut + proposal.passedOver.lines
      }
      if !leftOut.isEmpty {
        state.screens.push(NoticeState(title: localized("Left out"), lines: leftOut))
      }
      guard proposal.isCut, state.screens.contains(PhotoImportState.self) else { return }
      state.toast =
        localized(
          "There are more than \(CountWords.photos(proposal.photos)). Run it again for the rest.")
    }
  }

  /// The entries come newest first, with their ranks after all of them; none where they couldn't be
  /// told.
  static func photosWritten(_ outcome: PhotoImportOutcome, ranks: [Int]) -> Message {
    Message(outcome, ranks) { state in
      let isCut = state.screens.contains(PhotoImportState.self, where: \.isCut)
      state.screens.removeAll(PhotoImportState.self)
      state.reloadDays()
      if !outcome.entries.isEmpty {
        state.undo.record(UndoStep(adding: outcome.entries))
      }
      if ranks.count == outcome.entries.count {
        // The newest first: each rank is one after those before it have come.
        for (entry, rank) in zip(outcome.entries, ranks) { state.list.insert(entry, at: rank) }
        state.context.changeFound { $0.refresh() }
        if let newest = outcome.entries.first, let rank = ranks.first {
          state.context.select(newest, at: rank)
        }
      } else {
        state.context.reloadLists()
      }
      let words = outcome.words(isCut: isCut)
      state.toast = words
      if !outcome.refused.isEmpty {
        state.screens.push(
          NoticeState(title: localized("Couldn't add it"), lines: outcome.refused.map(\.line)))
      }
      if !outcome.leftOut.isEmpty {
        state.screens.push(
          NoticeState(title: localized("Left in the inbox"), lines: outcome.leftOut))
      }
      if let failure = outcome.failure {
        state.screens.push(
          NoticeState(title: localized("Added only in part"), lines: [failure.line, words]))
      }
    }
  }

  /// Nothing was added.
  fileprivate static func photoImportFailed(_ error: DiaryError) -> Message {
    Message(error) { state in
      state.screens.removeAll(PhotoImportState.self)
      state.context.showError(error)
    }
  }
}

extension PhotoImportOutcome {
  fileprivate func words(isCut: Bool) -> String {
    let media = CountWords.media(
      photos: photos, films: entries.reduce(0) { $0 + $1.films.count },
      recordings: entries.reduce(0) { $0 + $1.attachments.count(where: \.type.isRecording) })
    let added = localized("Added \(CountWords.entries(entries.count)) with \(media).")
    return [
      wasCancelled ? localized("Stopped.") : nil,
      added,
      photosAlreadyThere > 0
        ? localized("\(CountWords.photos(photosAlreadyThere)) were already there.") : nil,
      isCut ? localized("There are more. Run it again for the rest.") : nil,
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension AppEnvironment {
  /// What makes entries of a folder, or of the inbox.
  fileprivate func photoImporter(forInbox isInbox: Bool) -> any PhotoImporting {
    if isInbox, let inbox { return inbox }
    return photoImporter
  }
}
