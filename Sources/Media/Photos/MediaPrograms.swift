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
