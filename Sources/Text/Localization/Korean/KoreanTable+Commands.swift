extension KoreanTable {
  /// What the sub-commands print, and why they refuse.
  static let commands: [String: String] = [
    "Unknown command “%1”. Did you mean %2?": "“%1”{이라는/라는} 명령이 없습니다. %2{을/를} 찾으셨나요?",
    "Unknown command “%1”.": "“%1”{이라는/라는} 명령이 없습니다.",
    "See `photodiary --help`.": "`photodiary --help`를 참고하세요.",
    "See `photodiary %1 --help`.": "`photodiary %1 --help`를 참고하세요.",
    "No diary at %1 yet. Your first entry creates it.": "%1에 아직 다이어리가 없습니다. 첫 일기를 쓰면 만들어집니다.",
    "standard input": "표준 입력",
    "store format": "저장소 형식",
    "uses": "쓰는 기능",
    "does without": "쓰지 않는 기능",
    "kernel lacks": "커널에 없는 기능",
    "system": "시스템",
    "%1, %2 where it is encrypted": "%1, 암호화했으면 %2",

    // Wrong usage.
    "Argument %1 is not UTF-8 text at byte %2.": "%1번째 인자는 %2바이트째에서 UTF-8 텍스트가 아닙니다.",
    "%1 needs %2.": "%1에는 %2{이/가} 필요합니다.",
    "the name of a folder": "폴더 이름",
    "--store needs the name of a folder.": "--store에는 폴더 이름이 필요합니다.",
    "--photos takes %1, not “%2”.": "--photos는 “%2”{이/가} 아니라 %1 중 하나입니다.",
    "auto, kitty, sixel, iterm, cells or off": "auto, kitty, sixel, iterm, cells, off",
    "--limit needs a number of 1 or more.": "--limit에는 1 이상의 수가 필요합니다.",
    "--prune only works with --repair.": "--prune은 --repair와 함께만 쓸 수 있습니다.",
    "--gap needs a number of hours above 0.": "--gap에는 0보다 큰 시간 수가 필요합니다.",
    "--json only works with --dry-run.": "--json은 --dry-run과 함께만 쓸 수 있습니다.",
    "Nothing to search for. Give at least one word.": "검색할 단어가 없습니다. 단어를 하나 이상 쓰세요.",

    // Entries.
    "No entries: --to is before --from.": "일기가 없습니다. --to가 --from보다 앞섭니다.",
    "No entries.": "일기가 없습니다.",
    "No entries match this search.": "이 검색으로 찾은 일기가 없습니다.",
    "in %1": "일기장: %1",
    "(in the trash)": "(휴지통에 있음)",
    "Not shared: it is on this machine alone.": "공유되지 않았습니다. 이 기기에만 있습니다.",
    "Moved to the trash: “%1”": "휴지통으로 옮겼습니다: “%1”",
    "Already in the trash: “%1”": "이미 휴지통에 있습니다: “%1”",
    "Restored: “%1”": "복원했습니다: “%1”",
    "Nothing to revert: “%1” already says this.": "되돌릴 것이 없습니다. “%1”{은/는} 이미 그 내용입니다.",
    "Reverted: “%1” to %2 at %3": "되돌렸습니다: “%1”, %2 %3 저장본",
    "Everything in the trash except what others wrote.": "다른 사람이 쓴 것을 뺀 휴지통의 모든 일기.",
    "Give entry ids, or --all.": "일기의 id나 --all을 쓰세요.",
    "The trash is empty.": "휴지통이 비어 있습니다.",
    "Permanently deleted %1 entries.": "일기 %1개를 완전히 삭제했습니다.",
    "%1 stay in the trash because another device has written about them.":
      "일기 %1개는 다른 기기에서도 기록되어 휴지통에 남습니다.",
    "(%1: `photodiary history %2` lists them)":
      "(%1: `photodiary history %2`에서 볼 수 있습니다)",
    "“%1” was changed by another program meanwhile, so both versions are kept. `photodiary history %2` lists them; press m in the diary to merge them.":
      "그사이 다른 프로그램이 “%1”{을/를} 고쳐 두 버전을 모두 남겼습니다. `photodiary history %2`로 볼 수 있고, 다이어리에서 m을 누르면 합칠 수 있습니다.",
    "The edited text": "편집한 글",
    "couldn't create a temporary file": "임시 파일을 만들 수 없습니다",
    "Added %1, but %2.": "%1{을/를} 추가했지만 %2.",
    "Added %1, but %2. A placeholder is shown instead.": "%1{을/를} 추가했지만 %2. 대신 자리 표시를 보여 줍니다.",

    // The diary.
    "name": "이름",
    "The diary has no author yet. Your first entry creates it.": "아직 글쓴이가 없습니다. 첫 일기를 쓰면 정해집니다.",
    "This system doesn't support system call filters, so photos are decoded with limits on memory, time and files only. Be careful with photos from strangers.":
      "이 시스템은 시스템 호출 필터를 지원하지 않아, 메모리와 시간, 파일만 제한하고 사진을 디코딩합니다. 모르는 사람의 사진은 조심해서 여세요.",
    "%1 checked": "%1 검사함",
    "note": "참고",
    "fault": "문제",
    "Checked %1 and %2. No problems found.": "%1{과/와} %2{을/를} 검사했습니다. 다이어리에 문제가 없습니다.",
    "Checked %1 and %2. Found %3 problems.": "%1{과/와} %2{을/를} 검사했습니다. 문제가 %3건 있습니다.",
    "%1 and %2 in %3": "%3에 %1, %2",
    "Watching %1. Press Ctrl-C to stop.": "%1{을/를} 지켜보는 중입니다. Ctrl-C로 끝냅니다.",
    "notify-send isn't installed; changes are only printed.":
      "notify-send가 설치되어 있지 않아 변경을 출력만 합니다.",
    "notify-send failed; nothing is shown on the desktop.":
      "notify-send가 실패해서 데스크톱에는 보이지 않습니다.",
    "%1 was added": "%1 추가됨",
    "%1 was changed": "%1 바뀜",
    "%1 was deleted": "%1 삭제됨",
    "%1 was restored": "%1 복원됨",
    "%1 was permanently deleted": "%1 완전히 삭제됨",

    // Import.
    "%1 added, %2 already there, %3 refused": "추가 %1, 이미 있음 %2, 거절 %3",
    "refused: %1": "거절: %1",
    "Stopped. Nothing was added.": "멈추었습니다. 추가한 것이 없습니다.",
    "There are more than %1 photos. Run it again for the rest.": "사진이 %1장보다 더 있습니다. 나머지는 다시 하세요.",
    "Stopped. Added %1 of %2 entries, with %3 photos. Run it again for the rest.":
      "멈추었습니다. 일기 %2개 중 %1개를 사진 %3장과 함께 추가했습니다. 나머지는 다시 하세요.",
    "%1 added, %2 already there, %3 refused; photos: %4 added, %5 already there, %6 refused":
      "추가 %1, 이미 있음 %2, 거절 %3; 사진: 추가 %4, 이미 있음 %5, 거절 %6",
    "also added: %1": "함께 추가: %1",

    // The terminal.
    "The diary needs a terminal, and standard input isn't one. See photodiary --help.":
      "다이어리는 터미널에서 열리는데 표준 입력이 터미널이 아닙니다. photodiary --help를 참고하세요.",
    "The diary needs a terminal, and standard output isn't one. See photodiary --help.":
      "다이어리는 터미널에서 열리는데 표준 출력이 터미널이 아닙니다. photodiary --help를 참고하세요.",
    "Unknown terminal type “%1”. Set TERM, for example TERM=xterm-256color.":
      "터미널 종류 “%1”{을/를} 알 수 없습니다. TERM=xterm-256color처럼 TERM을 지정하세요.",

    "PHOTODIARY_WITHOUT names “%1”, which is none of %2.":
      "PHOTODIARY_WITHOUT에 적힌 “%1”{은/는} 다음 중 하나가 아닙니다: %2.",

    // What went wrong in a sub-command.
    "Couldn't write the output: %1. What was saved stays saved.":
      "결과를 쓰지 못했습니다: %1. 그 전에 저장한 것은 그대로입니다.",
    "The diary only opens in a terminal. Run `photodiary --help` for commands to use in scripts.":
      "다이어리는 터미널에서만 열립니다. 스크립트에서 쓸 명령은 `photodiary --help`로 볼 수 있습니다.",
    "The entry has no photo %1. Run `photodiary show --format json` to see its photos.":
      "일기에 사진 %1{이/가} 없습니다. `photodiary show --format json`으로 사진을 볼 수 있습니다.",
    "%1 photos of the entry have assets that begin with %2. Give more of it.":
      "이름이 %2{으로/로} 시작하는 사진이 %1장입니다. 더 길게 쓰세요.",
    "The entry has no attachment %1. Run `photodiary show --format json` to see them.":
      "일기에 첨부 파일 %1{이/가} 없습니다. `photodiary show --format json`으로 첨부 파일을 볼 수 있습니다.",
    "%1 attachments of the entry have assets that begin with %2. Give more of it.":
      "이름이 %2{으로/로} 시작하는 첨부 파일이 %1개입니다. 더 길게 쓰세요.",
    "“%1” has %2. Use --move-to or --trash to say where they go.":
      "“%1”에 %2{이/가} 있습니다. 어떻게 할지 --move-to나 --trash로 알려 주세요.",
    "Couldn't create a temporary folder: %1. Set TMPDIR to a folder with free space.":
      "임시 폴더를 만들 수 없습니다: %1. 공간이 있는 폴더를 TMPDIR에 지정하세요.",
    "There is no import to undo.":
      "되돌릴 가져오기가 없습니다. 마지막으로 되돌린 뒤로 여기에서 가져온 것이 없습니다.",
    "Couldn't write the report %1: %2. Name another file.":
      "보고서 %1{을/를} 쓸 수 없습니다: %2. 다른 파일을 지정하세요.",
    "Couldn't write the log %1: %2. Check PHOTODIARY_LOG.":
      "로그 %1{을/를} 쓸 수 없습니다: %2. PHOTODIARY_LOG를 확인하세요.",
    "Couldn't ask for a passphrase without a terminal. Use --passphrase-file.":
      "암호를 물어볼 터미널이 없습니다. --passphrase-file로 알려 주세요.",
    "%1 Your text is kept in %2.": "%1 쓴 글은 %2에 남아 있습니다.",
    "%1 has no date taken. Give --date a date.":
      "%1에 찍은 날짜가 없습니다. --date에 날짜를 쓰세요.",
    "--date photo needs a photo. Give one with --photo.":
      "--date photo에는 사진이 필요합니다. --photo로 지정하세요.",
  ]
}
