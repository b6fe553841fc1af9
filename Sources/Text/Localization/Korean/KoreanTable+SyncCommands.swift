extension KoreanTable {
  /// What the sub-commands say that keep a diary alike on several machines.
  static let syncCommands: [String: String] = [
    // Sub-commands and options.
    "Several machines": "여러 기기",
    "Add, list and remove the places that your machines sync through.":
      "기기들이 동기화하는 곳(리모트)을 추가, 나열, 제거합니다.",
    "List the remotes, and how it stands with each.": "리모트와 그 상태를 나열합니다.",
    "Add a remote, and sync with it.": "리모트를 추가하고 동기화합니다.",
    "What you call it.": "리모트에 붙일 이름.",
    "Where it is: a folder, a git URL, rclone:REMOTE:PATH or ssh://HOST/PATH.":
      "주소: 폴더, git URL, rclone:REMOTE:PATH, ssh://HOST/PATH.",
    "Don't encrypt what goes there: for a folder of your own.":
      "암호화하지 않습니다. 나만 쓰는 폴더에 씁니다.",
    "Forget a remote; what lies there stays.": "리모트를 제거합니다. 그곳에 있는 것은 그대로 남습니다.",
    "The remote.": "리모트.",
    "Photos from other machines to keep here: all, small (previews) or none.":
      "이 기기에 둘 다른 기기의 사진: all(모두), small(미리보기), none(두지 않음).",
    "The file with the six recovery words, where they are needed; - is standard input.":
      "복구 단어 여섯 개가 든 파일. 단어가 필요할 때 씁니다. -이면 표준 입력.",
    "Bring the diary and its remotes up to date with each other.":
      "다이어리와 리모트를 서로 최신 상태로 동기화합니다.",
    "The remotes; all, if none is named.": "리모트. 쓰지 않으면 전부.",
    "Show what would go out and come in, and change nothing.":
      "보내고 받을 것을 보여 주기만 하고 아무것도 바꾸지 않습니다.",
    "Sync every 15 minutes from now on, by a systemd user timer.":
      "이제부터 systemd 사용자 타이머로 15분마다 동기화합니다.",
    "Remove that timer.": "그 타이머를 없앱니다.",
    "Make the diary that a remote holds on this machine.":
      "리모트에 있는 다이어리를 이 기기에 만듭니다.",
    "What you call the remote on this machine.": "이 기기에서 리모트에 붙일 이름.",
    "List the machines that write to the diary; rename or remove one.":
      "다이어리에 쓰는 기기를 나열하거나, 이름을 바꾸거나, 제거합니다.",
    "List the devices, this one first.": "기기를 나열합니다. 이 기기가 맨 위입니다.",
    "Change what a device is called.": "기기의 이름을 바꿉니다.",
    "The device's id, or its first characters.": "기기의 id 또는 그 앞부분.",
    "Keep a device from reading what is written from now on.":
      "이제부터 쓰는 것을 그 기기에서 읽을 수 없게 합니다.",
    "Continue if a remote can't be reached. What others sent there and isn't here is hidden then.":
      "리모트에 닿지 않아도 계속합니다. 그곳에 있고 여기 없는 것은 보이지 않게 됩니다.",
    "Open one of two sample diaries that sync with each other.":
      "서로 동기화하는 예시 다이어리 둘을 만들어 하나를 엽니다.",

    // Photos that are on other machines.
    "Show which photos are on this machine; fetch them, or make room.":
      "이 기기에 있는 사진을 보여 주고, 없는 것을 가져오거나 자리를 만듭니다.",
    "discussion.photos": """
    `photodiary remote photos NAME small`을 쓰면 다른 기기의 사진은 미리보기로 오고, 열거나 내보내거나 백업할 때 \
    온전한 사진을 가져옵니다. --fetch는 지금 모두 가져옵니다. --free는 그만큼 자리가 날 때까지 사진과 파일을 이 \
    기기에서 지우며, 먼저 넣은 것부터 지웁니다. 바로 그때 리모트에 온전히 있는 것만 지우고, 임시 저장본에 있는 \
    것이나 아직 보내지 않은 것은 지우지 않습니다. 미리보기는 남습니다.

    예:
      photodiary photos
      photodiary photos --fetch
      photodiary photos --free 2G
    """,
    "Without an encrypted remote a device can't be kept from reading the diary. Remove its access to the folder instead.":
      "암호화한 리모트가 없으면 기기가 다이어리를 읽는 것을 막을 수 없습니다. 그 대신 폴더에 접근하지 못하게 하세요.",
    "A copy of the diary is imported whole: no other option goes with it.":
      "다이어리의 사본은 통째로 가져오므로 다른 옵션과 함께 쓸 수 없습니다.",
    "Nothing in %1 that isn't here.": "%1에는 여기 없는 것이 없습니다.",
    "Added %1 and %2 from %3.": "%3에서 %1, %2를 가져왔습니다.",
    "%1 is another diary, of %2. Nothing was changed.":
      "%1{은/는} %2의 다른 다이어리입니다. 아무것도 바꾸지 않았습니다.",
    "%1 is damaged, and wasn't taken.": "%1{이/가} 손상되어 가져오지 않았습니다.",
    "%1 can't be read, and wasn't taken.": "%1{을/를} 읽을 수 없어 가져오지 않았습니다.",
    "Fetch everything that is on other machines only.": "다른 기기에만 있는 것을 모두 가져옵니다.",
    "Make this much room, such as 500M or 2G; what goes can be fetched again.":
      "500M, 2G처럼 쓴 만큼 자리를 만듭니다. 지운 것은 다시 가져올 수 있습니다.",
    "--fetch and --free can't be used together.": "--fetch와 --free는 함께 쓸 수 없습니다.",
    "%1 couldn't be fetched: no remote has them.": "%1{을/를} 가져오지 못했습니다. 있는 리모트가 없습니다.",
    "Removed %1 from here: %2.": "이 기기에서 %1{을/를} 지웠습니다: %2.",
    "No remote has more of what is here, so nothing more goes.":
      "여기 있는 것 중 리모트에 있는 것이 더 없어 더 지우지 않았습니다.",
    "%1 here (%2), none elsewhere": "여기에 %1 (%2), 다른 곳에는 없음",
    "%1 here (%2), %3 elsewhere": "여기에 %1 (%2), 다른 곳에 %3개",
    "%1 keeps all photos here, so they would come back. Say first: photodiary remote photos %2 small":
      "%1{은/는} 모든 사진을 여기 두므로 다시 오게 됩니다. 먼저 photodiary remote photos %2 small을 쓰세요.",
    "Change which photos of other machines a remote brings here.":
      "다른 기기의 사진 중 리모트가 가져올 것을 바꿉니다.",
    "discussion.remote-photos": """
    여기 있는 것은 남습니다. `photodiary photos --free SIZE`로 자리를 만들 수 있습니다. all로 바꾸면 다음 동기화 \
    때 없는 것을 가져옵니다.
    """,
    "all, small (previews) or none.": "all(모두), small(미리보기), none(두지 않음).",
    "Photos of other machines come whole by %1 from now on.":
      "이제부터 다른 기기의 사진이 %1{으로/로} 온전히 옵니다.",
    "Photos of other machines come as previews by %1 from now on.":
      "이제부터 다른 기기의 사진이 %1{으로/로} 미리보기만 옵니다.",
    "Photos of other machines no longer come by %1.":
      "이제부터 다른 기기의 사진이 %1{으로/로} 오지 않습니다.",
    "%1 of %2 previews drawn": "미리보기 %2개 중 %1개 만듦",
    "Backed up, but without %1 that couldn't be fetched from your remotes.":
      "백업했지만, 리모트에서 가져오지 못한 %1{은/는} 빠졌습니다.",
    "it's on another machine, and couldn't be fetched. Sync, then export again":
      "다른 기기에 있고 가져오지 못했습니다. 동기화한 뒤 다시 내보내세요",

    // Wrong usage.
    "--install and --uninstall can't be used together.":
      "--install과 --uninstall은 함께 쓸 수 없습니다.",
    "--install and --uninstall can't be combined with other options.":
      "--install과 --uninstall은 다른 옵션과 함께 쓸 수 없습니다.",
    "Write --plain and --photos after %1.": "--plain과 --photos는 %1 뒤에 쓰세요.",

    // Remotes.
    "Added %1: %2.": "%1{을/를} 추가했습니다: %2.",
    "Removed %1. What lies there stays; delete it there if you want.":
      "%1{을/를} 제거했습니다. 그곳에 있는 것은 그대로입니다. 필요 없으면 그곳에서 지우세요.",
    "No remote yet. Add a folder, a git repository or another place that your machines reach: photodiary remote add home ADDRESS":
      "아직 리모트가 없습니다. 폴더나 git 저장소처럼 기기들이 함께 쓰는 곳을 추가하세요: photodiary remote add home 주소",
    "There's no remote “%1”. Remotes: %2.": "“%1”{이라는/라는} 리모트가 없습니다. 있는 리모트: %2.",
    "synced %1": "%1 동기화",
    "remote.plain": "암호화 안 함",

    // What a sync did.
    "sent %1": "보냄: %1",
    "received %1": "받음: %1",
    "would send %1": "보낼 것: %1",
    "would receive %1": "받을 것: %1",
    "%1 still to send": "보낼 것 %1개 남음",
    "%1 still to come": "받을 것 %1개 남음",
    "failed": "실패",
    "up to date": "최신 상태",
    "The diary is in %1: %2.": "다이어리를 %1에 만들었습니다: %2.",
    "Not everything has come yet. To go on: photodiary sync":
      "아직 다 받지 못했습니다. 이어서 하려면: photodiary sync",

    // Recovery words.
    "Write down these six recovery words, and keep them where this machine can't be lost with them:":
      "이 복구 단어 여섯 개를 종이에 적어, 이 기기와 함께 잃어버리지 않을 곳에 두세요:",
    "They alone open the diary on a new machine, and are never shown again. Whoever has them can read it.":
      "새 기기에서는 이 단어만 있으면 다이어리를 엽니다. 다시는 보여 주지 않으며, 누구든 이 단어가 있으면 읽을 수 있습니다.",
    "Type them from your note, to check it (Enter skips): ":
      "맞게 적었는지 보게 적은 것을 입력하세요(Enter로 건너뜀): ",
    "Not checked. Compare your note with the words above.":
      "확인하지 않았습니다. 적은 것을 위의 단어와 비교하세요.",
    "Your note is right.": "맞게 적었습니다.",
    "Word %1 is “%2”, not “%3”.": "%1번째 단어는 “%3”{이/가} 아니라 “%2”입니다.",
    "The six recovery words: ": "복구 단어 여섯 개: ",
    "The diary there is encrypted. Give its six recovery words with --recovery-file FILE (- is standard input).":
      "그곳의 다이어리는 암호화되어 있습니다. 복구 단어 여섯 개를 --recovery-file FILE로 알려 주세요(-이면 표준 입력).",
    "Couldn't read the recovery words from %1: %2.": "%1에서 복구 단어를 읽을 수 없습니다: %2.",
    "Stopped. Nothing was done.": "멈추었습니다. 한 것은 없습니다.",

    // Devices.
    "No devices.": "기기가 없습니다.",
    "this machine": "이 기기",
    "device.removed": "제거됨",
    "“%1” is this machine. Remove it from another one.":
      "“%1”{은/는} 이 기기입니다. 다른 기기에서 제거하세요.",
    "Removed “%1”. It can't read what is written from now on; what it had, it has.":
      "“%1”{을/를} 제거했습니다. 이제부터 쓰는 것은 그 기기에서 읽을 수 없습니다. 이미 받은 것은 그대로 있습니다.",
    "There's no device “%1”. Run `photodiary device` to see their ids.":
      "“%1”{이라는/라는} 기기가 없습니다. id는 `photodiary device`로 볼 수 있습니다.",
    "%1 devices have ids that begin with %2. Give more.":
      "id가 %2{으로/로} 시작하는 기기가 %1대입니다. 더 길게 쓰세요.",

    // The timer.
    "PhotoDiary sync": "PhotoDiary 동기화",
    "Wrote %1, but systemd doesn't answer. When it does, run: %2":
      "%1{을/를} 썼지만 systemd가 응답하지 않습니다. 응답할 때 실행하세요: %2",
    "Syncs every 15 minutes while you are logged in. What it says: journalctl --user -u %1. To end it: %2":
      "로그인해 있는 동안 15분마다 동기화합니다. 기록 보기: journalctl --user -u %1. 그만두려면: %2",
    "There's no timer to remove.": "없앨 타이머가 없습니다.",
    "Removed the timer, but systemd doesn't answer. If it runs: systemctl --user stop %1.timer && %2":
      "타이머를 없앴지만 systemd가 응답하지 않습니다. 실행 중이라면: systemctl --user stop %1.timer && %2",
    "Removed the timer. Open diaries still sync by themselves.":
      "타이머를 없앴습니다. 열려 있는 다이어리는 그대로 동기화합니다.",
    "Couldn't write %1: %2.": "%1{을/를} 쓸 수 없습니다: %2.",
    "Couldn't remove %1: %2.": "%1{을/를} 지울 수 없습니다: %2.",

    // Two sample diaries.
    "Two copies of the sample diary, as on two machines, sync through %1.":
      "두 기기에 있는 것처럼 만든 예시 다이어리 둘이 %1{을/를} 거쳐 동기화합니다.",
    "Open the second one in another terminal:": "두 번째 다이어리는 다른 터미널에서 여세요:",
    "Write in either and sync both, with Y and s there or with the lines below. Change one entry in both before you sync: both versions are kept.":
      "아무 쪽에나 쓰고, 그 안에서 Y와 s로 또는 아래 명령으로 둘 다 동기화해 보세요. 동기화하기 전에 같은 일기를 양쪽에서 고치면 두 버전이 모두 남습니다.",
    "Press Enter to open the first one here: ": "Enter를 누르면 첫 번째 다이어리를 여기서 엽니다: ",
    "Both diaries are still there. To open them again:": "두 다이어리는 아직 있습니다. 다시 열려면:",
    "When you have seen enough:": "다 보았으면 지우세요:",
  ]
}
