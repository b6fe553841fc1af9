import Photos
import System

extension MediaPrograms {
  /// Those that `PATH` leads to; looked for once the first film comes into view.
  static var installed: MediaPrograms { Invocation.current == nil ? ofProcess : found }

  private static let ofProcess = found

  private static var found: MediaPrograms {
    MediaPrograms(
      ffmpeg: HelperProgram.find("ffmpeg")?.path, ffprobe: HelperProgram.find("ffprobe")?.path,
      ffmpegthumbnailer: HelperProgram.find("ffmpegthumbnailer")?.path)
  }
}
