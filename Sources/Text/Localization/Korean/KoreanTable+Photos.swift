extension KoreanTable {
  /// What the screens of photos say.
  static let photos: [String: String] = [
    // The gallery.
    "%1 so far…  Press Esc to stop": "지금까지 %1…  Esc 중지",
    "%1 so far": "지금까지 %1",
    "Stopped. Scroll to read on.": "멈추었습니다. 스크롤하면 이어서 읽습니다.",
    "In the list, press n for a new entry or e to edit one, then Ctrl-P to add photos.":
      "목록에서 n으로 새 일기를 쓰거나 e로 일기를 연 다음 Ctrl-P로 사진을 추가하세요.",

    // What stands where a photo can't.
    "%1 can't be shown yet": "%1 형식은 아직 볼 수 없습니다",
    "This kind of photo can't be shown yet": "이 형식의 사진은 아직 볼 수 없습니다",
    "the file is damaged and can't be shown": "파일이 손상되어 볼 수 없습니다",
    "the file is damaged; shown as far as it goes": "파일이 손상되어 남은 부분만 보여 줍니다",
    "file damaged": "손상된 파일",
    "too large to show": "너무 커서 볼 수 없습니다",
    "takes too much time or memory to show": "시간이나 메모리가 너무 많이 들어 볼 수 없습니다",
    "the file is missing from the diary's assets": "다이어리에 사진 파일이 없습니다",
    "the picture program didn't answer": "그림 프로그램이 응답하지 않습니다",

    // The viewer.
    "Name": "이름",
    "Camera": "카메라",
    "Lens": "렌즈",
    "Exposure": "노출",
    "Taken": "촬영",
    "Position": "좌표",
    "Size": "크기",
    "Type": "형식",
    "Couldn't read the file.": "파일을 읽을 수 없습니다.",
    "%1 × %2 pixels": "%1 × %2 픽셀",
    "This is the oldest photo.": "가장 오래된 사진입니다.",
    "This is the newest photo.": "가장 최근 사진입니다.",
    "This is the oldest photo found.": "찾은 사진 가운데 가장 오래된 사진입니다.",
    "This is the newest photo found.": "찾은 사진 가운데 가장 최근 사진입니다.",
    "This is the entry's last photo.": "이 일기의 마지막 사진입니다.",
    "This is the entry's first photo.": "이 일기의 첫 사진입니다.",
    "Opening a copy of %1…": "%1의 사본을 여는 중…",
    "Opened a copy in the desktop's viewer.": "사본을 데스크톱 뷰어로 열었습니다.",
    "Copied to %1.": "%1에 복사했습니다.",

    // Choosing photos.
    "Filter or path:": "이름 또는 경로:",
    "by name": "이름순",
    "%1 marked": "%1 표시",
    "reading dates, %1 left": "날짜 읽는 중, %1장 남음",
    "Folder not found.": "폴더가 없습니다.",
    "Folder not found here.": "여기에 그런 폴더가 없습니다.",
    "That isn't a folder.": "폴더가 아닙니다.",
    "No permission to open this folder.": "이 폴더를 열 권한이 없습니다.",
    "No photos or folders here. Open .. to go up.": "사진도 폴더도 없습니다. ..를 열면 위로 갑니다.",
    "No matches here.": "이름이 맞는 항목이 없습니다.",
    "Adding %1…": "%1 추가하는 중…",

    // Starting from photos.
    "Start from photos · %1": "사진으로 시작하기 · %1",
    "Finding photos": "사진 찾는 중",
    "Adding the photos": "사진 추가하는 중",
    "Entries added so far stay, with all their photos.": "지금까지 추가한 일기는 사진과 함께 그대로 남습니다.",
    ", and more": " 이상",
    "%1 there already": "이미 있음 %1",
    "%1 refused": "거절 %1",
    "No photos in this folder or its subfolders.": "이 폴더와 하위 폴더에 사진이 없습니다.",
    "All %1 here are already in the diary.": "여기 있는 %1{은/는} 모두 이미 다이어리에 있습니다.",
    "All %1 here are already in the diary, %2 of them in the trash. Press Esc, t, then r to restore them.":
      "여기 있는 %1{은/는} 모두 이미 다이어리에 있고, 그중 %2장은 휴지통에 있습니다. Esc, t, r을 차례로 누르면 복원합니다.",
    "There's no next entry to merge with.": "다음에 합칠 일기가 없습니다.",
    "Use ← and → to choose the photo where the next entry starts.": "← →로 새 일기가 시작될 사진을 고르세요.",
    "Every entry is left out. Press %1 to include one.": "모든 일기를 제외했습니다. %1{으로/로} 다시 넣습니다.",
    "Every entry is left out.": "모든 일기를 제외했습니다.",
    "There are more than %1. Run it again for the rest.": "사진이 %1보다 더 있습니다. 나머지는 다시 하세요.",
    "Added %1 with %2.": "%1{을/를} %2{과/와} 함께 추가했습니다.",
    "Stopped.": "멈추었습니다.",
    "%1 were already there.": "%1{은/는} 이미 있었습니다.",
    "There are more. Run it again for the rest.": "더 있으니 나머지는 다시 하세요.",
    "Couldn't add it": "추가하지 못함",
    "Added only in part": "일부만 추가함",

    // Copying a photo out of the diary, and opening it elsewhere.
    "Couldn't read %1 from the diary's assets. Run `photodiary verify`.":
      "다이어리에서 사진 %1{을/를} 읽을 수 없습니다. `photodiary verify`를 실행하세요.",
    "Couldn't safely remove the location from %1, so nothing was copied. Copy it with its location kept.":
      "%1의 위치 정보를 확실히 지울 수 없어 복사하지 않았습니다. 위치 정보를 남기고 복사하세요.",
    "Couldn't write %1: %2. Nothing was copied.":
      "%1{을/를} 쓸 수 없습니다: %2. 복사한 것이 없습니다.",
    "Couldn't open a viewer: install xdg-open or gio. Press w to copy the photo to a folder.":
      "xdg-open도 gio도 설치되어 있지 않아 뷰어를 열지 못했습니다. w를 누르면 사진을 폴더로 복사합니다.",
    "Couldn't open a viewer: %1 found none for this file, or there is no desktop.":
      "뷰어를 열지 못했습니다. %1{이/가} 이 파일을 열 뷰어나 데스크톱을 찾지 못했습니다.",
  ]
}
