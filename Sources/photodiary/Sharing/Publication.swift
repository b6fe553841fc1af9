import ArgumentParser
import DiaryCore
import DiaryStore
import Interchange
import Sync
import System
import Text

/// A journal or a diary that is published at an address.
struct Publication: Hashable, Sendable {
  /// The title that its readers see.
  let name: String
  /// The folder of the published diary.
  let store: String
  /// The address, in the format of `PublicAddress`.
  var address: String
  /// The published journal; `nil` for all journals.
  let journal: String?
  /// `true` to publish where photos were taken, and the camera.
  var keepsLocation: Bool
  /// The address of its pages on the web, if known.
  var web: String?
  /// The id of the public copy, once it is published.
  var diary: String?
  /// The fingerprint of the diary at the last update.
  var source: String?
  /// The time of the last update.
  var updated: Timestamp?
  /// The published photos and attachments, by the originals in the diary.
  var assets: [AssetID: AssetID] = [:]

  /// The address that followers use.
  var followed: String { diary.map { "\(address)#\($0)" } ?? address }

  /// The published entries. Locking a journal hides it on the screens, but doesn't unpublish it.
  var query: EntryQuery {
    var query = EntryQuery(journal.map { .journal($0) } ?? .all)
    query.includesHidden = true
    return query
  }
}

extension Publication {
  private init?(name: String, _ json: JSONValue) {
    guard let store = json["store"]?.string, let address = json["address"]?.string else {
      return nil
    }
    self.init(
      name: name, store: store, address: address, journal: json["journal"]?.string,
      keepsLocation: json["location"]?.bool == true, web: json["web"]?.string,
      diary: json["diary"]?.string, source: json["source"]?.string,
      updated: json["updated"]?.string.flatMap { Timestamp($0) })
    for member in json["assets"]?.members ?? [] {
      guard let asset = AssetID(member.name),
        let copy = member.value.string.flatMap({ AssetID($0) })
      else { continue }
      assets[asset] = copy
    }
  }

  private var json: JSONValue {
    [
      "store": .string(store), "address": .string(address), "journal": .optional(journal),
      "location": .bool(keepsLocation), "web": .optional(web), "diary": .optional(diary),
      "source": .optional(source), "updated": .optional(updated?.description),
      "assets": .object(
        assets.sorted { $0.key < $1.key }.map {
          JSONMember($0.key.description, .string($0.value.description))
        }),
    ]
  }

  // MARK: Files

  private static let ending = ".json"
  private static func path(of name: String) -> String {
    Path.join(Folders(publication: name).publications, name + ending)
  }

  /// Returns all publications of the user, sorted by name.
  static func all() -> [Publication] {
    let names = (try? FileSystem.names(in: Folders(publication: "").publications)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap {
      named(String($0.dropLast(ending.count)))
    }
  }

  static func named(_ name: String) -> Publication? {
    guard let file = try? OpenFile.reading(path(of: name)), let bytes = try? file.readToEnd(),
      let json = try? JSONParser.parse(bytes)
    else { return nil }
    return Publication(name: name, json)
  }

  func save() throws(SystemError) {
    let path = Self.path(of: name)
    try FileSystem.makeFolders(Path.parent(path))
    var writer = JSONWriter(isIndented: true)
    writer.write(json)
    try DurableFile.write(writer.bytes + [0x0A], to: path)
  }

  /// Removes the publication and its copy on this machine. Files at its address are kept.
  func forget() {
    let folders = Folders(publication: name)
    FileSystem.unlink(Self.path(of: name))
    for folder in [
      folders.store, Path.parent(folders.device), Path.parent(folders.site(of: name)),
      Path.join(folders.remotes, folders.key),
      Path.join(folders.remoteCache, folders.key),
    ] {
      FileSystem.removeTree(folder)
    }
  }
}

// MARK: - Updating a publication

extension Publication {
  /// Returns the publications of a diary.
  static func all(of own: Dependencies) -> [Publication] {
    all().filter { $0.store == own.layout.root }
  }

