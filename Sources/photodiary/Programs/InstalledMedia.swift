import Photos

extension MediaPrograms {
  /// Those that `PATH` leads to; looked for once the first film comes into view.
  static let installed = MediaPrograms(
    ffmpeg: HelperProgram.find("ffmpeg")?.path, ffprobe: HelperProgram.find("ffprobe")?.path,
    ffmpegthumbnailer: HelperProgram.find("ffmpegthumbnailer")?.path)
}
