import System

/// A photo of an entry: which asset it shows and what is known of it.
package struct Photo: Hashable, Sendable {
  package var asset: AssetID
  /// The file's name when it was added, without folders.
  package var name: String
  package var type: MediaType
  /// Upright size in pixels, `nil` when it could not be read.
  package var width: Int?
  package var height: Int?
  /// When the camera took it, as ISO 8601 in the camera's own time, with an offset when known.
  package var taken: String?
  package var caption: String

  /// Why it can't be shown, as far as is known without trying. That its size isn't known says
  /// nothing: another version of this program may not have been able to read it.
  package var knownProblem: PictureProblem? {
    type.isPhoto || type.isFilm ? nil : .undecodableType
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

/// A file of an entry that isn't looked at as a photo: a film, a recording, a PDF or any other.
package struct Attachment: Hashable, Sendable {
  package var asset: AssetID
  /// The file's name when it was added, without folders.
  package var name: String
  package var type: MediaType
  /// In bytes; `nil` when nobody wrote it down.
  package var size: Int?
  /// Members of its object that this program doesn't know, carried along.
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

/// The file of an asset: its bytes, and the type that its ending is made from.
package struct AssetFile: Hashable, Sendable {
  package let asset: AssetID
  package let type: MediaType

  package init(asset: AssetID, type: MediaType) {
    self.asset = asset
    self.type = type
  }
}

/// An asset's file with the name by which a person knows it.
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
  /// All files that it needs: its photos and attachments.
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

/// What a photo's file tells of how and where it was taken. Nothing of it is stored in an entry.
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
  /// The name of the place, if somebody wrote it into the file.
  package var place: String?

  /// A place on the earth.
  package struct Position: Hashable, Sendable {
    /// In degrees, north and east positive.
    package var latitude: Double
    package var longitude: Double
    /// In metres.
    package var altitude: Double?

    package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
      self.latitude = latitude
      self.longitude = longitude
      self.altitude = altitude
    }

    /// The way to another one in metres, as the earth is a ball.
    package func distance(to other: Position) -> Double {
      let north = other.latitude - latitude
      let difference = (other.longitude - longitude).truncatingRemainder(dividingBy: 360)
      let east =
        difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
      // Of places so near that this is asked for, the earth between them is flat.
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
