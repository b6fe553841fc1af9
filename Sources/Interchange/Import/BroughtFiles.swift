import DiaryCore

/// The photos and attachments of an import on their way into the diary, by the paths of their files.
struct BroughtFiles: Sendable {
  /// Files that are read together.
  private static let batch = 128

  struct Failure: Error {
    let fault: PhotoFault
  }

  private(set) var photos: [String: Result<Photo, Failure>] = [:]
  private(set) var attachments: [String: Result<Attachment, Failure>] = [:]

  /// The assets that are there now.
  var assets: Set<AssetID> {
    Set(photos.values.compactMap { try? $0.get().asset })
      .union(attachments.values.compactMap { try? $0.get().asset })
  }

  /// Reads all files of a plan into a batch. `nil` when the task was cancelled.
  static func bring(
    _ plan: ImportPlan, to assets: any AssetBatch, of service: DiaryService,
    progress: @Sendable (ImportStage) -> Void
  ) async throws(DiaryError) -> BroughtFiles? {
    var files = BroughtFiles()
    let paths = plan.photoFiles.sorted()
    let attached = plan.attachmentFiles.sorted { $0.key < $1.key }
    let total = paths.count + attached.count
    let isOwn = plan.hasOwnFiles
    for start in stride(from: 0, to: paths.count, by: batch) {
      progress(.files(start, of: total))
      let part = Array(paths[start..<min(start + batch, paths.count)])
      let headers = await service.headers(ofPhotosAt: part)
      let results = await concurrentResults(Array(zip(part, headers))) { path, header in
        try await service.addPhoto(at: path, header: header, to: assets, isOwn: isOwn).photo
      }
      // What failed then, failed for that.
      if Task.isCancelled { return nil }
      for (path, result) in zip(part, results) {
        switch result {
        case nil: return nil
        case .success(let photo): files.photos[path] = .success(photo)
        case .failure(.photo(_, let fault)): files.photos[path] = .failure(Failure(fault: fault))
        // It is the diary that fails, and so does the import.
        case .failure(let error): throw error
        }
      }
    }
    for start in stride(from: 0, to: attached.count, by: batch) {
      progress(.files(paths.count + start, of: total))
      let part = Array(attached[start..<min(start + batch, attached.count)])
      let results = await concurrentResults(part) { path, type in
        try await service.addAttachment(at: path, type: type, to: assets, isOwn: isOwn)
      }
      if Task.isCancelled { return nil }
      for (file, result) in zip(part, results) {
        switch result {
        case nil: return nil
        case .success(let attachment): files.attachments[file.key] = .success(attachment)
        case .failure(.attachment(_, let fault)):
          files.attachments[file.key] = .failure(Failure(fault: fault))
        case .failure(let error): throw error
        }
      }
    }
    return files
  }
}
