extension KoreanTable {
  /// Numbers with their nouns and counters.
  static let counts: [String: String] = [
    "%1 entries": "일기 %1개",
    "%1 of %2 entries": "일기 %2개 중 %1개",
    "%1 photos": "사진 %1장",
    "%1 files": "파일 %1개",
    "%1 comments": "댓글 %1개",
    "%1 of %2 photos": "사진 %2장 중 %1장",
    "%1 versions": "버전 %1개",
    "not shared": "공유 안 됨",
    "%1 changes": "변경 %1개",
    "%1 lines": "%1줄",
    "%1 words": "단어 %1개",
    "%1 bytes": "%1바이트",
  ]
}
