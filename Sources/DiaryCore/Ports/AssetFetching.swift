/// Brings photos and attachments to this machine that others have put where it reaches them.
package protocol AssetFetching: Sendable {
  /// Those that aren't here and can be fetched, as far as is known here. Asks nobody, and is quick.
  var elsewhere: Set<AssetFile> { get }

  /// Brings files here, as many as can be had. Those that are here already cost nothing. Stops when its
  /// task is cancelled; what came by then stays.
  func fetch(
    _ files: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void
  ) async -> AssetFetchResult
}

/// What came of fetching photos and attachments.
package struct AssetFetchResult: Hashable, Sendable {
  /// Those that still aren't here.
  package var missing: Set<AssetFile> = []
  /// Why, a line for each place that failed. Safe for a terminal.
  package var errors: [String] = []

  package init() {}
}
