/// Makes entries of the photos in a folder.
package protocol PhotoImporting: Sendable {
  /// Looks through a folder and what is below it. `nil` when the task was cancelled.
  func proposal(
    for folder: String, grouping: PhotoGrouping,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoProposal?

  /// Adds an entry for each group. When the task is cancelled or the diary can't save, what has been
  /// added stays; when this throws, nothing was added.
  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoImportOutcome
}
