/// The kind of file that films and recordings are in, told by its first bytes, whatever the file is called.
/// Playlists and other lists of files are none.
package enum MediaContainer: String, CaseIterable, Sendable {
  /// MP4, QuickTime, 3GP and M4A.
  case mov
  /// Matroska and WebM.
  case matroska
  case avi
  case ogg
  /// A program stream.
  case mpeg
  case mpegTransport
  case wav, aiff, caf, flac, mp3, aac, amr

  /// More bytes aren't looked at.
  package static let headerSize = 4096

  /// `nil` when it is none of these.
  package init?(header: some Sequence<UInt8>) {
    let bytes = Array(header.prefix(Self.headerSize))
    func has(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    let isTransport = bytes.count > 188 * 3 && (0...3).allSatisfy { bytes[$0 * 188] == 0x47 }
    if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(where: { has($0, at: 4) }) {
      self = .mov
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if has("RIFF"), has("AVI ", at: 8) {
      self = .avi
    } else if has("RIFF"), has("WAVE", at: 8) {
      self = .wav
    } else if has("FORM"), has("AIF", at: 8) {
      self = .aiff
    } else if has("OggS") {
      self = .ogg
    } else if has("caff") {
      self = .caf
    } else if has("fLaC") {
      self = .flac
    } else if has("#!AMR") {
      self = .amr
    } else if bytes.starts(with: [0, 0, 1, 0xBA]) || bytes.starts(with: [0, 0, 1, 0xB3]) {
      self = .mpeg
    } else if isTransport {
      self = .mpegTransport
    } else if has("ID3") {
      self = .mp3
    } else if bytes.count > 3, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 {
      self = .aac
    } else if bytes.count > 3, bytes[0] == 0xFF, bytes[1] & 0xE6 > 0xE0, bytes[2] >> 4 != 0xF {
      self = .mp3
    } else {
      return nil
    }
  }
}
