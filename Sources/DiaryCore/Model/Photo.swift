import System

/// A photo of an entry: its asset and its properties.
package struct Photo: Hashable, Sendable {
  package var asset: AssetID
  /// The file's name when it was added, without folders.
  package var name: String
  package var type: MediaType
  /// Upright width in pixels; `nil` if it couldn't be read.
  package var width: Int?
  package var height: Int?
  /// The time on the camera's clock in ISO 8601, with an offset if known.
  package var taken: String?
  package var caption: String

  /// The reason why its type can't be shown. An unknown size isn't a reason:
  /// another version of this program may have been unable to read it.
  package var knownProblem: PictureProblem? {
    type.isPhoto || type.isVideo ? nil : .undecodableType
  }

  package init(
    asset: AssetID, name: String, type: MediaType, width: Int? = nil, height: Int? = nil,
    taken: String? = nil, caption: String = ""
  ) {
    self.asset = asset
    self.name = name
    self.type = type
    self.width = width
    self.height = height
    self.taken = taken
    self.caption = caption
  }
}

// MARK: - Attachment

/// A file of an entry that isn't a photo: a video, a recording, a PDF or any other.
package struct Attachment: Hashable, Sendable {
  package var asset: AssetID
  /// The file's name when it was added, without folders.
  package var name: String
  package var type: MediaType
  /// In bytes; `nil` if it wasn't recorded.
  package var size: Int?
  /// Members written by a newer version, kept for writing.
  package var unknownMembers: [JSONMember]

  package init(
    asset: AssetID, name: String, type: MediaType, size: Int? = nil,
    unknownMembers: [JSONMember] = []
  ) {
    self.asset = asset
    self.name = name
    self.type = type
    self.size = size
    self.unknownMembers = unknownMembers
  }
}

// MARK: - AssetFile

/// An asset's bytes and its type, which determines the file name extension.
package struct AssetFile: Hashable, Sendable {
  package let asset: AssetID
  package let type: MediaType

  package init(asset: AssetID, type: MediaType) {
    self.asset = asset
    self.type = type
  }
}

/// An asset's file with the name that a person gave it.
package struct NamedFile: Hashable, Sendable {
  package let name: String
  package let file: AssetFile
}

extension Photo {
  package var file: AssetFile { AssetFile(asset: asset, type: type) }
  package var named: NamedFile { NamedFile(name: name, file: file) }
}

extension Attachment {
  package var file: AssetFile { AssetFile(asset: asset, type: type) }
  package var named: NamedFile { NamedFile(name: name, file: file) }
}

extension EntryFields {
  /// The files of all photos and attachments.
  package var files: [AssetFile] {
    attachments.isEmpty ? photos.map(\.file) : photos.map(\.file) + attachments.map(\.file)
  }
}

extension Entry {
  /// See `EntryFields.files`.
  package var files: [AssetFile] {
    attachments.isEmpty ? photos.map(\.file) : photos.map(\.file) + attachments.map(\.file)
  }
}

// MARK: - PhotoDetails

/// Camera settings and position read from a photo's file. Not stored in the entry.
package struct PhotoDetails: Hashable, Sendable {
  /// Maker and model: `Canon EOS 40D`.
  package var camera: String?
  package var lens: String?
  /// `1/250 s`
  package var exposure: String?
  /// `f/2.8`
  package var aperture: String?
  package var iso: Int?
  /// `35 mm`
  package var focalLength: String?
  package var position: Position?
  /// The name of the place, if the file contains one.
  package var place: String?

  /// A position on the earth.
  package struct Position: Hashable, Sendable {
    /// In degrees, positive to the north.
    package var latitude: Double
    /// In degrees, positive to the east.
    package var longitude: Double
    /// In meters.
    package var altitude: Double?

    package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
    }

    /// Returns the distance to a nearby position in meters. Treats the earth as a sphere.
    package func distance(to other: Position) -> Double {
      let north = other.latitude - latitude
      let difference = (other.longitude - longitude).truncatingRemainder(dividingBy: 360)
      let east =
        difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
      // The caller compares positions so close that the earth between them is flat.
      let scale = Double((Float(latitude + other.latitude) * .pi / 360).cosine)
      return (north * north + east * scale * east * scale).squareRoot() * Self.metresOfDegree
    }

    private static let metresOfDegree = 111_195.0
  }

  package init(
    camera: String? = nil, lens: String? = nil, exposure: String? = nil, aperture: String? = nil,
    iso: Int? = nil, focalLength: String? = nil, position: Position? = nil, place: String? = nil
  ) {
    self.camera = camera
    self.lens = lens
    self.exposure = exposure
    self.aperture = aperture
    self.iso = iso
    self.focalLength = focalLength
    self.position = position
    self.place = place
  }
}
