import DiaryCore
import System

/// A photo as an import names it.
struct PhotoDraft {
  /// Relative to what names it.
  let path: String
  /// What the bytes were called where the import comes from; they may be others by now, as in an
  /// export without positions.
  let asset: AssetID?
  let name: String
  let caption: String?
  let taken: String?
  let width: Int?
  let height: Int?

  init(
    path: String, asset: AssetID?, name: String, caption: String?, taken: String?,
    width: Int? = nil, height: Int? = nil
  ) {
    self.path = path
    self.asset = asset
    self.name = Self.lastComponent(name)
    self.caption = caption
    self.taken = taken
    self.width = width
    self.height = height
  }

  /// Reads an object, or a path alone.
  init(_ json: JSONValue) throws(EntryFieldError) {
    if case .string(let path) = json {
      self.path = path
      name = Self.lastComponent(path)
      (asset, caption, taken, width, height) = (nil, nil, nil, nil, nil)
      return
    }
    guard json.members != nil else { throw .invalidMember("photos") }
    let reader = MemberReader(json)
    let givenName = try reader.text("name").map(Self.lastComponent)
    let writtenAsset = try reader.text("asset")
    guard let path = try reader.text("file") else {
      throw .noPhotoFile(givenName ?? writtenAsset ?? "without a name")
    }
    self.path = path
    asset = try writtenAsset.map { text throws(EntryFieldError) in
      guard let asset = AssetID(text) else { throw .invalidMember("asset") }
      return asset
    }
    name = givenName ?? Self.lastComponent(path)
    caption = try reader.text("caption")
    taken = try reader.text("taken")
    width = json["width"]?.integer
    height = json["height"]?.integer
  }

  /// The photo at another path.
  func found(at path: String) -> PhotoDraft {
    PhotoDraft(
      path: path, asset: asset, name: name, caption: caption, taken: taken, width: width,
      height: height)
  }

  /// A stored photo as the import describes it, and otherwise as its bytes do.
  func described(_ stored: Photo) -> Photo {
    var photo = stored
    photo.name = name
    photo.caption = caption ?? ""
    photo.taken = taken ?? stored.taken
    photo.width = stored.width ?? width
    photo.height = stored.height ?? height
    return photo
  }

  /// A name without the folders before it, as people read it.
  static func lastComponent(_ path: String) -> String {
    Path.readable(path).utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
      ?? path
  }
}
