import System

/// Opens the files of photos and attachments by their paths. Files of an encrypted diary are
/// decrypted in memory only.
package protocol AssetOpener: Sendable {
  /// Returns `true` if the file at a path is encrypted, so that other programs can't read it.
  func isEncrypted(_ path: String) -> Bool

  /// Opens a file for reading from its beginning. The caller closes it.
  ///
  /// - Throws: the system's error; an I/O error if the file is damaged.
  func open(_ path: String) throws(ErrorNumber) -> Descriptor

  /// Passes a file's bytes to `body` in pieces, so that large files need no more memory.
  ///
  /// - Returns: `true` if the file was read to its end.
  /// - Throws: the errors of `body`.
  func read<Failure>(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool

  /// Calls `body` with a file's size and a function that returns the bytes of a range of it.
  ///
  /// - Returns: `nil` if it isn't a file or can't be opened.
  func withFile<Result>(
    _ path: String, _ body: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result?
}

extension AssetOpener {
  /// Returns at most the first `count` bytes of a file; none if it can't be read.
  package func header(of path: String, count: Int) -> [UInt8] {
    withFile(path) { size, bytes in bytes(0..<min(count, size)) ?? [] } ?? []
  }
}

/// Opens unencrypted files.
package struct PlainAssetOpener: AssetOpener {
  package init() {}

  package func isEncrypted(_ path: String) -> Bool { false }

  package func open(_ path: String) throws(ErrorNumber) -> Descriptor {
    // Opening a named pipe would otherwise wait for a writer.
    try Descriptor.open(path, [.readOnly, .nonBlocking, .noTerminal])
  }

  package func read<Failure>(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let input = try? open(path) else { return false }
    defer { input.close() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      guard let count = try? input.read(into: buffer) else { return false }
      if count == 0 { return true }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  package func withFile<Result>(
    _ path: String, _ body: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result? {
    guard let input = try? open(path) else { return nil }
    defer { input.close() }
    guard let status = try? input.status(), status.isRegularFile else { return nil }
    return body(status.size) { range in
      let bytes = try? input.bytes(range.count, at: range.lowerBound)
      return bytes?.count == range.count ? bytes : nil
    }
  }
}

// MARK: - Fetching

/// Fetches photos and attachments from remotes.
package protocol AssetFetching: Sendable {
  /// The files that aren't on this device and, as far as it knows, can be fetched. Quick: contacts
  /// no remote.
  var remoteOnly: Set<AssetFile> { get }

  /// Fetches as many of the files as possible; skips those that are already here. Stops when the
  /// task is canceled, and keeps what has arrived by then.
  func fetch(
    _ files: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void
  ) async -> AssetFetchResult
}

/// The result of fetching photos and attachments.
package struct AssetFetchResult: Hashable, Sendable {
  /// The files that still aren't here.
  package var missing: Set<AssetFile> = []
  /// The reasons, a line for each remote that failed. Safe for a terminal.
  package var errors: [String] = []

  package init() {}
}
