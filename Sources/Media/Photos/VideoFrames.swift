import DiaryCore
import System
import TerminalUI

/// Extracts frames from videos and reads the lengths of videos and recordings, with ffmpeg and
/// ffprobe. They run like `photodiary-picture`: with limits, and without other files to open. They
/// are given the file's container format, so that no file is interpreted as a playlist that names
/// others.
struct VideoFrames: Sendable {
  private let findPrograms: @Sendable () -> MediaPrograms
  private let pictureProgram: PictureProgram
  private let cache: RenderCache?

  /// Creates an extractor.
  ///
  /// - Parameter programs: the programs, evaluated when the facts of a file aren't in the cache.
  init(
    _ programs: @autoclosure @escaping @Sendable () -> MediaPrograms,
    _ pictureProgram: PictureProgram,
    _ cache: RenderCache?
  ) {
    (findPrograms, self.pictureProgram, self.cache) = (programs, pictureProgram, cache)
  }

  private var programs: MediaPrograms { findPrograms() }

  /// The name of an asset's facts in the cache.
  private static let cacheName = "film"
  /// The maximum size of a frame in bytes.
  private static let maxFrameSize = 16 << 20
  /// The maximum size in bytes of a video of an encrypted diary, which is decrypted into memory.
  private static let maxSealedSize = 1 << 30

  /// Returns a frame and the length of the video at a path, or the length of a recording.
  ///
  /// - Parameter asset: the key of the facts in the cache.
  func facts(
    of path: String, asset: AssetID?, isVideo: Bool = true,
    isPrefetch: @escaping @Sendable () -> Bool = { false }
  ) async throws -> MediaFacts {
    if let asset,
      let kept = cache?.bytes(Self.cacheName, of: asset, limit: Self.maxFrameSize)
        .flatMap(MediaFacts.init(decoding:)), !kept.frame.isEmpty || !isVideo
    {
      return kept
    }
    let facts = try await read(path, isVideo, isPrefetch)
    if let asset { cache?.store(facts.encoded, Self.cacheName, of: asset) }
    return facts
  }

  private func read(
    _ path: String, _ isVideo: Bool, _ isPrefetch: @escaping @Sendable () -> Bool
  ) async throws -> MediaFacts {
    guard let status = FileSystem.status(of: path), status.isRegularFile else {
      throw PictureProblem.missing
    }
    guard isVideo ? programs.extractsFrames : programs.ffprobe != nil else {
      throw PictureProblem.noVideoProgram
    }
    if pictureProgram.isSealed(path), status.size > Self.maxSealedSize {
      throw PictureProblem.tooLarge
    }
    let header = pictureProgram.header(of: path, count: MediaContainer.headerSize)
    guard let container = MediaContainer(header: header) else { throw PictureProblem.damaged }
    let length = await length(of: path, container, isPrefetch)
    guard isVideo else { return MediaFacts(milliseconds: length) }
    let frame = try await frame(of: path, container, isPrefetch)
    return MediaFacts(milliseconds: length, frame: frame)
  }

  // MARK: Length

  private func length(
    of path: String, _ container: MediaContainer, _ isPrefetch: @escaping @Sendable () -> Bool
  ) async -> Int? {
    guard let ffprobe = programs.ffprobe else { return nil }
    let arguments =
      ["-v", "fatal"] + Self.input(container)
      + ["-show_entries", "format=duration", "-of", "csv=p=0"]
    let outcome = await pictureProgram.runConfined(
      ffprobe, arguments + [Self.inputFile], .file(path), limit: 1 << 12,
      milliseconds: programs.milliseconds, isPrefetch: isPrefetch)
    let line = outcome.answer.prefix { $0 != UInt8(ascii: "\n") }
    guard outcome.failure == nil, let seconds = Double(String(decoding: line, as: UTF8.self)),
      0...1e9 ~= seconds
    else { return nil }
    return Int((seconds * 1000).rounded())
  }

  // MARK: Frame

  private func frame(
    of path: String, _ container: MediaContainer, _ isPrefetch: @escaping @Sendable () -> Bool
  ) async throws -> [UInt8] {
    var problem = PictureProblem.noVideoProgram
    for (program, arguments) in attempts(container) {
      let outcome = await pictureProgram.runConfined(
        program, arguments, .file(path), limit: Self.maxFrameSize,
        milliseconds: programs.milliseconds, isPrefetch: isPrefetch)
      if outcome.failure == nil, outcome.answer.isJPEG { return outcome.answer }
      switch outcome.failure {
      case .cancelled: throw PictureProblem.unavailable
      case .photo: throw PictureProblem.missing
      case .timedOut, .killed(.processorTime), .killed(.kill): problem = .tooCostly
      case .failed, .killed, nil: problem = .damaged
      case .cannotStart: problem = .unavailable
      }
    }
    throw problem
  }

