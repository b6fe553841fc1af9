import DiaryCore
import System
import TerminalUI

/// Takes a frame from a film, and tells how long films and recordings are, by programs of the system's that
/// run as `photodiary-picture` does: with limits, and with nothing to open but the file. They are told which
/// kind of file it is, so that none is taken for a playlist that names others.
struct FilmFrames: Sendable {
  private let find: @Sendable () -> MediaPrograms
  private let pictures: PictureProgram
  private let cache: PictureCache?

  /// - Parameter programs: are asked for once a film or a recording isn't known.
  init(
    _ programs: @autoclosure @escaping @Sendable () -> MediaPrograms, _ pictures: PictureProgram,
    _ cache: PictureCache?
  ) {
    (find, self.pictures, self.cache) = (programs, pictures, cache)
  }

  private var programs: MediaPrograms { find() }

  /// What the facts of an asset are kept by.
  private static let cacheName = "film"
  /// In bytes, more than a frame has.
  private static let largestFrame = 16 << 20
  /// A film of an encrypted diary is unsealed into memory; a larger one isn't.
  private static let largestSealed = 1 << 30

  /// The frame and the length of the film at a path, or the length of a recording.
  ///
  /// - Parameter asset: What they are kept by for the next time.
  func facts(
    of path: String, asset: AssetID?, isFilm: Bool = true,
    isAhead: @escaping @Sendable () -> Bool = { false }
  ) async throws(PictureProblem) -> FilmFacts {
    if let asset,
      let kept = cache?.bytes(Self.cacheName, of: asset, limit: Self.largestFrame)
        .flatMap(FilmFacts.init(decoding:)), !kept.frame.isEmpty || !isFilm
    {
      return kept
    }
    let facts = try await read(path, isFilm, isAhead)
    if let asset { cache?.keep(facts.encoded, Self.cacheName, of: asset) }
    return facts
  }

  private func read(
    _ path: String, _ isFilm: Bool, _ isAhead: @escaping @Sendable () -> Bool
  ) async throws(PictureProblem) -> FilmFacts {
    guard let status = FileSystem.status(of: path), status.isRegularFile else { throw .missing }
    guard isFilm ? programs.takesFrames : programs.ffprobe != nil else { throw .noFilmProgram }
    if pictures.isSealed(path), status.size > Self.largestSealed { throw .tooLarge }
    let header = pictures.header(of: path, count: MediaContainer.headerSize)
    guard let container = MediaContainer(header: header) else { throw .damaged }
    let length = await length(of: path, container, isAhead)
    guard isFilm else { return FilmFacts(milliseconds: length) }
    let frame = try await frame(of: path, container, isAhead)
    return FilmFacts(milliseconds: length, frame: frame)
  }

  // MARK: The length

  private func length(
    of path: String, _ container: MediaContainer, _ isAhead: @escaping @Sendable () -> Bool
  ) async -> Int? {
    guard let ffprobe = programs.ffprobe else { return nil }
    let arguments =
      ["-v", "fatal"] + Self.input(container)
      + ["-show_entries", "format=duration", "-of", "csv=p=0"]
    let end = await pictures.become(
      ffprobe, arguments + [Self.file], file: path, limit: 1 << 12,
      milliseconds: programs.milliseconds, isAhead: isAhead)
    let line = end.answer.prefix { $0 != UInt8(ascii: "\n") }
    guard end.failure == nil, let seconds = Double(String(decoding: line, as: UTF8.self)),
      0...1e9 ~= seconds
    else { return nil }
    return Int((seconds * 1000).rounded())
  }

  // MARK: The frame

  private func frame(
    of path: String, _ container: MediaContainer, _ isAhead: @escaping @Sendable () -> Bool
  ) async throws(PictureProblem) -> [UInt8] {
    var problem = PictureProblem.noFilmProgram
    for (program, arguments) in attempts(container) {
      let end = await pictures.become(
        program, arguments, file: path, limit: Self.largestFrame,
        milliseconds: programs.milliseconds, isAhead: isAhead)
      if end.failure == nil, end.answer.isJPEG { return end.answer }
      switch end.failure {
      case .cancelled: throw .unavailable
      case .photo: throw .missing
      case .timedOut, .killed(.processorTime), .killed(.kill): problem = .tooCostly
      case .failed, .killed, nil: problem = .damaged
      case .cannotStart: problem = .unavailable
      }
    }
    throw problem
  }