  /// Updates several publications. Reports those that changed or failed. Returns `true` if none
  /// failed.
  ///
  /// - Throws: an exit code if it is cancelled.
  static func update(
    _ publications: [Publication], of own: Dependencies
  ) async throws -> Bool {
    var isDone = true
    for var publication in publications {
      do {
        let change = try await publication.updateShowingProgress(of: own)
        for problem in change.problems { ErrorLine.write("\(publication.name): \(problem)") }
        if !change.isNone { ErrorLine.report("\(publication.name): \(change.words).") }
      } catch let error where !(error is ExitCode) {
        isDone = false
        ErrorLine.write("\(publication.name): \(MessageError(error).line)")
      }
    }
    return isDone
  }

  /// Updates the publications of several diaries, the open one first. Returns the errors, as
  /// results of a sync.
  static func updateAll(
    of diaries: [Dependencies], progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult] {
    var failed: [SyncResult] = []
    for (index, diary) in diaries.enumerated() {
      let prefix = index == 0 ? "" : diary.remotePrefix
      for var publication in all(of: diary) where !Task.isCancelled {
        do {
          _ = try await publication.update(of: diary, progress: progress)
        } catch {
          var result = SyncResult(remote: prefix + publication.name)
          result.error = error is ExitCode ? "" : MessageError(error).line
          failed.append(result)
        }
      }
    }
    return failed
  }

  /// Updates the publication, showing progress if it takes long.
  ///
  /// - Throws: the errors of `update(of:progress:)`.
  mutating func updateShowingProgress(
    of own: Dependencies
  ) async throws -> PublicationChange {
    let known = self
    let change: PublicationChange
    (change, self) = try await ProgressLine.showing(after: .seconds(1)) { progress in
      var publication = known
      return (try await publication.update(of: own, progress: progress), publication)
    }
    return change
  }

  /// Updates the publication: first the copy of the entries, then the pages, then the logs for
  /// followers. If it fails, the next update continues from there.
  ///
  /// - Throws: an error if the diary can't be read or the address can't be written.
  mutating func update(
    of own: Dependencies, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> PublicationChange {
    let place = try PublicAddress(address, home: Environment["HOME"])
    let source = try await fingerprint(of: own)
    if diary != nil, self.source == source { return PublicationChange() }
    let shown = Dependencies(Folders(publication: name))
    if let author = try await own.diary.existingAuthor(),
      try await shown.diary.existingAuthor()?.name != author.name
    {
      _ = try await shown.diary.rename(author: author.name)
    }
    let id = try await shown.sync.beginPublishing()
    var copy = PublicCopy(self, of: own, in: shown)
    var change: PublicationChange
    (change, self) = try await copy.update(progress)
    // Keeps the photos made so far, so that they aren't made again.
    try save()
    if Task.isCancelled { throw Interruption.ending }
    change.problems += try await writePages(of: shown, at: place, id, progress)
    try await shown.sync.publish(at: place, progress: progress)
    await shown.diary.finish()
    diary = id.description
    // Files that were left out are tried again the next time.
    self.source = change.problems.isEmpty ? source : nil
    updated = LocalTime.now()
    try save()
    return change
  }

  /// Returns a fingerprint of the diary, which changes with each change to it.
  private func fingerprint(of own: Dependencies) async throws -> String {
    let counts = try await own.unlocking.repository.lineCounts()
    return counts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
      .joined(separator: " ")
  }

  /// Writes the site, and uploads it unless its address is a folder. Returns a line for each file
  /// left out.
  private func writePages(
    of shown: Dependencies, at place: PublicAddress, _ id: ID<FoundedDiary>,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> [String] {
    let folder =
      if case .folder(let path) = place.pages { path } else { shown.folders.site(of: name) }
    let site = PublicSite(title: name, id: "urn:sha256:\(id)", address: web)
    // Locations that aren't published aren't in the copy.
    let options = ExportOptions(keepsLocation: true, site: site)
    let summary: ExportSummary
    do {
      summary = try await shown.exporter.export(
        of: shown.diary, to: folder, format: .html, options: options, progress: progress)
    } catch DiaryError.export(let path, .otherDiary) {
      // The text for an export only suggests another folder.
      throw MessageError(
        localized(
          """
          \(path) contains another published site, or this one from before you stopped it with \
          --stop. Delete the files there or choose another address.
          """))
    }
    let cache = Path.parent(shown.folders.site(of: name)) + "/git"
    try await PageUpload(to: place, cache: cache).put(folder)
    return summary.problems.map(\.line)
  }
}
