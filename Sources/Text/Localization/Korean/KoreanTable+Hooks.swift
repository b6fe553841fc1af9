extension KoreanTable {
  /// What a person has run after saves and by keys.
  static let hooks: [String: String] = [
    "it took longer than %1 seconds and was ended.": "%1초가 넘게 걸려 끝냈습니다.",
    "it couldn't be started: %1.": "시작하지 못했습니다: %1.",
    "it failed with status %1": "종료 코드 %1{으로/로} 실패했습니다",
    "it was ended by signal %1": "신호 %1{으로/로} 끝났습니다",
    "Saved, but %1 had a problem: %2": "저장했지만 %1에 문제가 있습니다: %2",
    "Saved. Waiting for %1 to end…": "저장했습니다. %1{이/가} 끝나기를 기다리는 중…",
    "%1 had a problem: %2": "%1에 문제가 있습니다: %2",
    "Own commands": "나만의 명령",
    "%1": "%1",
    "There is no entry for the command.": "명령에 넘길 일기가 없습니다.",
    "Running %1…": "%1 실행 중…",
    "Ran %1.": "%1{을/를} 실행했습니다.",
    "Run after each save in the background, with the entries as lines of JSON":
      "저장할 때마다 뒤에서 실행할 명령; 일기를 JSON으로 한 줄씩 받음",
    "Seconds after which that is ended, and a command on a key, too":
      "그 명령과 키에 넣은 명령을 끝내기까지의 초",
    "Commands of your own on keys, which get the selected entry as JSON; what they print is shown.":
      "키에 넣는 나만의 명령. 선택한 일기를 JSON으로 받으며, 출력한 것을 보여 줍니다.",
  ]
}