  /// The first one that gives a frame is enough: one that looks typical, not black, among those that stand
  /// alone in the first seconds; where they are all black, among others; then just the first.
  private func attempts(_ container: MediaContainer) -> [(program: String, arguments: [String])] {
    if let ffmpeg = programs.ffmpeg {
      let typical = Self.scaled + "," + Self.light + ",thumbnail=8"
      return [
        (["-skip_frame", "nokey", "-t", "20"], typical), (["-t", "8"], "fps=2,\(typical)"),
        ([], Self.scaled),
      ].map { options, filter in
        let arguments =
          ["-nostdin", "-hide_banner", "-v", "fatal", "-threads", "1", "-max_pixels", "134217728"]
          + Self.input(container) + options
          + [
            "-i", Self.file, "-map", "0:V:0", "-vf", filter, "-frames:v", "1", "-f", "image2pipe",
            "-c:v", "mjpeg", "-q:v", "3", "-map_metadata", "-1", "pipe:1",
          ]
        return (ffmpeg, arguments)
      }
    }
    guard let thumbnailer = programs.ffmpegthumbnailer else { return [] }
    // It can't be told what it reads; that was seen by the first bytes.
    return [
      (thumbnailer, ["-i", "/dev/fd/0", "-o", "-", "-c", "jpeg", "-s", "1280", "-q", "8"])
    ]
  }

  /// In the film's proportions, and no larger than a screen needs it.
  private static let scaled =
    "scale=w='min(8192,max(2,iw*sar))':h=ih,setsar=1,scale=w='min(1920,iw)':h='min(1920,ih)'"
    + ":force_original_aspect_ratio=decrease,format=yuv420p"
  /// Leaves out what is black.
  private static let light =
    "signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=26:function=greater"

  /// Its standard input, by a name that can be opened anew, so that it can be read from any place.
  private static let file = "file:/dev/fd/0"

  private static func input(_ container: MediaContainer) -> [String] {
    ["-protocol_whitelist", "file", "-f", container.demuxer]
  }
}

extension MediaContainer {
  /// What ffmpeg calls what reads it.
  fileprivate var demuxer: String { self == .mpegTransport ? "mpegts" : rawValue }
}

/// What is known of a film or a recording.
struct FilmFacts: Hashable, Sendable {
  /// `nil` when nobody can tell.
  var milliseconds: Int?
  /// A frame of it as a JPEG; empty where there is none.
  var frame: [UInt8] = []

  /// `0:42`; empty when it isn't known.
  var clock: String { milliseconds.map(LengthWords.clock(milliseconds:)) ?? "" }

  /// A week; what says more is mistaken.
  private static let longest = 7 * 86_400_000

  init(milliseconds: Int?, frame: [UInt8] = []) {
    self.milliseconds = milliseconds.flatMap { 0...Self.longest ~= $0 ? $0 : nil }
    self.frame = frame
  }

  // MARK: As it is kept

  /// A line with the length, then the frame.
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
  /// Whether it begins and ends as one.
  var isJPEG: Bool { starts(with: [0xFF, 0xD8, 0xFF]) && suffix(2) == [0xFF, 0xD9] }
}

extension Picture {
  /// With the length of the film that it is a frame of at the bottom left. One in pixels has it already.
  func signed(_ clock: String) -> Picture {
    guard case .cells(let picture) = self else { return self }
    return .cells(picture.signed(clock))
  }
}

extension CellPicture {
  /// As much as there is room for: at least the triangle.
  func signed(_ clock: String) -> CellPicture {
    let words = clock.isEmpty ? " ▶ " : " ▶ \(clock) "
    let text = words.count <= size.columns ? words : size.columns > 1 ? "▶" : ""
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

/// The programs of the system's that know films and recordings, by their paths.
package struct MediaPrograms: Sendable {
  package var ffmpeg: String?
  package var ffprobe: String?
  package var ffmpegthumbnailer: String?
  /// How long each run may take. A film may take longer than a photo.
  package var milliseconds = 30_000

  package init(ffmpeg: String?, ffprobe: String?, ffmpegthumbnailer: String?) {
    self.ffmpeg = ffmpeg
    self.ffprobe = ffprobe
    self.ffmpegthumbnailer = ffmpegthumbnailer
  }

  /// Whether there is one that takes a frame from a film.
  package var takesFrames: Bool { ffmpeg != nil || ffmpegthumbnailer != nil }
}
