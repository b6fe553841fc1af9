import DiaryCore

extension CountWords {
  /// Words are what stands between white space; a picture without a caption is none.
  package static func words(in text: String) -> String {
    words(ReadingTime(text).wordCount)
  }
}
