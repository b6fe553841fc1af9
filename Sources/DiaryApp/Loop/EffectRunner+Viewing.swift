import DiaryCore

// What the screens of photos read, and what is done with a photo's file.
extension EffectRunner {
  func readForPhotos(_ effect: Effect) {
    let service = environment.service
    switch effect {
    case .locateEntry(let order):
      read { () async throws(DiaryError) in .located(rank: try await service.rank(of: order)) }
    case .loadEntry(let id, let use):
      read { () async throws(DiaryError) in .entryLoaded(try await service.entry(id), use) }
    case .turnPage(let order, let count):
      read { () async throws(DiaryError) in
        let rank = try await service.rank(of: order) + count
        guard rank >= 0 else { return .pageTurned(from: order, to: nil, rank: 0) }
        let next = try await service.entries(EntryQuery(offset: rank, limit: 1)).first
        return .pageTurned(from: order, to: next, rank: rank)
      }
    case .readPhotos(let walk, let ticket):
      read { () async throws(DiaryError) in
        do throws(DiaryError) {
          let (parts, isEnd) = try await Self.parts(walk, service)
          return .photosRead(parts, ticket: ticket, isEnd: isEnd)
        } catch {
          return .photosNotRead(error, ticket: ticket)
        }
      }
    case .findNeighbor(let walk, let ticket):
      read { () async throws(DiaryError) in
        do throws(DiaryError) {
          let found = try await walk.entries(in: service).entries.first
          return .neighborRead(walk, ticket: ticket, .success(found))
        } catch {
          return .neighborRead(walk, ticket: ticket, .failure(error))
        }
      }
    default: break
    }
  }

  /// Away from the main thread: there may be thousands.
  private nonisolated static func parts(
    _ walk: PhotoWalk, _ service: DiaryService
  ) async throws(DiaryError) -> ([PhotoRoll.Part], isEnd: Bool) {
    let (entries, isEnd) = try await walk.entries(in: service)
    return (entries.map(PhotoRoll.Part.init), isEnd)
  }

  func readDetails(of photo: Photo) {
    let (desk, path, post) = (environment.desk, environment.service.file(of: photo), post)
    Task { post(.detailsRead(photo.asset, await desk.facts(ofPhotoAt: path))) }
  }

  /// Photos of an entry that are asked where they were taken.
  private nonisolated static var mostPlaces: Int { 20 }

  func readPlaces(of photos: [Photo], _ ticket: Int) {
    let (desk, service, post) = (environment.desk, environment.service, post)
    let paths = photos.prefix(Self.mostPlaces).map { service.file(of: $0) }
    Task {
      let details = await concurrentMap(paths) { path in
        await desk.facts(ofPhotoAt: path)?.facts.details ?? PhotoDetails()
      }
      post(.placesRead(DetailProposals.places(details.compactMap(\.self)), ticket: ticket))
    }
  }

  func openOutside(_ file: NamedFile) {
    let (desk, path, post) = (environment.desk, environment.service.path(of: file.file), post)
    Task {
      do throws(PhotoDeskFault) {
        try await desk.open(file, at: path)
        post(.openedOutside(nil))
      } catch {
        post(.openedOutside(error))
      }
    }
  }

  func openAddress(_ address: String) {
    let (desk, post) = (environment.desk, post)
    Task {
      do throws(PhotoDeskFault) {
        try await desk.open(address: address)
        post(.openedAddress(nil))
      } catch {
        post(.openedAddress(error))
      }
    }
  }

  /// One copy after the other: each is awaited by the next, and the last one before the end.
  func copyOut(_ request: PhotoCopyRequest, ticket: Int) {
    let (desk, earlier, post) = (environment.desk, copying, post)
    copying = Task {
      await earlier?.value
      do throws(PhotoDeskFault) {
        post(.copiedOut(.success(try await desk.copy(request)), ticket: ticket))
      } catch {
        post(.copiedOut(.failure(error), ticket: ticket))
      }
    }
  }
}
