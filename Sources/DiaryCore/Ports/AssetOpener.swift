import System

/// Opens the files of photos and attachments by their paths. Those of an encrypted diary have their
/// clear bytes in memory alone.
package protocol AssetOpener: Sendable {
  /// Whether what stands at a path is sealed, so that nobody else can read it.
  func opensSealed(_ path: String) -> Bool

  /// Opens a file to be read from its beginning. Who asked for it closes it.
  ///
  /// - Throws: The error of the system; that of input where the file is damaged.
  func open(_ path: String) throws(ErrorNumber) -> Descriptor

  /// Gives the bytes of a file piece by piece, and so takes no more memory for a large one.
  ///
  /// - Returns: Whether the file could be read to its end.
  func read<Failure>(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool

  /// Looks at some parts of a file: it is given its size, and what gives the bytes of a range of it.
  ///
  /// - Returns: `nil` of what is no file, or can't be opened.
  func reading<Result>(
    _ path: String, _ look: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result?
}

/// What ends the reading of a file.
private struct Enough: Error {}

extension AssetOpener {
  /// The first bytes of a file, as many as there are of those; none of one that can't be read.
  package func header(of path: String, count: Int) -> [UInt8] {
    var header: [UInt8] = []
    // What is wrong behind them doesn't matter.
    do throws(Enough) {
      _ = try read(path) { bytes throws(Enough) in
        header += bytes.prefix(count - header.count)
        if header.count >= count { throw Enough() }
      }
    } catch {}
    return header
  }
}

/// Opens files as they lie on the disk.
package struct PlainAssetOpener: AssetOpener {
  package init() {}

  package func opensSealed(_ path: String) -> Bool { false }

  package func open(_ path: String) throws(ErrorNumber) -> Descriptor {
    // A named pipe would otherwise wait for a writer.
    try Descriptor.open(path, [.readOnly, .nonBlocking, .noTerminal])
  }

  package func read<Failure>(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let input = try? open(path) else { return false }
    defer { input.close() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      guard let count = try? input.read(into: buffer) else { return false }
      if count == 0 { return true }
      try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  package func reading<Result>(
    _ path: String, _ look: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result? {
    guard let input = try? open(path) else { return nil }
    defer { input.close() }
    guard let status = try? input.status(), status.isRegularFile else { return nil }
    return look(status.size) { range in
      let bytes = try? input.bytes(range.count, at: range.lowerBound)
      return bytes?.count == range.count ? bytes : nil
    }
  }
}

// MARK: - Fetching

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
