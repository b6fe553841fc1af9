import System

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
