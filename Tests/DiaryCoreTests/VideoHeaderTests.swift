import DiaryCore
import TestSupport
import Testing

@Suite struct VideoHeaderTests {
  private func read(_ bytes: [UInt8]) -> VideoHeader? {
    VideoHeader(size: bytes.count) { range in
      range.upperBound <= bytes.count ? Array(bytes[range]) : nil
    }
  }

  private static let apple = "com.apple.quicktime."

  @Test func `reads a phone's values`() throws {
    var video = VideoFile(
      made: 1_714_716_000,
      values: [
        (Self.apple + "make", "Apple"),
        (Self.apple + "location.ISO6709", "+37.5665+126.9780+035.200/"),
        (Self.apple + "content.identifier", "6F3C1D2E-0000-4000-8000-123456789ABC"),
        (Self.apple + "creationdate", "2024-05-04T10:15:00+0200"),
      ])
    let header = try require(read(video.bytes))
    video.isMP4 = true
    expectEqual(read(video.bytes), header)
    expectEqual(header.position, .init(latitude: 37.5665, longitude: 126.978, altitude: 35.2))
    expectEqual(header.contentIdentifier, "6F3C1D2E-0000-4000-8000-123456789ABC")
    expectEqual(header.date { _ in 0 }?.description, "2024-05-04T10:15:00+02:00")
  }

  @Test func `reads the date from the header and the place from older phones`() throws {
    let header = try require(
      read(VideoFile(made: 1_714_716_000, location: "-33.4500-070.6667/").bytes))
    expectEqual(header.date { _ in 9 * 3600 }?.description, "2024-05-03T15:00:00+09:00")
    expectEqual(header.position, .init(latitude: -33.45, longitude: -70.6667))
    expectNil(header.contentIdentifier)
  }

  @Test func `parses every ISO 6709 form of a position`() {
    typealias Position = PhotoDetails.Position
    expectEqual(Position(iso6709: "+3730.0+12730.0/"), .init(latitude: 37.5, longitude: 127.5))
    expectEqual(Position(iso6709: "+373000+1273000/"), .init(latitude: 37.5, longitude: 127.5))
    expectEqual(Position(iso6709: "+48-002+10CRSWGS_84/")?.longitude, -2)
    for text in [
      "", "/", "+37", "+37.5+", "37.5+127.5/", "+91+000.5/", "+10+181/", "+0.0+000.0/",
      "+3799+12730/", "+1e5+127/", "+nan+nan/", "+37.5+127.5+1+1/", "++37+127/",
    ] { expectNil(Position(iso6709: text), "\(text)") }
  }

  @Test func `rejects invalid box sizes`() {
    let big = VideoFile.big
    let moov = Array("moov".utf8)
    for bytes: [UInt8] in [
      [], Array("garbage".utf8), big(1) + moov + big(0xFFFF_FFFF) + big(0xFFFF_FFFF),
      big(1) + moov + big(0x7FFF_FFFF) + big(0xFFFF_FFFF), big(7) + moov,
      Array(repeating: 0, count: 4096),
    ] { expectNil(read(bytes)) }
    let long: [UInt8] = [1, 0, 0, 0] + Array(repeating: 0xFF, count: 12)
    for content: [UInt8] in [
      big(12) + Array("mvhd".utf8) + big(0), VideoFile.box("mvhd", long),
      VideoFile.box("udta", VideoFile.box([0xA9] + Array("xyz".utf8), [0xFF, 0xFF])),
      VideoFile.box(
        "meta",
        VideoFile.box("keys", big(0) + big(0x7FFF_FFFF))
          + VideoFile.box(
            "ilst", VideoFile.box(big(0x7FFF_FFFF), VideoFile.box("data", big(0) + big(0) + [1])))),
      VideoFile.box("meta", Array(repeating: 0xFF, count: 99)),
    ] {
      let header = read(VideoFile.box("moov", content))
      expectNil(header?.date { _ in 0 })
      expectNil(header?.position)
    }
  }

  @Test func `survives mutated videos`() {
    let video = VideoFile(
      made: 1_714_716_000, values: [(Self.apple + "location.ISO6709", "+37.5665+126.9780/")],
      location: "+37.5665+126.9780/")
    var mutator = Mutator(
      "film headers", rounds: 2000, pieces: ["moov", "meta", "keys", "ilst", "data", "udta"])
    for _ in 0..<mutator.rounds {
      let position = read(mutator.mutation(of: [video.bytes], keeping: 8))?.position
      if let position { expect(position.coordinates != nil) }
    }
  }
}

@Suite struct MediaTests {
  @Test func `detects a container by its first bytes`() {
    func container(_ text: String, _ before: [UInt8] = []) -> MediaContainer? {
      MediaContainer(header: before + Array(text.utf8) + Array(repeating: 0, count: 600))
    }
    expectEqual(container("ftypqt  ", [0, 0, 0, 20]), .mov)
    expectEqual(container("", [0x1A, 0x45, 0xDF, 0xA3]), .matroska)
    for (text, expected) in [
      ("RIFF....AVI ", .avi), ("RIFF....WAVE", .wav), ("OggS", .ogg), ("fLaC", .flac),
      ("ID3", .mp3),
    ] as [(String, MediaContainer)] { expectEqual(container(text), expected) }
    for none in ["#EXTM3U\n", "ffconcat version 1.0\n", "RIFF....WEBP", "<smil>", ""] {
      expectNil(container(none), "\(none)")
    }
    expectNil(MediaContainer(header: []))
  }

