extension KoreanTable {
  /// Films, recordings and other files of an entry.
  static let attachments: [String: String] = [
    "film": "동영상",
    "recording": "녹음",
    "file": "파일",
    "Attachment %1": "첨부 파일 %1",
    "%1 attachments": "첨부 파일 %1개",
    "A film, a recording or another file to attach. Can be repeated.":
      "함께 보관할 동영상, 녹음 등의 파일. 여러 번 쓸 수 있습니다.",
    "The asset of an attachment to remove, or its first digits. Can be repeated.":
      "뺄 첨부 파일의 이름(asset) 또는 그 앞부분. 여러 번 쓸 수 있습니다.",
  ]
}
