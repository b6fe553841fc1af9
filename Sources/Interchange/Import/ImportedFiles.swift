import DiaryCore
import Synchronization

/// The photos and attachments of an import on their way into the diary, by the paths of their files.
struct ImportedFiles: Sendable {
  /// Photos whose headers are read by one start of a program; two such parts go side by side.
  private static let part = 128

  struct ImportedPhoto: Sendable {
    let photo: Photo
    /// Why it can't be shown.
    let problem: PictureProblem?
  }

  private(set) var photos: [String: Result<ImportedPhoto, PhotoError>] = [:]
  private(set) var attachments: [String: Result<Attachment, PhotoError>] = [:]

  /// All that are among the diary's assets now, or will be.
  var assets: Set<AssetID> {
    Set(photos.values.compactMap { try? $0.get().photo.asset })
      .union(attachments.values.compactMap { try? $0.get().asset })
  }

  /// Whether one couldn't be brought.
  var hasFailures: Bool {
    photos.values.contains { $0.isFailure } || attachments.values.contains { $0.isFailure }
  }

  /// Reads all files of a plan into a batch. `nil` when the task was cancelled.
  static func bring(
    _ plan: ImportPlan, to assets: any AssetBatch, of service: DiaryService,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> ImportedFiles? {
    let paths = plan.photoFiles.sorted()
    let attached = plan.attachmentFiles.sorted { $0.key < $1.key }
    let isOwn = plan.hasOwnFiles
    let total = paths.count + attached.count
    let done = Mutex(0)
    let throttle = ProgressThrottle(progress)
    @Sendable func begin(_ count: Int) {
      let before = done.withLock { done in
        defer { done += count }
        return done
      }
      throttle.report(Progress(.bringing, before, of: total))
    }

    let parts = stride(from: 0, to: paths.count, by: part).map {
      Array(paths[$0..<min($0 + part, paths.count)])
    }
    let photos = await concurrentMap(parts, width: 2) { part in
      begin(part.count)
      let headers = await service.headers(ofPhotosAt: part)
      return await concurrentResults(Array(zip(part, headers))) {
        path, header async throws(DiaryError) in
        let added = try await service.addPhoto(at: path, header: header, to: assets, isOwn: isOwn)
        return ImportedPhoto(photo: added.photo, problem: added.problem)
      }
    }
    let attachments = await concurrentResults(attached) { path, type async throws(DiaryError) in
      begin(1)
      return try await service.addAttachment(at: path, type: type, to: assets, isOwn: isOwn)
    }
    // What failed then, failed for that.
    guard !Task.isCancelled else { return nil }

    var files = ImportedFiles()
    for (path, result) in zip(parts.joined(), photos.flatMap { $0 ?? [] }) {
      guard let result else { return nil }
      files.photos[path] = try outcome(result)
    }
    for (file, result) in zip(attached, attachments) {
      guard let result else { return nil }
      files.attachments[file.key] = try outcome(result)
    }
    return files
  }

  private static func outcome<File>(
    _ result: Result<File, DiaryError>
  ) throws(DiaryError) -> Result<File, PhotoError> {
    switch result {
    case .success(let file): return .success(file)
    case .failure(.photo(_, let failure)), .failure(.attachment(_, let failure)):
      return .failure(failure)
    // It is the diary that fails, and so does the import.
    case .failure(let error): throw error
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
