extension KoreanTable {
  /// The folder that other devices fill, and what becomes of what is in it.
  static let inbox: [String: String] = [
    "%1 notes": "메모 %1개",
    "inbox.count": "%1개 대기 중",
    "%1 wait": "%1 대기 중",
    "%1 and %2 wait": "%1, %2 대기 중",
    "Name a folder for the inbox in config.toml first: inbox = \"~/Sync/Inbox\".":
      "먼저 config.toml에 수신함 폴더를 정하세요: inbox = \"~/Sync/Inbox\".",
    "The inbox is for your own diary, not for the sample.":
      "수신함은 내 다이어리의 것이며 예시 다이어리에서는 쓰지 않습니다.",
    "Inbox · %1": "수신함 · %1",
    "Nothing waits in the inbox.": "수신함에 기다리는 것이 없습니다.",
    "What is taken goes into the folder taken in the inbox.":
      "가져온 것은 수신함의 taken 폴더로 옮깁니다.",
    "Left in the inbox": "수신함에 남음",
    "Create entries from what waits in the inbox": "수신함에 있는 것으로 일기 만들기",
    "%1: still being written; it comes with the next look":
      "%1: 아직 쓰이는 중입니다. 다음에 볼 때 나옵니다",
    "%1: left out because it's no photo, note, film or recording":
      "%1: 사진, 메모, 동영상, 녹음이 아니어서 빠졌습니다",
    "%1: left out because it's empty": "%1: 비어 있어 빠졌습니다",
    "%1: left out because it can't be read as text": "%1: 텍스트로 읽을 수 없어 빠졌습니다",
    "%1: changed meanwhile, so its entry wasn't added":
      "%1: 그 사이 바뀌어 일기를 추가하지 않았습니다",
    "%1: changed while it was added, so it stays in the inbox":
      "%1: 추가하는 동안 바뀌어 수신함에 남습니다",
    "%1: it's in the diary, but couldn't be moved to taken: %2":
      "%1: 다이어리에 있지만 taken으로 옮기지 못했습니다: %2",
    "Where photos and notes arrive that become entries; watched from the next start":
      "일기가 될 사진과 메모가 들어오는 폴더; 다음에 시작할 때부터 지켜봄",
  ]
}
