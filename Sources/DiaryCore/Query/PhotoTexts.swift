import Text

/// The words read in the diary's photos. They aren't stored in the diary: each device reads the
/// photos that it has.
package actor PhotoTexts {
  private let cache: PhotoTextCache
  private var texts: [AssetID: PhotoText] = [:]
  private var version: PhotoTextCache.Version?
  /// The results that aren't in the cache yet.
  private var unsaved: [AssetID: PhotoText] = [:]

  /// - Parameter cache: the cache for the next run; by default, nothing is kept.
  package init(cache: PhotoTextCache = PhotoTextCache()) { self.cache = cache }

  /// Reads what this program or another one has stored since the last call.
  private func update() {
    guard let stored = cache.load(version) else { return }
    version = stored.version
    texts = stored.texts.merging(unsaved) { $1 }
  }

  // MARK: Searching

  /// Returns the photos that contain each of some phrases. Phrases with no match are omitted. The
  /// result is incomplete if the task is canceled.
  package func photos(containing phrases: Set<SearchPhrase>) -> [SearchPhrase: Set<AssetID>] {
    update()
    let joined = phrases.filter { !$0.isEmpty }.map { (phrase: $0, joined: $0.joiningHangul) }
    var found: [SearchPhrase: Set<AssetID>] = [:]
    for (asset, text) in texts where !text.isEmpty {
      if Task.isCancelled { break }
      let folded = text.folded
      for (phrase, joined) in joined where folded.contains(joined) {
        found[phrase, default: []].insert(asset)
      }
    }
    return found
  }

  /// Returns the matches of phrases in photos, with the photos' indexes.
  package func matches(
    of phrases: [SearchPhrase], in photos: [Photo]
  ) -> [(index: Int, match: PhotoText.Match)] {
    guard !phrases.isEmpty, !photos.isEmpty else { return [] }
    update()
    return photos.enumerated().flatMap { index, photo in
      let text = texts[photo.asset] ?? PhotoText()
      return phrases.flatMap { text.matches(of: $0) }.map { (index, $0) }
    }
  }

  // MARK: Reading

  /// Returns the assets that haven't been read, in their order.
  func unread(_ photos: [Photo]) -> [Photo] { photos.filter { texts[$0.asset] == nil } }

  /// Prepares for reading: only one program reads at a time. Returns a function to call at the end,
  /// or `nil` if another program is reading.
  func begin() -> (@Sendable () -> Void)? {
    guard let end = cache.lock() else { return nil }
    update()
    return end
  }

  var isEmpty: Bool {
    update()
    return texts.isEmpty
  }

  func record(_ text: PhotoText, of asset: AssetID) {
    texts[asset] = text
    unsaved[asset] = text
  }

  /// Indicates that so many results are new that writing all of them is worth it.
  var isSaveDue: Bool { unsaved.count >= max(Self.fewestToSave, texts.count / 8) }

  private static let fewestToSave = 32

  /// Writes new results to the cache, without those that aren't in `kept`.
  ///
  /// - Parameter kept: all assets of the diary; `nil` to keep everything.
  func save(keeping kept: Set<AssetID>? = nil) {
    update()
    let isClean = kept.map { kept in texts.keys.allSatisfy(kept.contains) } ?? true
    guard !unsaved.isEmpty || !isClean else { return }
    if let kept { texts = texts.filter { kept.contains($0.key) } }
    guard cache.save(texts) else { return }
    unsaved = [:]
  }
}

extension [AssetID: PhotoText] {
  private static var title: String { "photo-texts/1" }

  /// The texts as a file: a line with the format's name, then a line for each asset with its ID, a
  /// tab and the text.
  package var encoded: [UInt8] {
    var bytes = Array(Self.title.utf8)
    for (asset, text) in self {
      bytes.append(UInt8(ascii: "\n"))
      bytes += asset.description.utf8
      bytes.append(UInt8(ascii: "\t"))
      bytes += text.encoded.utf8
    }
    return bytes
  }

  /// Reads `encoded`; `nil` for another file.
  package init?(encoded bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text[...].utf8.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, first.elementsEqual(Self.title.utf8) else { return nil }
    self.init(minimumCapacity: lines.count)
    for line in lines.dropFirst() {
      let digits = Substring(line.prefix { $0 != UInt8(ascii: "\t") })
      guard let asset = AssetID(digits) else { continue }
      self[asset] = PhotoText(encoded: Substring(line[digits.endIndex...].dropFirst()))
    }
  }
}

/// Stores the words of photos between runs, by their assets, whose bytes never change.
package struct PhotoTextCache: Sendable {
  /// Identifies a state of the cache.
  package typealias Version = [Int64]

  /// Returns the stored words and their version; `nil` if they still have the known version, or
  /// can't be read.
  package var load:
    @Sendable (_ known: Version?) -> (texts: [AssetID: PhotoText], version: Version)? = { _ in nil }
  /// Replaces the stored words. Returns `false` if they can't be written.
  package var save: @Sendable ([AssetID: PhotoText]) -> Bool = { _ in true }
  /// Keeps other programs from reading photos, until the returned function is called. Returns `nil`
  /// if another program is reading.
  package var lock: @Sendable () -> (@Sendable () -> Void)? = { {} }

  /// Creates a cache that keeps nothing.
  package init() {}
}

