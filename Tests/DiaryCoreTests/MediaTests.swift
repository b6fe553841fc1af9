import DiaryCore
import TestSupport
import Testing

@Suite struct MediaTests {
  @Test func aContainerIsToldByItsFirstBytes() {
    func container(_ text: String, _ before: [UInt8] = []) -> MediaContainer? {
      MediaContainer(header: before + Array(text.utf8) + Array(repeating: 0, count: 600))
    }
    expectEqual(container("ftypqt  ", [0, 0, 0, 20]), .mov)
    expectEqual(container("", [0x1A, 0x45, 0xDF, 0xA3]), .matroska)
    expectEqual(container("RIFF....AVI "), .avi)
    expectEqual(container("RIFF....WAVE"), .wav)
    expectEqual(container("OggS"), .ogg)
    expectEqual(container("fLaC"), .flac)
    expectEqual(container("ID3"), .mp3)
    for none in ["#EXTM3U\n", "ffconcat version 1.0\n", "RIFF....WEBP", "<smil>", ""] {
      expectNil(container(none), "\(none)")
    }
    expectNil(MediaContainer(header: []))
  }

  @Test func aLivePhotoIsAPhotoAndAFilmOfOneName() {
    expect(LivePhoto.isPair(photo: "IMG_1.HEIC", film: "IMG_1.MOV"))
    expect(LivePhoto.isPair(photo: "IMG_1.JPG", film: "img_1.mp4"))
    for (photo, film) in [
      ("IMG_1.HEIC", "IMG_2.MOV"), ("IMG_1.PNG", "IMG_1.MOV"), ("IMG_1.HEIC", "IMG_1.mkv"),
      (".HEIC", ".MOV"), ("IMG_1", "IMG_1"),
    ] {
      expect(!LivePhoto.isPair(photo: photo, film: film), "\(photo) \(film)")
    }
  }

  @Test func aLengthIsToldInMinutes() {
    let words = [0, 499, 500, 42_000, 83_400, 3_599_600, 36_000_000].map(
      LengthWords.clock(milliseconds:))
    expectEqual(words, ["0:00", "0:00", "0:01", "0:42", "1:23", "1:00:00", "10:00:00"])
  }
}
