extension KoreanTable {
  /// The screen of remotes and devices, its dialogs, and sync's sign in the title bar.
  static let syncScreen: [String: String] = [
    // Keys.
    "Sync": "동기화",
    "sync": "동기화",
    "sync this one": "이 리모트만",
    "let in": "들이기",
    "role": "역할",
    "refuse": "거절",
    "add a remote": "리모트 추가",
    "Sync with other machines": "다른 컴퓨터와 동기화",
    "Sync now with all remotes": "모든 리모트와 지금 동기화",
    "Sync now with the selected remote; let somebody in, or change their role":
      "고른 리모트와 지금 동기화, 고른 사람을 들이거나 역할을 바꿈",
    "Add a remote": "리모트 추가",
    "Add the remote": "리모트 추가하기",
    "add it": "추가",
    "Remove the remote, device or person (asks first)": "리모트, 기기, 사람 빼기(먼저 묻습니다)",
    "Rename the device": "기기 이름 바꾸기",
    "Stop syncing, or go back": "동기화 중지, 아니면 뒤로",
    "New remote": "새 리모트",
    "Address, name, encryption, photos": "주소, 이름, 암호화, 사진",
    "Close; stops what is under way": "닫기(하는 중이면 멈춥니다)",

    // The title bar.
    "⚠ sync": "⚠ 동기화",
    "now": "방금",
    "%1 h": "%1시간",
    "%1 d": "%1일",
    "Couldn't sync. Press %1 to see why.": "동기화하지 못했습니다. %1{을/를} 누르면 까닭을 봅니다.",
    "Couldn't sync.": "동기화하지 못했습니다.",

    // The screen.
    "This diary can't be synced.": "이 다이어리는 동기화할 수 없습니다.",
    "Remotes": "리모트",
    "People": "사람들",
    "Devices": "기기",
    "%1 remotes": "리모트 %1개",
    "%1 devices": "기기 %1대",
    "No remotes yet.": "아직 리모트가 없습니다.",
    "sync.empty":
      "아직 리모트가 없습니다. %1{을/를} 눌러 다른 컴퓨터에서도 닿는 것을 추가하세요. 폴더, git 저장소, rclone 리모트, SSH 호스트를 쓸 수 있습니다. 다른 컴퓨터에서는 photodiary clone으로 받습니다.",
    "just now": "방금",
    "%1 min ago": "%1분 전",
    "%1 hours ago": "%1시간 전",
    "%1 days ago": "%1일 전",
    "never synced": "동기화한 적 없음",
    "all photos": "모든 사진",
    "small photos": "작은 사진",
    "photos on request": "볼 때만 사진",
    "plain files": "암호화 안 함",
    "encrypted": "암호화",
    "%1 not here": "%1{은/는} 여기 없음",
    "%1 to send": "보낼 것 %1개",
    "this device": "이 기기",
    "this device, removed": "이 기기, 제외됨",
    "last seen %1": "마지막 활동 %1",
    "not seen yet": "활동 없음",
    "removed, %1": "제외됨, %1",
    "only by hand": "직접 할 때만",
    "Syncing…": "동기화하는 중…",
    "Press any key to leave at once.": "아무 키나 누르면 바로 끝냅니다.",
    "Select a device to rename it.": "이름을 바꿀 기기를 고르세요.",
    "You're using this device. Remove it on another one.": "지금 쓰는 기기입니다. 다른 기기에서 빼세요.",
    "This device is removed already.": "이미 뺀 기기입니다.",

    // What came of it.
    "Received %1 changes.": "변경 %1개를 받았습니다.",
    "Stopped. What was done is kept.": "멈췄습니다. 한 것까지는 남아 있습니다.",
    "Couldn't finish syncing with %1.": "%1{과/와} 동기화를 마치지 못했습니다.",
    "Everything is in sync.": "모두 동기화되어 있습니다.",
    "Synced: %1 sent, %2 received.": "동기화했습니다: %1개 보냄, %2개 받음.",
    "Added “%1”.": "“%1”{을/를} 추가했습니다.",
    "Removed “%1”. What lies there stays.": "“%1”{을/를} 뺐습니다. 거기 있는 것은 그대로입니다.",
    "Removed the device.": "기기를 뺐습니다.",
    "Renamed the device to “%1”.": "기기 이름을 “%1”{으로/로} 바꾸었습니다.",

    // Adding a remote.
    "Address": "주소",
    "Files": "파일",
    "/folder, git URL, rclone:R:PATH or ssh://HOST/PATH":
      "/folder, git URL, rclone:R:PATH, ssh://HOST/PATH",
    "What you want to call it here.": "여기서 부를 이름입니다.",
    "Whoever can read them there can read your diary.": "거기 파일을 읽는 사람은 일기도 읽습니다.",
    "Only your devices and six words open them.": "내 기기와 복구 단어 여섯 개로만 열립니다.",
    "This machine keeps every photo, whole.": "이 컴퓨터에 모든 사진을 원본으로 둡니다.",
    "Photos by the selected remote: all, previews or none":
      "선택한 리모트의 사진: 모두, 미리보기, 두지 않음",
    "Select a remote to choose its photos.": "사진을 정하려면 리모트를 선택하세요.",
    "preview, fetching…": "미리보기, 가져오는 중…",
    "preview only": "미리보기",
    "on another machine": "다른 기기에 있음",
    "%1 is on another machine, and no remote has it yet. Sync later.":
      "%1{은/는} 다른 기기에 있고 아직 리모트에 없습니다. 나중에 동기화하세요.",
    "Photos from elsewhere come as previews.": "다른 기기의 사진은 미리보기로 옵니다.",
    "Photos from elsewhere stay there.": "다른 기기의 사진은 그곳에만 있습니다.",
    "Type an address.": "주소를 입력하세요.",
    "Type a name.": "이름을 입력하세요.",
    "Adding “%1”": "“%1” 추가하는 중",
    "What has gone there stays.": "이미 보낸 것은 거기 남습니다.",

    // Removing.
    "Stop using “%1”?": "“%1”{을/를} 그만 쓸까요?",
    "What lies there stays. You can add it again at any time.":
      "거기 있는 것은 그대로입니다. 언제든지 다시 추가할 수 있습니다.",
    "Remove “%1”?": "“%1”{을/를} 뺄까요?",
    "It can't read what you write from now on, and nothing more is taken from it. What it has, it keeps.":
      "앞으로 쓰는 글은 그 기기에서 읽을 수 없고, 거기서 쓴 글도 받지 않습니다. 이미 있는 것은 남습니다.",
    "Nothing more is taken from it. Plain files on a remote it can still read.":
      "그 기기에서 쓴 글은 더 받지 않습니다. 암호화하지 않은 리모트의 파일은 그 기기에서 계속 읽을 수 있습니다.",
    "A new key is made. You'll get six new recovery words.": "새 키와 복구 단어 여섯 개를 만듭니다.",
    "Removing “%1”": "“%1” 빼는 중",

    // Recovery words.
    "Your six recovery words": "복구 단어 여섯 개",
    "sync.words":
      "지금 종이에 적어 안전한 곳에 두세요. 컴퓨터를 모두 잃어도 이 단어로 리모트에 있는 다이어리를 열 수 있고, 새 컴퓨터에서도 이 단어를 묻습니다. 다시는 보여 줄 수 없습니다.",
    "The earlier six words don't open what comes now.": "이전 단어로는 앞으로 쓰는 것을 열 수 없습니다.",
    "Type the six words from your paper": "종이에 적은 단어를 입력하세요",
    "Recovery words": "복구 단어",
    "With blanks between, to make sure that you have them.": "적어 두었는지 확인합니다. 띄어 쓰세요.",
    "Word %1, “%2”, isn't the one shown.": "%1번째 단어 “%2”{은/는} 보여 준 단어와 다릅니다.",
    "Type all %1 words: there are %2.": "단어 %1개를 모두 입력하세요. 입력한 단어는 %2개입니다.",
    "The words are right. Keep them safe.": "단어가 맞습니다. 잘 보관하세요.",
    "Without them your remotes can't be opened once all machines are lost: %1. Press %2 again to leave.":
      "컴퓨터를 모두 잃으면 이 단어 없이는 리모트를 열 수 없습니다: %1. 그래도 나가려면 %2{을/를} 한 번 더 누르세요.",
    "%1 checks them, %2 leaves.": "%1{으로/로} 확인, %2{으로/로} 나갑니다.",
    "The diary's six recovery words": "다이어리의 복구 단어 여섯 개",
  ]
}