// MARK: - PhotoTextRun

/// Reads the words in photos that haven't been read, one photo at a time.
package struct PhotoTextRun: Sendable {
  private let service: DiaryService
  private let reader: PhotoTextReader

  /// The number of photos in a row at which the reading program may fail.
  private static let maxFailures = 3

  package init(service: DiaryService, reader: @escaping PhotoTextReader) {
    (self.service, self.reader) = (service, reader)
  }

  /// Reads all unread photos of the diary that are on this device, the newest first. If the task is
  /// canceled, keeps what has been read by then.
  ///
  /// - Throws: an error if the diary can't be read.
  package func readAll(
    _ progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> PhotoTextOutcome {
    guard let end = await service.photoTexts.begin() else { return PhotoTextOutcome(isBusy: true) }
    defer { end() }
    let (photos, kept) = try await photos()
    let outcome = await read(photos, progress)
    // Photos of entries that were deleted forever, or were never saved.
    await service.photoTexts.save(keeping: Task.isCancelled ? nil : kept)
    return outcome
  }

  /// Reads some photos, unless they have been read.
  package func read(_ photos: [Photo]) async -> PhotoTextOutcome {
    guard let end = await service.photoTexts.begin() else { return PhotoTextOutcome(isBusy: true) }
    defer { end() }
    let outcome = await read(await service.photoTexts.unread(photos), { _ in })
    await service.photoTexts.save()
    return outcome
  }

  /// Returns the unread photos of all visible entries, and the assets of all entries.
  private func photos() async throws -> (unread: [Photo], all: Set<AssetID>) {
    var (found, all): ([Photo], Set<AssetID>) = ([], [])
    for await entries in try await service.batches(EntryQuery(.withPhotos)) {
      let new = entries.flatMap(\.photos).filter { all.insert($0.asset).inserted }
      found += await service.photoTexts.unread(new)
    }
    var hidden = EntryQuery(.withPhotos)
    hidden.includesHidden = true
    for await entries in try await service.batches(hidden) {
      all.formUnion(entries.lazy.flatMap(\.photos).map(\.asset))
    }
    all.formUnion(try await service.trash().flatMap(\.photos).map(\.asset))
    return (found, all)
  }

  private func read(
    _ photos: [Photo], _ progress: @escaping @Sendable (Progress) -> Void
  ) async -> PhotoTextOutcome {
    var outcome = PhotoTextOutcome()
    /// The photos at which the program failed since it last succeeded, and the number of failures.
    var failed: [Photo] = []
    var failures = 0
    for (index, photo) in photos.enumerated() {
      progress(Progress(.readingPhotos, index, of: photos.count, secondaryCount: outcome.withWords))
      if Task.isCancelled || outcome.endedBy != nil {
        outcome.left += photos.count - index
        break
      }
      do throws(PhotoTextError) {
        let text = try await reader(photo, service.file(of: photo))
        await service.photoTexts.record(text, of: photo.asset)
        outcome.read += 1
        if !text.isEmpty { outcome.withWords += 1 }
        // The program works, so those photos are the cause. They aren't tried again.
        for photo in failed { await service.photoTexts.record(PhotoText(), of: photo.asset) }
        (failed, failures) = ([], 0)
      } catch {
        switch error {
        case .photo(let problem):
          outcome.problems.append((photo, .photo(problem)))
          await service.photoTexts.record(PhotoText(), of: photo.asset)
        case .program(let failure):
          outcome.problems.append((photo, error))
          // A busy machine isn't the photo's fault.
          if failure == .timedOut { outcome.left += 1 } else { failed.append(photo) }
          failures += 1
          if failures == Self.maxFailures { outcome.endedBy = failure }
        case .unavailable:
          if Task.isCancelled {
            outcome.left += photos.count - index
            return outcome.counting(failed)
          }
          outcome.missing += 1
        }
      }
      if await service.photoTexts.isSaveDue { await service.photoTexts.save() }
    }
    return outcome.counting(failed)
  }
}

/// The result of reading photos.
package struct PhotoTextOutcome: Sendable {
  /// The photos that were read, and those of them with words.
  package var read = 0
  package var withWords = 0
  /// The photos still to read.
  package var left = 0
  /// The photos that aren't on this device.
  package var missing = 0
  package var problems: [(photo: Photo, error: PhotoTextError)] = []
  /// The failure that ended the run, because it occurred at several photos in a row.
  package var endedBy: PhotoTextFailure?
  /// `true` if another program is reading.
  package var isBusy = false

  init(isBusy: Bool = false) { self.isBusy = isBusy }

  /// Returns the outcome with photos that will be tried again.
  fileprivate func counting(_ failed: [Photo]) -> PhotoTextOutcome {
    var outcome = self
    outcome.left += failed.count
    return outcome
  }
}