  @Test func `pairs a live photo with its video by name`() {
    expect(LivePhoto.isPair(photo: "IMG_1.HEIC", video: "IMG_1.MOV"))
    expect(LivePhoto.isPair(photo: "IMG_1.JPG", video: "img_1.mp4"))
    for (photo, video) in [
      ("IMG_1.HEIC", "IMG_2.MOV"), ("IMG_1.PNG", "IMG_1.MOV"), ("IMG_1.HEIC", "IMG_1.mkv"),
      (".HEIC", ".MOV"), ("IMG_1", "IMG_1"),
    ] { expect(!LivePhoto.isPair(photo: photo, video: video), "\(photo) \(video)") }
  }

  @Test func `formats a duration in minutes`() {
    let lengths = [0, 499, 500, 42_000, 83_400, 3_599_600, 36_000_000].map(
      DurationText.clock(milliseconds:))
    expectEqual(lengths, ["0:00", "0:00", "0:01", "0:42", "1:23", "1:00:00", "10:00:00"])
  }
}

@Suite struct MotionPhotoTests {
  private static let video =
    Array(VideoFile.box("ftyp", Array("isom".utf8) + VideoFile.big(0)))
    + VideoFile(made: 1_714_716_000).bytes

  private func video(in bytes: [UInt8]) -> [UInt8]? {
    MotionPhoto.video(size: bytes.count) { range in
      range.lowerBound >= 0 && range.upperBound <= bytes.count ? Array(bytes[range]) : nil
    }.map { Array(bytes[$0]) }
  }

  private func little(_ number: Int) -> [UInt8] { VideoFile.big(number).reversed() }

  private func google(_ xmp: String, _ rest: [UInt8]) -> [UInt8] {
    let content = Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8)
    return [
      0xFF, 0xD8, 0xFF, 0xE1, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255),
    ]
      + content + [0xFF, 0xDA] + Array(repeating: 7, count: 80) + rest
  }

  private func samsung(_ video: [UInt8], distance: Int? = nil) -> [UInt8] {
    let item = [0, 0, 0x30, 0x0A] + little(16) + Array("MotionPhoto_Data".utf8) + video
    let list =
      Array("SEFH".utf8) + little(107) + little(1) + [0, 0, 0x30, 0x0A]
      + little(distance ?? item.count) + little(item.count)
    return [0xFF, 0xD8, 0xFF, 0xDA] + Array(repeating: 7, count: 80) + item + list
      + little(list.count) + Array("SEFT".utf8)
  }

  @Test func `finds the videos in motion photos and nothing else`() {
    let video = Self.video
    let items = """
      <rdf:li><Container:Item Item:Semantic="Primary" Item:Padding="0"/></rdf:li>
      <rdf:li><Container:Item Item:Semantic="MotionPhoto" Item:Length="\(video.count)"/></rdf:li>
      """
    let gainMap = items.replacing(
      "<rdf:li><Container:Item Item:Semantic=\"M",
      with: "<rdf:li><Container:Item Item:Semantic=\"GainMap\" Item:Length=\"9\"/></rdf:li>"
        + "<rdf:li><Container:Item Item:Semantic=\"M")
    let heic =
      VideoFile.box("ftyp", Array("heic".utf8) + VideoFile.big(0))
      + VideoFile.box("mdat", Array(repeating: 7, count: 80)) + VideoFile.box("mpvd", video)
    for photo in [
      google("<x GCamera:MicroVideoOffset=\"\(video.count)\"/>", video),
      google("<GCamera:MicroVideoOffset>\(video.count)</GCamera:MicroVideoOffset>", video),
      google(items, video), google(gainMap, Array(repeating: 7, count: 9) + video), samsung(video),
      heic,
    ] { expectEqual(self.video(in: photo), video) }
    for photo in [
      google("<x GCamera:MicroVideoOffset=\"\(video.count + 1)\"/>", video),
      google("<x GCamera:MicroVideoOffset=\"99999999999999999999\"/>", video), google("", video),
      samsung(video, distance: 1 << 31), samsung([]), samsung(Array(repeating: 7, count: 80)),
      Array(samsung(video).suffix(100)), Array(heic.prefix(150)), [0xFF, 0xD8], [],
    ] { expectNil(self.video(in: photo)) }
    // Lists that start anywhere near the end, even after it.
    for length in 0..<30 {
      let photo = google("", []) + Array("SEFH".utf8) + little(length) + Array("SEFT".utf8)
      expectNil(self.video(in: photo))
    }
  }

  @Test(arguments: [
    ("IMG_1.HEIC", "img_1.mov"), ("PXL_1.MP.jpg", "PXL_1.MP"), ("PXL_1.MP~2.jpg", "PXL_1.MP~2"),
    ("PXL_1.MP.jpg", "PXL_1.MP.mp4"), ("PXL_1.jpg", "PXL_1.MP"),
  ]) func `pairs videos with the photos beside them`(photo: String, video: String) {
    expect(LivePhoto.isPair(photo: photo, video: video))
    expect(!LivePhoto.isPair(photo: "other.jpg", video: video))
    expect(MediaType(ofFileNamed: video).isVideo)
  }
}
