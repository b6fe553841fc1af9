import Age
import DiaryCore
import DiaryKeys
import System

/// How files lie on a remote: sealed to the diary's key, or as they are.
enum Sealing {
  case plain
  case sealed(Keyring)

  var isPlain: Bool { if case .plain = self { true } else { false } }

  /// What a text becomes.
  func sealed(_ lines: [UInt8]) throws(SyncFailure) -> [UInt8] {
    guard case .sealed(let keyring) = self else { return lines }
    var lines = lines
    SegmentPadding.pad(&lines)
    do {
      return try AgeWriter.seal(lines, to: keyring.current.lock)
    } catch {
      throw .key(.age(name: "log", error))
    }
  }

  /// What a text was; `nil` when it is damaged or was sealed to another key.
  func opened(_ bytes: [UInt8]) -> [UInt8]? {
    guard case .sealed(let keyring) = self else { return bytes }
    guard let lines = try? AgeReader.open(bytes, with: keyring.key) else { return nil }
    return Array(SegmentPadding.unpadded(lines))
  }

  /// What tells whether other keys are there to open files with.
  var keysMark: String {
    guard case .sealed(let keyring) = self else { return "" }
    return keyring.keys.map(\.identity.recipient.description).joined(separator: " ")
  }

  // MARK: Assets

  /// What the bytes of a small file become.
  func sealed(asset bytes: [UInt8]) throws(SyncFailure) -> [UInt8] {
    guard case .sealed(let keyring) = self else { return bytes }
    do {
      return try AgeWriter.seal(bytes, to: keyring.current.lock)
    } catch {
      throw .key(.age(name: "small", error))
    }
  }

  /// What they were; `nil` when they are damaged.
  func opened(asset bytes: [UInt8]) -> [UInt8]? {
    guard case .sealed(let keyring) = self else { return bytes }
    return try? AgeReader.open(bytes, with: keyring.key)
  }

  /// What the size of an asset tells of that of its file there, in bytes.
  func size(of count: Int) -> Int {
    isPlain ? count : AgeWriter.headerSize + AgeStream.sealedSize(of: count)
  }

  /// The names that an asset may have there; the first one is given to it.
  func names(of file: AssetFile, in folder: String) -> [RemoteName] {
    switch self {
    case .plain:
      return [Self.name(file.asset, folder, ending: file.type.fileExtension)].compactMap(\.self)
    case .sealed(let keyring):
      return keyring.keys.reversed().compactMap { key in
        Self.name(key.name(of: file.asset), folder, ending: "age")
      }
    }
  }

  private static func name(_ asset: AssetID, _ folder: String, ending: String) -> RemoteName? {
    RemoteName("\(folder)/\(asset.description.prefix(2))/\(asset).\(ending)")
  }

  /// Seals a file of the diary into another one, which is put on the remote.
  ///
  /// - Parameter opener: opens the file, which is sealed to the diary's key itself if the diary is encrypted.
  func seal(
    _ source: String, to path: String, _ opener: any AssetOpener
  ) throws(SyncFailure) {
    do {
      let output = try OpenFile(path, [.writeOnly, .create, .truncate])
      func put(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { try output.write(bytes) }
      let isWhole: Bool
      switch self {
      case .plain: isWhole = try opener.read(source, put)
      case .sealed(let keyring):
        var writer = try AgeWriter(to: keyring.current.lock)
        isWhole = try opener.read(source) { bytes throws(SystemError) in
          try writer.write(bytes, put)
        }
        try writer.finish(put)
      }
      guard isWhole else { throw SystemError(.reading, source, .inputOutput) }
    } catch let error as SystemError {
      throw .remote(RemoteError("", .local(path: error.path, reason: error.words)))
    } catch let error as AgeError {
      throw .key(.age(name: Path.name(source), error))
    } catch {
      throw .remote(RemoteError("", .local(path: path, reason: "\(error)")))
    }
  }

  /// Gives the bytes of a file that came from there, piece by piece. Throws when it is damaged.
  func read(
    _ path: String, _ put: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let file = try OpenFile.reading(path)
    guard case .sealed(let keyring) = self else {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      while case let count = try file.read(into: &bytes), count > 0 {
        try bytes[..<count].withUnsafeBytes { try put($0) }
      }
      return
    }
    let reader = try AgeReader(.file(file.descriptor), with: keyring.key)
    for number in 0..<reader.chunkCount {
      let chunk = try reader.chunk(number)
      try chunk.withUnsafeBytes { try put($0) }
    }
  }
}
