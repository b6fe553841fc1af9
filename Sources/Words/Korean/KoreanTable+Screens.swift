extension KoreanTable {
  /// What the screens say, and the line at the bottom after something was done.
  static let screens: [String: String] = [
    // The list.
    "Diary": "다이어리",
    "%1 found": "일기 %1개 찾음",
    "Nothing found. Fewer or shorter words find more; Esc ends the search.":
      "찾은 일기가 없습니다. 단어를 줄이거나 짧게 하면 더 많이 찾습니다. Esc를 누르면 검색을 끝냅니다.",
    "Your diary is empty, and yours.": "아직 비어 있는, 나만의 다이어리입니다.",
    "write the first entry": "첫 일기 쓰기",
    "start from a folder of photos": "사진 폴더로 시작하기",
    "all keys": "모든 단축키",
    "Entries and photos stay on this machine, in plain files that you can read without this program. To look around first: photodiary demo":
      "일기와 사진은 이 컴퓨터에만, 이 프로그램 없이도 읽을 수 있는 일반 파일로 남습니다. 먼저 둘러보려면 photodiary demo를 실행하세요.",
    "A line for each entry.": "일기를 한 줄씩 보여 줍니다.",
    "Small photos beside the entries.": "일기 옆에 작은 사진을 보여 줍니다.",
    "A contact sheet: a tile for each entry.": "일기를 타일로 보여 줍니다.",
    "Untitled": "제목 없음",
    "Too small: PhotoDiary needs %1×%2.": "화면이 너무 작습니다. PhotoDiary는 %1×%2 이상이 필요합니다.",

    // What was done.
    "Added %1.": "%1{을/를} 추가했습니다.",
    "Saved %1.": "%1{을/를} 저장했습니다.",
    "Deleted %1; %2 brings it back.": "%1{을/를} 삭제했습니다. %2{으로/로} 되살립니다.",
    "Deleted %1.": "%1{을/를} 삭제했습니다.",
    "Restored %1.": "%1{을/를} 복원했습니다.",
    "Removed %1 for good.": "%1{을/를} 완전히 지웠습니다.",
    "Reverted %1; %2 undoes it.": "%1{을/를} 되돌렸습니다. %2{으로/로} 취소합니다.",
    "Reverted %1.": "%1{을/를} 되돌렸습니다.",
    "Merged %1; %2 undoes it, %3 shows what was.":
      "%1{을/를} 합쳤습니다. %2{으로/로} 취소, %3{으로/로} 이력을 봅니다.",
    "Merged %1.": "%1{을/를} 합쳤습니다.",
    "Nothing was changed.": "바뀐 내용이 없습니다.",
    "%1 removed for good.": "%1{을/를} 완전히 지웠습니다.",
    "No draft is kept, save soon: %1": "초안이 남지 않으니 곧 저장하세요. %1",
    "Elsewhere, %1 was added.": "다른 곳에서 %1{이/가} 추가되었습니다.",
    "Elsewhere, %1 was updated.": "다른 곳에서 %1{이/가} 바뀌었습니다.",
    "Elsewhere, %1 was deleted.": "다른 곳에서 %1{이/가} 삭제되었습니다.",
    "Elsewhere, %1 was restored.": "다른 곳에서 %1{이/가} 복원되었습니다.",
    "Elsewhere, %1 was purged.": "다른 곳에서 %1{이/가} 완전히 지워졌습니다.",
    "Elsewhere, %1 changed.": "다른 곳에서 %1{이/가} 바뀌었습니다.",

    // Undo.
    "There is nothing to undo.": "취소할 변경이 없습니다.",
    "There is nothing to redo.": "다시 실행할 변경이 없습니다.",
    "It can't be done any more: the trash was emptied meanwhile.":
      "그사이 휴지통을 비워서 더는 할 수 없습니다.",
    "It can't be done any more. %1": "더는 할 수 없습니다. %1",
    "Undone": "실행 취소",
    "Redone": "다시 실행",
    "%1. %2 was changed elsewhere too: both versions are kept.":
      "%1. %2{은/는} 다른 곳에서도 바뀌어 두 버전을 모두 남겼습니다.",
    "It is in the trash.": "휴지통에 있습니다.",
    "adding %1": "%1 추가",
    "editing %1": "%1 편집",
    "deleting %1": "%1 삭제",
    "restoring %1": "%1 복원",
    "reverting %1": "%1 되돌리기",
    "merging the versions of %1": "%1의 버전 합치기",

    // The trash, history and versions.
    "The trash is empty. What you delete waits here until you empty it.":
      "휴지통이 비어 있습니다. 삭제한 일기는 비울 때까지 여기에 있습니다.",
    "This entry is in the trash. Restore it there first.":
      "이 일기는 휴지통에 있습니다. 먼저 복원하세요.",
    "This is what the entry says now.": "지금 일기와 같은 저장본입니다.",
    "Nothing that it says has changed; Tab shows it.":
      "바뀐 내용이 없습니다. Tab을 누르면 글 전체를 봅니다.",
    "%1 of %2": "%1/%2",
    "History · %1": "변경 이력 · %1",
    "As it was first written; unchanged since.": "처음 쓴 그대로입니다.",
    "As it was first written.": "처음 쓴 내용입니다.",
    "All of it as it was then.": "그때의 글 전체입니다.",
    "removed": "삭제",
    "added": "추가",
    "since %1": "%1 이후",
    "version": "버전",
    "%1 versions, of which this is one; %2 compares them.":
      "버전 %1개 중 하나입니다. %2{을/를} 누르면 비교합니다.",
    "%1 versions, of which this is one.": "버전 %1개 중 하나입니다.",
    "… %1 unchanged": "… %1 그대로",
    "written": "작성",
    "edited": "편집",
    "deleted": "삭제",
    "restored": "복원",
    "reverted": "되돌림",
    "merged": "병합",
    "It has one version only; %1 shows how it came to be.":
      "버전은 하나입니다. %1{으로/로} 이력을 봅니다.",
    "It has one version only.": "버전은 하나입니다.",
    "Left version, saved ": "왼쪽 버전, 저장: ",
    "Right version, saved ": "오른쪽 버전, 저장: ",
    "Both versions": "두 버전 공통",
    "Versions · %1": "버전 · %1",
    "Left": "왼쪽",
    "Right": "오른쪽",
    "Right, %1 of %2": "오른쪽, %1/%2",
    "deleted %1": "%1 삭제",
    "saved %1": "%1 저장",

    // The status.
    "state": "상태",
    "store": "저장소",
    "author": "글쓴이",
    "device": "기기",
    "entries": "일기",
    "trash": "휴지통",
    "size": "크기",
    "saved": "마지막 저장",
    "in memory": "메모리",
    "%1 (format %2)": "%1 (형식 %2)",
    "nobody yet; the first entry makes one": "아직 없습니다. 첫 일기를 쓰면 정해집니다",
    "available": "정상",
    "empty": "비어 있음",
    "read-only": "읽기 전용",
    "locked by another program": "다른 프로그램이 잠금",
    "damaged": "손상됨",
    "of a newer format": "더 새로운 형식",
    "missing": "없음",
    "no permission": "권한 없음",
    "temporarily unavailable": "일시적으로 사용할 수 없음",
    "The author's name is now “%1”.": "글쓴이 이름을 “%1”{으로/로} 바꾸었습니다.",
  ]
}
