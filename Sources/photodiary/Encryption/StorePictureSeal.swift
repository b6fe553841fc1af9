import Age
import DiaryCore
import DiaryStore
import Photos
import System

/// Seals what the picture program has drawn of an encrypted diary, as the diary's photos are.
struct StorePictureSeal: PictureSeal {
  let layout: StoreLayout

  func name(of asset: AssetID) -> String {
    guard layout.isEncrypted else { return asset.description }
    let file = AssetFile(asset: asset, type: MediaType("image/jpeg"))
    return String(Path.name(layout.path(of: file)).prefix { $0 != "." })
  }

  func sealed(_ bytes: [UInt8]) -> [UInt8]? {
    guard layout.isEncrypted else { return bytes }
    guard let lock = layout.cipher.keyring?.current.lock else { return nil }
    return try? AgeWriter.seal(bytes, to: lock)
  }

  func opened(_ bytes: [UInt8]) -> [UInt8]? {
    guard layout.isEncrypted else { return bytes }
    guard let key = layout.cipher.keyring?.key else { return nil }
    return try? AgeReader.open(bytes, with: key)
  }
}
