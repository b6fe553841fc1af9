extension KoreanTable {
  /// What was being done when the system refused, and why something failed: parts of sentences.
  static let system: [String: String] = [
    "opening %1": "%1 열기",
    "reading %1": "%1 읽기",
    "writing %1": "%1 쓰기",
    "syncing %1": "%1 동기화",
    "mapping %1": "%1 매핑",
    "locking %1": "%1 잠그기",
    "watching %1": "%1 감시",
    "creating %1": "%1 만들기",
    "creating a folder in %1": "%1에 폴더 만들기",
    "renaming %1": "%1 이름 바꾸기",
    "removing %1": "%1 지우기",
    "setting the permissions of %1": "%1 권한 설정",
    "it doesn't name the diary's author": "다이어리의 글쓴이가 적혀 있지 않습니다",
    "none of its lines can be read": "읽을 수 있는 줄이 없습니다",
    "it's missing, and with it the diary's author": "파일이 없어 다이어리의 글쓴이를 알 수 없습니다",
    "it isn't a regular file": "일반 파일이 아닙니다",
    "it's too large": "너무 큽니다",
    "it was damaged, and not everything could be read; try again":
      "손상되어 일부를 읽지 못했습니다. 다시 실행하세요",
    "The index was damaged. It was rebuilt from the logs; nothing is lost.":
      "색인이 손상되어 로그에서 다시 만들었습니다. 잃은 내용은 없습니다.",
    "the index made from the logs is unreadable": "로그로 만든 색인을 읽을 수 없습니다",
    "the system's limit on file watches is reached": "시스템이 감시를 더 허용하지 않습니다",
    "it can't be run": "실행할 수 없습니다",
    "it wasn't found": "찾을 수 없습니다",
    "No permission to open the folder %1.": "폴더 %1{을/를} 열 권한이 없습니다.",
    "The folder %1 is nested too deeply. Import it separately.":
      "폴더 %1{은/는} 너무 깊은 곳에 있습니다. 그 폴더만 따로 가져오세요.",

    // Why a photo can't be shown.
    "this kind of photo can't be decoded here": "이 형식의 사진은 여기서 디코딩할 수 없습니다",
    "the file is damaged": "파일이 손상되었습니다",
    "the file is damaged; the picture is shown as far as it goes": "파일이 손상되어 남은 부분만 보여 줍니다",
    "it is too large to decode": "너무 커서 디코딩할 수 없습니다",
    "its file is missing; run `photodiary verify`": "파일이 없습니다. `photodiary verify`를 실행하세요",
    "it takes too much time or memory to decode": "디코딩에 시간이나 메모리가 너무 많이 듭니다",
    "the program photodiary-picture is missing or failed":
      "photodiary-picture가 없거나 실패했습니다",
  ]
}
