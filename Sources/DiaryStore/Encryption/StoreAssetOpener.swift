import Age
import DiaryCore
import System

/// Opens files, those of a store's assets in clear.
struct StoreAssetOpener: AssetOpener {
  let layout: StoreLayout
  /// Another folder with sealed files, that of previews.
  private let previews: @Sendable () -> String?
  private let plain = PlainAssetOpener()

  init(layout: StoreLayout, previews: @escaping @Sendable () -> String? = { nil }) {
    (self.layout, self.previews) = (layout, previews)
  }

  func opensSealed(_ path: String) -> Bool {
    layout.isEncrypted
      && [layout.assets, previews()].contains { folder in
        folder.map { path.hasPrefix($0 + "/") } ?? false
      }
  }

  func open(_ path: String) throws(ErrorNumber) -> Descriptor {
    guard opensSealed(path) else { return try plain.open(path) }
    let file = try Descriptor.memory("photo")
    do throws(ErrorNumber) {
      guard try read(path, { bytes throws(ErrorNumber) in try file.write(bytes) }) else {
        throw FileSystem.exists(path) ? .inputOutput : .noSuchFile
      }
      try file.seek(to: 0)
      return file
    } catch {
      file.close()
      throw error
    }
  }

  func read<Failure>(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard opensSealed(path) else { return try plain.read(path, take) }
    guard let key = layout.cipher.keyring?.key, let file = try? MappedFile(path),
      let reader = try? AgeReader(.mapped(file), with: key)
    else { return false }
    for number in 0..<reader.chunkCount {
      guard let chunk = try? reader.chunk(number) else { return false }
      try chunk.span.bytes.withUnsafeBytes { bytes throws(Failure) in try take(bytes) }
    }
    return true
  }

  func reading<Result>(
    _ path: String, _ look: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result? {
    guard opensSealed(path) else { return plain.reading(path, look) }
    guard let key = layout.cipher.keyring?.key, let file = try? MappedFile(path),
      let reader = try? AgeReader(.mapped(file), with: key)
    else { return nil }
    return look(reader.count) { range in
      range.upperBound <= reader.count ? try? reader.bytes(range) : nil
    }
  }
}
