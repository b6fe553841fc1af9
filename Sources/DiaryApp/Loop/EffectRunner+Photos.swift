import DiaryCore

/// Photos on their way into the diary, each in tasks beside the screens.
extension EffectRunner {
  /// Adds the photos that a person has chosen.
  func add(_ paths: [String], to draft: ID<Draft>) {
    let (service, post) = (environment.service, post)
    Task { post(.photosAdded(await Self.added(paths, by: service, to: draft))) }
  }

  /// Adds those that were dropped, if there are such files.
  func add(_ dropped: DroppedPaths, _ ticket: Int, to draft: ID<Draft>) {
    let (service, files, post) = (environment.service, environment.files, post)
    Task {
      var missing: [(path: String, count: Int)] = []
      for paths in dropped.readings {
        if let path = await files.firstMissing(of: paths) {
          missing.append((path, paths.count))
          continue
        }
        var added = await Self.added(paths, by: service, to: draft)
        added.drop = ticket
        return post(.photosAdded(added))
      }
      // The likeliest reading tells why.
      guard let (path, count) = missing.first else { return }
      post(.droppedText(ticket: ticket, missing: path, of: count, to: draft))
    }
  }

  /// Adds the clipboard's photo, or gives its text.
  func addFromClipboard(to draft: ID<Draft>, _ field: EditorState.Field) {
    let (service, clipboard, post) = (environment.service, environment.clipboard, post)
    let task = Task {
      switch await clipboard.content() {
      case .photo(let path):
        var added = await Self.added([path], by: service, to: draft)
        added.areInText = true
        await clipboard.discard(photoAt: path)
        post(.photosAdded(added))
      case .text(let text): post(.clipboardText(text, to: draft, field))
      case .nothing(let fault): post(.clipboardEmpty(fault, to: draft))
      }
    }
    pasting.append(task)
  }

  private nonisolated static func added(
    _ paths: [String], by service: DiaryService, to draft: ID<Draft>
  ) async -> AddedPhotos {
    let results = await concurrentResults(paths) { path async throws(DiaryError) in
      let (photo, problem, wasThere) = try await service.addPhoto(at: path)
      return AddedPhoto(photo: photo, problem: problem, wasThere: wasThere)
    }
    var added = AddedPhotos(to: draft)
    for result in results.compactMap(\.self) {
      switch result {
      case .failure(let error): added.refused.append(error.line)
      case .success(let new):
        added.photos.append(new.photo)
        if let problem = new.problem {
          added.remarks.append(PhotoView.placeholder(new.photo, problem: problem))
        }
        // Looked for only where there may be such an entry.
        guard new.wasThere else { continue }
        let query = EntryQuery(.photo(new.photo.asset), limit: 1)
        if let entry = (try? await service.entries(query))?.first {
          added.entries[new.photo.asset] = TitleWords.quoted(entry)
        }
      }
    }
    return added
  }

  private struct AddedPhoto: Sendable {
    let photo: Photo
    let problem: PictureProblem?
    let wasThere: Bool
  }

  // MARK: Dates

  /// Photos whose headers are read in one go: as many as both processors take in one turn.
  private nonisolated static var dateBatch: Int { 64 }

  func readDates(_ items: [FileItem], in folder: String) {
    dating?.cancel()
    let (service, post) = (environment.service, post)
    let base = folder == "/" ? "/" : folder + "/"
    dating = Task.detached {
      for start in stride(from: 0, to: items.count, by: Self.dateBatch) {
        let part = items[start..<min(start + Self.dateBatch, items.count)]
        let headers = await service.headers(ofPhotosAt: part.map { base + $0.name })
        if Task.isCancelled { return }
        post(.datesRead(folder: folder, zip(part, headers).map { ($0, $1?.taken) }))
      }
    }
  }

  // MARK: Starting from photos

  func findPhotos(in folder: String) {
    let (importer, post) = (environment.photoImporter, post)
    importing = Task {
      do throws(DiaryError) {
        post(
          .photosProposed(
            try await importer.proposal(for: folder, grouping: PhotoGrouping()) {
              post(.photoImportMoved($0))
            }))
      } catch {
        post(.photoImportFailed(error))
      }
    }
  }

  /// Writes them after what is being saved.
  func writePhotos(_ groups: [PhotoGroup]) {
    let (importer, service) = (environment.photoImporter, environment.service)
    let (post, earlier) = (post, writing)
    importing = Task {
      await earlier?.value
      do throws(DiaryError) {
        var outcome = try await importer.write(groups) { post(.photoImportMoved($0)) }
        outcome.entries.sort { $0.order > $1.order }
        // They are saved, whatever becomes of the question where they stand.
        var ranks: [Int] = []
        for entry in outcome.entries {
          if let rank = try? await service.rank(of: entry.order) { ranks.append(rank) }
        }
        post(.photosWritten(outcome, ranks: ranks))
      } catch {
        post(.photoImportFailed(error))
      }
    }
    writing = importing
  }
}