  /// Returns the ways to extract a frame, until one succeeds: a typical, not black keyframe of the
  /// first seconds; if all are black, any other such frame; or else the first frame.
  private func attempts(_ container: MediaContainer) -> [(program: String, arguments: [String])] {
    if let ffmpeg = programs.ffmpeg {
      let typical = Self.scaled + "," + Self.skippingBlack + ",thumbnail=8"
      return [
        (["-skip_frame", "nokey", "-t", "20"], typical), (["-t", "8"], "fps=2,\(typical)"),
        ([], Self.scaled),
      ].map { options, filter in
        let arguments =
          ["-nostdin", "-hide_banner", "-v", "fatal", "-threads", "1", "-max_pixels", "134217728"]
          + Self.input(container) + options
          + [
            "-i", Self.inputFile, "-map", "0:V:0", "-vf", filter, "-frames:v", "1", "-f",
            "image2pipe",
            "-c:v", "mjpeg", "-q:v", "3", "-map_metadata", "-1", "pipe:1",
          ]
        return (ffmpeg, arguments)
      }
    }
    guard let thumbnailer = programs.ffmpegthumbnailer else { return [] }
    // It doesn't accept a format; the first bytes were checked.
    return [
      (thumbnailer, ["-i", "/dev/fd/0", "-o", "-", "-c", "jpeg", "-s", "1280", "-q", "8"])
    ]
  }

  /// In the video's proportions, and no larger than a screen.
  private static let scaled =
    "scale=w='min(8192,max(2,iw*sar))':h=ih,setsar=1,scale=w='min(1920,iw)':h='min(1920,ih)'"
    + ":force_original_aspect_ratio=decrease,format=yuv420p"
  /// Skips black frames.
  private static let skippingBlack =
    "signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=26:function=greater"

  /// The standard input, under a name that can be opened again to seek in it.
  private static let inputFile = "file:/dev/fd/0"

  private static func input(_ container: MediaContainer) -> [String] {
    ["-protocol_whitelist", "file", "-f", container.demuxer]
  }
}

extension MediaContainer {
  /// The name of ffmpeg's demuxer.
  fileprivate var demuxer: String { self == .mpegTransport ? "mpegts" : rawValue }
}

// MARK: - MediaFacts

/// The length and a frame of a video, or the length of a recording.
struct MediaFacts: Hashable, Sendable {
  /// `nil` if unknown.
  var milliseconds: Int?
  /// A frame as a JPEG; empty if there is none.
  var frame: [UInt8] = []

  /// `0:42`; empty if unknown.
  var clock: String { milliseconds.map(DurationText.clock(milliseconds:)) ?? "" }

  /// The maximum length, a week; larger numbers are wrong.
  private static let maxLength = 7 * 86_400_000

  init(milliseconds: Int?, frame: [UInt8] = []) {
    self.milliseconds = milliseconds.flatMap { 0...Self.maxLength ~= $0 ? $0 : nil }
    self.frame = frame
  }

  // MARK: Encoding

  /// The facts as stored: a line with the length, then the frame.
  var encoded: [UInt8] { Array("film \(milliseconds ?? -1)\n".utf8) + frame }

  init?(decoding bytes: [UInt8]) {
    guard let end = bytes.prefix(32).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 2, words[0] == "film", let number = Int(words[1]) else { return nil }
    let frame = Array(bytes[(end + 1)...])
    guard frame.isEmpty || frame.isJPEG else { return nil }
    self.init(milliseconds: number < 0 ? nil : number, frame: frame)
  }
}

extension [UInt8] {
  /// `true` if the bytes begin and end like a JPEG.
  var isJPEG: Bool { starts(with: [0xFF, 0xD8, 0xFF]) && suffix(2) == [0xFF, 0xD9] }
}

extension Picture {
  /// Returns the picture with a video's length at the bottom left. Pictures in pixels have it
  /// already.
  func withVideoLength(_ clock: String) -> Picture {
    guard case .cells(let picture) = self else { return self }
    return .cells(picture.withVideoLength(clock))
  }
}

extension CellPicture {
  /// Returns the picture with as much of the length as fits, at least a triangle.
  func withVideoLength(_ clock: String) -> CellPicture {
    let label = clock.isEmpty ? " ▶ " : " ▶ \(clock) "
    let text = label.count <= size.columns ? label : size.columns > 1 ? "▶" : ""
    guard size.rows > 0, !text.isEmpty else { return self }
    var cells = self.cells
    let isMonochrome = cells.allSatisfy { $0.style.background == .terminal }
    let style =
      isMonochrome
      ? Style(.reverse) : Style(foreground: .palette(15), background: .palette(0))
    for (column, character) in text.enumerated() {
      cells[(size.rows - 1) * size.columns + column] = Cell(String(character), style)
    }
    return CellPicture(size: size, cells: cells) ?? self
  }
}

// MARK: - MediaPrograms

/// The paths of installed programs that read videos and recordings.
package struct MediaPrograms: Sendable {
  package var ffmpeg: String?
  package var ffprobe: String?
  package var ffmpegthumbnailer: String?
  /// The time limit of each run. A video may take longer than a photo.
  package var milliseconds = 30_000

  package init(ffmpeg: String?, ffprobe: String?, ffmpegthumbnailer: String?) {
    self.ffmpeg = ffmpeg
    self.ffprobe = ffprobe
    self.ffmpegthumbnailer = ffmpegthumbnailer
  }

  /// `true` if one of them extracts frames.
  package var extractsFrames: Bool { ffmpeg != nil || ffmpegthumbnailer != nil }
}
