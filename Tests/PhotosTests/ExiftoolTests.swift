import Foundation
import TestSupport
import Testing

private let exiftool = ["/usr/bin/exiftool", "/usr/local/bin/exiftool"].first {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// What another program finds in a cleaned photo into which it has written all it can.
@Suite(.enabled(if: exiftool != nil, "exiftool isn't installed"))
struct ExiftoolTests {
  private static let secrets = ["37.53", "127.02", "SERIAL-4711", "Ada Person", "Busan-dong"]
  private static let tags = [
    "EXIF:GPSLatitude=37.5326", "EXIF:GPSLatitudeRef=N", "EXIF:GPSLongitude=127.0246",
    "EXIF:GPSLongitudeRef=E", "EXIF:GPSAreaInformation=Busan-dong",
    "EXIF:SerialNumber=SERIAL-4711", "EXIF:LensSerialNumber=SERIAL-4711",
    "EXIF:OwnerName=Ada Person", "EXIF:Artist=Ada Person", "EXIF:Copyright=Ada Person",
    "EXIF:UserComment=Busan-dong", "EXIF:ImageDescription=Ada Person", "EXIF:Make=Nikon",
    "EXIF:XPAuthor=Ada Person", "EXIF:ImageUniqueID=SERIAL-4711",
    "IPTC:City=Busan-dong", "IPTC:Sub-location=Busan-dong", "IPTC:By-line=Ada Person",
    "IPTC:Province-State=Busan-dong", "IPTC:Country-PrimaryLocationName=Busan-dong",
    "XMP-iptcCore:Location=Busan-dong", "XMP-photoshop:City=Busan-dong",
    "XMP-photoshop:Country=Busan-dong", "XMP-iptcExt:LocationShownCity=Busan-dong",
    "XMP-iptcExt:LocationCreatedCity=Busan-dong", "XMP-iptcExt:PersonInImage=Ada Person",
    "XMP-exif:GPSLatitude=37.5326", "XMP-aux:SerialNumber=SERIAL-4711",
    "XMP-mwg-rs:RegionName=Ada Person", "XMP-dc:Creator=Ada Person",
    "Photoshop:CopyrightFlag=True", "Comment=Ada Person", "PNG:Author=Ada Person",
  ]
  /// Groups that hold nothing but what was measured or how it is to be shown.
  private static let harmless: Set = [
    "ExifTool", "System", "File", "Composite", "IFD0", "ExifIFD", "InteropIFD", "JFIF", "Adobe",
    "PNG", "PNG-pHYs", "GIF", "RIFF", "QuickTime", "Meta", "ICC_Profile", "ICC-header",
  ]

  @Test(arguments: ["jpg", "png", "tiff", "gif", "webp", "heic", "avif"])
  func findsNothing(type: String) throws {
    let exiftool = try require(exiftool)
    let folder = try TemporaryFolder()
    let name = ["heic", "avif"].contains(type) ? "located.\(type)" : "corners.\(type)"
    let path = try folder.write(Fixture.file(name), to: "photo.\(type)")
    // Not every format takes every one.
    _ = try ProgramResult.run(
      exiftool, ["-q", "-m", "-overwrite_original"] + Self.tags.map { "-" + $0 } + [path])
    func said(_ path: String) throws -> String {
      try ProgramResult.run(exiftool, ["-a", "-G1", "-ee", "-u", "-n", "-s", path]).text
    }
    let before = try said(path)
    expect(Self.secrets.contains { before.contains($0) })
    let photo = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let result = try PictureRun.run("without-location", photo)
    try require(result.status == 0, "\(result.errorText)")
    let after = try said(folder.write(result.output, to: "clean.\(type)"))
    for secret in Self.secrets { expectLacks(after, secret, "\(after)") }
    for line in after.split(separator: "\n") {
      let group = line.dropFirst().prefix { $0 != "]" }
      expectContains(Self.harmless, String(group), "\(line)")
      expectLacks(line, "GPS", "\(line)")
      expectLacks(line, "Serial", "\(line)")
    }
  }
}
