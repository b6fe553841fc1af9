extension KoreanTable {
  /// Questions and notices.
  static let dialogs: [String: String] = [
    "OK": "확인",
    "That did not work": "실패했습니다",
    "Stopping": "멈추는 중",
    "%1 stops": "%1 중지",

    // Confirming.
    "Delete this entry?": "이 일기를 삭제할까요?",
    "It goes to the trash; %1 brings it back.":
      "휴지통으로 옮깁니다. %1{으로/로} 되살릴 수 있습니다.",
    "It goes to the trash.": "휴지통으로 옮깁니다.",
    "Empty the trash?": "휴지통을 비울까요?",
    "%1 will be removed for good, with photos that no other entry has.":
      "%1{을/를} 다른 일기에 없는 사진과 함께 완전히 지웁니다.",
    "This can't be undone.": "되돌릴 수 없습니다.",
    "Add %1?": "%1{을/를} 추가할까요?",
    "%1 will be copied into the diary, in %2.": "%1{을/를} 다이어리에 복사해 %2{으로/로} 만듭니다.",
    "The files stay where they are. %1 takes them back together.":
      "파일은 제자리에 남습니다. %1{으로/로} 모두 함께 취소할 수 있습니다.",
    "The files stay where they are.": "파일은 제자리에 남습니다.",
    "Leave without adding?": "추가하지 않고 나갈까요?",
    "The entries are merged, cut or left out as you arranged them. That would be lost.":
      "합치거나 나누거나 제외한 일기 정리가 사라집니다.",
    "Nothing is added; the files stay where they are.":
      "아무것도 추가하지 않으며, 파일은 제자리에 남습니다.",
    "It was deleted elsewhere": "다른 곳에서 삭제되었습니다",
    "It is in the trash now. Restore it with the text that you wrote?":
      "지금 휴지통에 있습니다. 쓴 글로 복원할까요?",
    "No, keep writing": "아니요, 계속 쓰기",
    "Restore and save": "복원하고 저장",
    "It was removed elsewhere": "다른 곳에서 완전히 지워졌습니다",
    "The trash was emptied and the entry is gone. Save what you wrote as a new one?":
      "휴지통을 비워 일기가 없어졌습니다. 쓴 글을 새 일기로 저장할까요?",
    "Save as new": "새 일기로 저장",
    "Save with the dividing lines?": "구분선이 있는 채로 저장할까요?",
    "Lines that divide its versions still stand in the text:":
      "글에 버전을 나누는 줄이 남아 있습니다.",
    "Save": "저장",
    "Revert this entry?": "이 일기를 되돌릴까요?",
    "It gets back what it said on %1.": "%1의 내용으로 되돌립니다.",
    "%1 undoes it.": "%1{으로/로} 취소할 수 있습니다.",
    "Its history keeps all %1.": "변경 이력에 %1{이/가} 모두 남습니다.",
    "Its history keeps what it says now.": "변경 이력에 지금 내용이 남습니다.",
    "Leave without saving?": "저장하지 않고 나갈까요?",
    "What you changed since it was opened would be lost.": "연 뒤에 바꾼 내용이 사라집니다.",

    // Drafts and versions.
    "Both versions are kept": "두 버전을 모두 남겼습니다",
    "“%1” was changed elsewhere while you wrote. What you wrote is saved beside it.":
      "쓰는 동안 다른 곳에서 “%1”{이/가} 바뀌었습니다. 쓴 글은 나란히 저장했습니다.",
    "%1 shows both.": "%1{을/를} 누르면 둘 다 봅니다.",

    // One line to type.
    "The author's name": "글쓴이 이름",
    "%1 keeps it, %2 leaves it as it was.":
      "%1{을/를} 누르면 바꾸고, %2{을/를} 누르면 그대로 둡니다.",

    // Export, and copying a photo out.
    "Space changes": "Space 변경",
    "Folder": "폴더",
    "Format": "형식",
    "Places": "위치",
    "Markdown files and photos": "Markdown 파일과 사진",
    "JSON and photos": "JSON과 사진",
    "kept in the photos": "사진에 남김",
    "removed from the copies": "사본에서 지움",
    "kept in the copy": "사본에 남김",
    "removed from the copy": "사본에서 지움",
    "Exporting to %1": "%1{으로/로} 내보내는 중",
    "The export was stopped; nothing was left behind.":
      "내보내기를 멈추었습니다. 남은 파일은 없습니다.",
    "Message": "알림",
    "Goes on": "계속",
    "Exported %1 and %2. They are in %3.": "%1{과/와} %2{을/를} %3에 내보냈습니다.",
    "What else is in the folder": "폴더에 남은 것",
    "%1 is no longer of the export; it stays, as it was changed by hand":
      "%1{은/는} 더는 내보내기에 들지 않지만, 손으로 고친 파일이라 남겨 두었습니다",
    "%1 of the earlier export in that folder removed":
      "그 폴더에 있던 이전 내보내기에서 %1 지움",
    "Exported, but not all of it": "일부는 내보내지 못했습니다",
    "What was written so far is being removed.": "지금까지 쓴 파일을 지우는 중입니다.",
    "Copy %1 to a folder": "%1{을/를} 폴더로 복사",
    "Copying…": "복사하는 중…",
  ]
}
