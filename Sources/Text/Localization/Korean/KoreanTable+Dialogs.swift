extension KoreanTable {
  /// Questions and notices.
  static let dialogs: [String: String] = [
    "OK": "확인",
    "Couldn't do that": "하지 못했습니다",
    "Stopping": "멈추는 중",
    "Press %1 to stop": "%1 중지",

    // Confirming.
    "Delete this entry?": "이 일기를 삭제할까요?",
    "It will move to the trash. Press %1 to undo.": "휴지통으로 옮깁니다. %1{을/를} 누르면 되살립니다.",
    "It will move to the trash.": "휴지통으로 옮깁니다.",
    "Empty the trash?": "휴지통을 비울까요?",
    "%1 will be permanently deleted, with photos that no other entry uses.":
      "%1{을/를} 다른 일기에 없는 사진과 함께 완전히 지웁니다.",
    "This can't be undone.": "되돌릴 수 없습니다.",
    "Add %1?": "%1{을/를} 추가할까요?",
    "%1 will be copied into the diary as %2.": "%1{을/를} 다이어리에 복사해 %2{으로/로} 만듭니다.",
    "The original files stay where they are. Press %1 to undo all of it.":
      "원본 파일은 그대로 둡니다. %1{을/를} 누르면 모두 함께 취소합니다.",
    "The original files stay where they are.": "원본 파일은 그대로 둡니다.",
    "Leave without adding?": "추가하지 않고 나갈까요?",
    "You'd lose how you merged, split or left out entries.": "합치거나 나누거나 제외한 정리가 사라집니다.",
    "Nothing will be added, and the original files stay where they are.":
      "아무것도 추가하지 않으며, 원본 파일은 그대로 둡니다.",
    "Deleted in another window": "다른 창에서 삭제했습니다",
    "The entry is in the trash. Restore it with your text?": "일기가 휴지통에 있습니다. 쓴 글로 복원할까요?",
    "No, keep writing": "아니요, 계속 쓰기",
    "Restore and save": "복원하고 저장",
    "Permanently deleted in another window": "다른 창에서 완전히 삭제했습니다",
    "The trash was emptied and the entry is gone. Save your text as a new entry?":
      "휴지통을 비워 일기가 없어졌습니다. 쓴 글을 새 일기로 저장할까요?",
    "Save as new": "새 일기로 저장",
    "Save with the divider lines?": "구분선이 있는 채로 저장할까요?",
    "The text still has lines that divide the versions:": "글에 버전을 나누는 줄이 남아 있습니다.",
    "Save": "저장",
    "Press %1 to undo.": "%1{을/를} 누르면 취소합니다.",
    "Leave without saving?": "저장하지 않고 나갈까요?",

    // Drafts and versions.
    "Both versions were kept": "두 버전을 모두 남겼습니다",
    "“%1” was changed in another window while you were writing. Your text is saved as a second version.":
      "쓰는 동안 다른 창에서 “%1”{을/를} 고쳤습니다. 쓴 글은 다른 버전으로 저장했습니다.",
    "Press %1 to see both.": "%1{을/를} 누르면 둘 다 봅니다.",

    // One line to type.
    "The author's name": "글쓴이 이름",
    "%1 saves, %2 cancels.": "%1{으로/로} 저장, %2{으로/로} 취소합니다.",

    // Export, and copying a photo out.
    "Space to change": "Space 변경",
    "Folder": "폴더",
    "Format": "형식",
    "Location": "위치 정보",
    "Markdown files and photos": "Markdown 파일과 사진",
    "JSON and photos": "JSON과 사진",
    "keep in photos": "사진에 남김",
    "remove from copies": "사본에서 지움",
    "keep in the copy": "사본에 남김",
    "remove from the copy": "사본에서 지움",
    "Encrypt": "암호화",
    "one file, with a passphrase": "암호로 여는 파일 하나",
    "not encrypted": "하지 않음",
    "Encrypt the export": "내보내기 암호화",
    "Passphrase": "암호",
    "The same again": "암호 다시",
    "Type a passphrase.": "암호를 입력하세요.",
    "Type it again.": "한 번 더 입력하세요.",
    "Without it nobody can open the file. The program age asks for it.":
      "암호를 잊으면 파일을 열 수 없습니다. age 프로그램이 이 암호를 묻습니다.",
    "The passphrase is empty.": "암호가 비어 있습니다.",
    "The two passphrases differ. Type a passphrase.":
      "두 암호가 서로 다릅니다. 암호를 다시 정해 입력하세요.",
    "Exported %1 and %2.": "%1{과/와} %2{을/를} 내보냈습니다.",
    "The site is written": "사이트를 만들었습니다",
    "Press %1 to open it in the browser.": "%1{을/를} 누르면 브라우저에서 엽니다.",
    "Exporting to %1": "%1{으로/로} 내보내는 중",
    "Export stopped. Nothing was left behind.": "내보내기를 멈추었습니다. 남은 파일은 없습니다.",
    "Message": "알림",
    "Close": "닫기",
    "Exported %1 and %2 to %3.": "%1{과/와} %2{을/를} %3에 내보냈습니다.",
    "Notes on the export": "내보내기 참고 사항",
    "%1 is no longer part of the export, but was kept because you edited it":
      "%1{은/는} 더는 내보내기에 들지 않지만 직접 고친 파일이라 남겨 두었습니다",
    "%1 exported without the embedded video or pictures; --keep-location keeps them":
      "%1{을/를} 안에 든 동영상이나 다른 사진 없이 내보냈습니다. --keep-location을 쓰면 남습니다",
    "Removed %1 of the earlier export in that folder": "그 폴더에 있던 이전 내보내기에서 %1{을/를} 지웠습니다",
    "Exported only in part": "일부는 내보내지 못했습니다",
    "Removing what was written so far.": "지금까지 쓴 파일을 지우는 중입니다.",
    "Copy %1 to a folder": "%1{을/를} 폴더로 복사",
    "Copying…": "복사하는 중…",
  ]
}
