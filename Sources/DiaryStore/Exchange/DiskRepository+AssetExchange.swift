import Crypto
import DiaryCore
import System

/// The positions up to which the logs of a diary have been scanned.
package struct LogPositions: Hashable, Sendable {
  fileprivate var logs: [String: LogPosition] = [:]

  package init() {}

  /// The positions as JSON, for `init(_:)`.
  package var json: JSONValue {
    .object(
      logs.sorted { $0.key < $1.key }.map { log, position in
        JSONMember(
          log,
          .array([.integer(position.offset), .string(position.mark)]))
      })
  }

  /// Decodes positions, or returns `nil` if the JSON has another shape.
  package init?(_ json: JSONValue) {
    guard let members = json.members else { return nil }
    for member in members {
      guard let pair = member.value.array, pair.count == 2, let offset = pair[0].integer,
        let mark = pair[1].string
      else { return nil }
      logs[member.name] = LogPosition(offset: offset, mark: mark)
    }
  }
}

/// Exchanges the files of photos and attachments with other machines.
extension DiskRepository {
  /// Returns the files named by lines after these positions, the newest last, and the new
  /// positions. A rewritten log is scanned again.
  ///
  /// - Throws: an error if the logs can't be read.
  package func references(
    after positions: LogPositions
  ) throws -> (files: [AssetFile], positions: LogPositions) {
    let reader = LogReader(layout: layout)
    var files: [AssetFile] = []
    var seen: Set<AssetFile> = []
    var read: [String: LogPosition] = [:]
    for (name, end) in try reader.logs() {
      var start = 0
      if let known = positions.logs[name], end.size >= known.offset,
        reader.areUnchanged([name: known])
      {
        start = known.offset
      }
      guard start < end.size else {
        read[name] = positions.logs[name]
        continue
      }
      var last = start
      let file = try reader.forEachLine(of: name, from: start) { line in
        guard !line.isTorn else { return }
        last = line.place.offset + line.bytes.count + 1
        guard LineCheck.entry(of: line.bytes) != nil, Self.mayNameFiles(line.bytes),
          let revision = RevisionLine.decode(line.bytes)
        else { return }
        files += revision.entry.files.filter { seen.insert($0).inserted }
      }
      read[name] = file.position(at: last)
    }
    var reached = LogPositions()
    reached.logs = read
    return (files, reached)
  }

  /// Returns `false` for lines that name no file, which needn't be parsed. Most don't.
  private static func mayNameFiles(_ line: UnsafeRawBufferPointer) -> Bool {
    line.range(of: assetOpening, from: 0) != nil
  }

  private static let assetOpening = Array("\"asset\":\"".utf8)

  /// Returns `true` if a complete file is stored locally.
  package nonisolated func hasAsset(_ file: AssetFile) -> Bool {
    FileSystem.status(of: layout.path(of: file))?.isRegularFile ?? false
  }

  /// Returns `false` only if a file certainly isn't stored locally, `true` if the disk fails.
  package nonisolated func mayHaveAsset(_ file: AssetFile) -> Bool {
    do {
      return try FileSystem.existingStatus(of: layout.path(of: file))?.isRegularFile ?? false
    } catch {
      return true
    }
  }

  /// Returns `true` if a file is stored locally and its bytes match its name.
  package nonisolated func isWhole(_ file: AssetFile) -> Bool {
    (try? AssetFolder(layout: layout).asset(ofFileAt: layout.path(of: file))) == file.asset
  }

  /// Returns the locally stored files that lines name, the first named first. Files of drafts are
  /// excluded.
  ///
  /// - Throws: an error if the logs or drafts can't be read.
  package func localAssets() throws -> [AssetFile] {
    let drafted = try draftedAssets()
    return try references(after: LogPositions()).files.filter { file in
      !drafted.contains(file.asset) && hasAsset(file)
    }
  }

  /// Returns a value that changes when files are added or removed locally.
  package nonisolated func assetsFingerprint() -> String {
    var hash = SHA256()
    for folder in ((try? FileSystem.names(in: layout.assets)) ?? []).sorted() {
      let time = FileSystem.status(of: Path.join(layout.assets, folder))?.modified
      let line = "\(folder) \(time?.seconds ?? 0).\(time?.nanoseconds ?? 0)\n"
      hash.update(data: Array(line.utf8))
    }
    return hexadecimal(hash.finalize().prefix(8))
  }

  /// Returns the wrapping sum of the digests in the names of all local files.
  package nonisolated func assetSum() -> UInt64 {
    var sum: UInt64 = 0
    for folder in (try? FileSystem.names(in: layout.assets)) ?? [] {
      let names = (try? FileSystem.names(in: Path.join(layout.assets, folder))) ?? []
      sum = names.reduce(sum) { $0 &+ Self.assetDigest(named: $1) }
    }
    return sum
  }

  /// Returns the part of `assetSum` that comes from one file.
  package nonisolated func assetDigest(of file: AssetFile) -> UInt64 {
    Self.assetDigest(named: Path.name(layout.path(of: file)))
  }

  private static func assetDigest(named name: String) -> UInt64 {
    UInt64(name.prefix(16), radix: 16) ?? 0
  }

  /// Returns the size of a local file in bytes, unencrypted, or `nil` if it is missing.
  package nonisolated func size(of file: AssetFile) -> Int? {
    FileSystem.status(of: layout.path(of: file)).map { layout.plaintextSize(of: $0.size) }
  }

  /// Removes the local copy of a file that other machines have.
  ///
  /// - Throws: an error if the file can't be removed.
  package nonisolated func evict(_ file: AssetFile) throws {
    try FileSystem.remove(layout.path(of: file))
  }

  /// Stores a received file. Returns `false` and stores nothing if it can't be read or its bytes
  /// don't match its name.
  ///
  /// - Parameter read: passes the file's bytes piece by piece, and returns `false` if it can't be
  ///   read.
  /// - Throws: the error of `read`, or an error if the file can't be written.
  package nonisolated func storeReceivedAsset(
    _ file: AssetFile, _ read: ((UnsafeRawBufferPointer) throws -> Void) throws -> Bool
  ) throws -> Bool {
    try FileSystem.makeFolders(layout.assets)
    var output = try StoreOutput(in: layout.assets, of: layout)
    var hash = SHA256()
    let isRead = try read { piece in
      hash.update(bufferPointer: piece)
      try output.write(piece)
    }
    guard isRead, AssetID(digest: hash.finalize()) == file.asset else { return false }
    let path = layout.path(of: file)
    let folder = Path.parent(path)
    if try FileSystem.makeFolder(folder) { try FileSystem.sync(folder: layout.assets) }
    try output.commit(as: path)
    return true
  }
}
