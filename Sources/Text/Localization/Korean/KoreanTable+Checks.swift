extension KoreanTable {
  /// What a check of the diary or of backups found, and what a repair did.
  static let checks: [String: String] = [
    "%1, line %2": "%1 %2번째 줄",
    "a line that was cut off while it was written; it was never reported as saved":
      "쓰다가 잘린 줄입니다. 저장되었다고 알린 적은 없습니다",
    "no entry refers to this %1": "이 %1을 쓰는 일기가 없습니다",
    "left over from an interrupted write": "쓰다가 끊긴 파일이 남아 있습니다",
    "several entries are being saved, or saving them was cut short; they count once it is done":
      "여러 일기를 저장하는 중이거나 저장하다가 끊겼습니다. 끝나기 전에는 다이어리에 들지 않습니다",
    "another program's temporary file; left alone":
      "다이어리를 복사하는 프로그램 등 다른 프로그램의 파일이므로 그대로 둡니다",
    "not a file of this diary; a repair moves it aside":
      "이 다이어리의 파일이 아닙니다. 복구하면 다른 곳으로 옮깁니다",
    "it follows a revision that isn't here": "앞선 저장본이 여기에 없습니다",
    "other users of this machine can read it": "이 컴퓨터의 다른 사용자가 볼 수 있습니다",
    "the line is damaged; what it held can't be trusted": "줄이 손상되어 내용을 믿을 수 없습니다",
    "the line is cut off; it may or may not have been saved (version 0.1.0 wrote the next one)":
      "줄이 잘렸습니다. 다음 줄을 0.1.0 버전이 썼으므로 저장된 줄이었는지 알 수 없습니다",
    "it has a revision that the logs have lost%1; take it from there and remove the file":
      "로그가 잃은 저장본이 들어 있습니다%1. 필요한 글을 옮긴 뒤 파일을 지우세요",
    "it has lost lines that are in the index": "색인을 만들 때 있던 줄이 없어졌습니다",
    "the %1's file is missing": "%1 파일이 없습니다",
    "the %1's file is on another machine": "%1 파일이 다른 기기에 있습니다",
    "the %1's bytes don't match its name": "%1의 내용이 이름과 다릅니다",
    "it can't be read": "읽을 수 없습니다",
    "version 0.1.0 wrote it, and it came here later; nothing proves whose it is":
      "0.1.0 판이 쓴 줄이 나중에 들어왔습니다. 누가 썼는지 증명되지 않습니다",
    "the device that it names hasn't signed it": "줄에 적힌 기기가 서명하지 않았습니다",
    "its signature is wrong; somebody else may have written it":
      "서명이 맞지 않습니다. 다른 사람이 썼을 수 있습니다",
    "it says that another device wrote it": "다른 기기가 썼다고 적혀 있습니다",
    "two machines wrote under one device id here; the lines of both count":
      "여기서 컴퓨터 두 대가 한 기기로 썼습니다. 양쪽 줄을 모두 셉니다",
    "the text saved in this line is missing; another machine may still have it":
      "이 줄에 저장한 글이 없습니다. 다른 기기에 남아 있을 수 있습니다",
    "the text saved in this line is damaged": "이 줄에 저장한 글이 손상되었습니다",
    "its beginning isn't what it was when the diary got signatures":
      "서명을 시작할 때와 앞부분이 다릅니다",
    "Compare lines that nothing proves with a backup, or with another device.":
      "증명되지 않는 줄은 백업이나 다른 기기의 것과 비교해 보세요.",
    "it isn't an index; the diary's logs have everything":
      "색인이 아닙니다. 다이어리의 로그에 모두 있습니다",
    "it doesn't match the logs": "로그와 다릅니다",
    "it's missing, so nobody can edit the entries":
      "없습니다. 그래서 지금 있는 일기를 아무도 편집할 수 없습니다",
    "it's missing; it explains how to read the diary without this program":
      "없습니다. 이 프로그램 없이 다이어리를 읽는 방법을 적은 파일입니다",
    "it isn't a list of journals; colors and order may be lost, but entries name their own journals":
      "일기장 목록이 아닙니다. 색과 순서를 잃었을 수 있지만, 일기에는 일기장 이름이 적혀 있습니다",
    "it doesn't say that this is a diary and in which format":
      "이것이 다이어리이며 어떤 형식인지 적혀 있지 않습니다",
    "Run `photodiary verify --repair` to fix what it can and set aside the rest.":
      "`photodiary verify --repair`는 고칠 수 있는 것을 고치고 나머지는 따로 옮깁니다.",
    "Repair damaged lines of another device on that device.":
      "다른 기기의 손상된 줄은 그 기기에서 복구하세요.",
    "Add a missing photo again, or copy it from a backup.":
      "없어진 사진은 다시 추가하거나 다이어리의 사본에서 가져오면 돌아옵니다.",
    "Take what you want to keep from set-aside/, then remove the file.":
      "set-aside/에서 남길 글을 옮긴 뒤 파일을 지우세요.",
    "If files can't be read, check the disk and permissions.":
      "읽을 수 없는 것은 디스크나 권한 문제일 수 있습니다.",
    "%1, line %2 (byte %3)": "%1 %2번째 줄 (%3바이트째)",
    "saved lines are missing at its end": "끝에 있던 저장된 줄이 없어졌습니다",
    "saved lines are missing before this one": "이 줄 앞에 있던 저장된 줄이 없어졌습니다",
    "a file with a part of this log is missing": "이 로그의 일부가 든 파일이 없습니다",
    "it's damaged and can't be opened; what it held is in no other file":
      "손상되어 열 수 없습니다. 여기에 든 것은 다른 파일에 없습니다",
    "it isn't this diary's key: who put it there could read what is added while the diary is locked; opening the diary corrects it":
      "이 다이어리의 키가 아닙니다. 이것을 넣은 사람은 다이어리가 잠긴 동안 추가한 것을 읽을 수 있습니다. 다이어리를 열면 바로잡힙니다",
    "the recovery words don't open it; make new ones with `photodiary key words`":
      "복구 단어로 열리지 않습니다. photodiary key words로 새 복구 단어를 만드세요",
    "it's damaged, or sealed with a key of somebody else":
      "손상되었거나 다른 사람의 키로 암호화되어 있습니다",
    "it isn't the file that this machine wrote, so your recovery words may open nothing; make new ones with `photodiary key words`":
      "이 기기가 쓴 파일이 아니어서 복구 단어로 아무것도 열리지 않을 수 있습니다. photodiary key words로 새 복구 단어를 만드세요",
    "it isn't the file that this machine wrote; write it again with `photodiary key passphrase`":
      "이 기기가 쓴 파일이 아닙니다. photodiary key passphrase로 다시 쓰세요",
    "it's of an earlier key, and doesn't lead to the one of today; make new recovery words with `photodiary key words`":
      "이전 키의 파일이라 지금 키를 열지 못합니다. photodiary key words로 새 복구 단어를 만드세요",
    "it's of an earlier key; write it again with `photodiary key passphrase`":
      "이전 키의 파일입니다. photodiary key passphrase로 다시 쓰세요",
    "Correct files of keys with the commands that are named above.":
      "키 파일은 위에 적힌 명령으로 바로잡으세요.",
    "neither the passphrase nor the recovery words have a file there; once the diary is locked, nothing opens it":
      "암호로 여는 파일도 복구 단어로 여는 파일도 없습니다. 다이어리를 잠그면 다시 열 수 없습니다",
    "Before a repair, copy damaged or missing files of a log or of keys from a backup.":
      "복구하기 전에 로그나 키의 손상되거나 없어진 파일을 백업에서 가져오세요.",
    "photo or attachment": "사진이나 첨부 파일",
    "attachment": "첨부 파일",
    "(entry %1)": "(일기 %1)",
    "%1: moved %2 damaged lines to %3": "%1: 손상된 줄 %2개를 %3{으로/로} 옮겼습니다",
    "%1: noted that saved lines are missing; only a copy of the diary may still have them":
      "%1: 저장된 줄이 없어졌음을 적어 두었습니다. 다이어리의 사본에만 남아 있을 수 있습니다",
    "%1: gave the last line its end again": "%1: 마지막 줄의 줄 끝을 되돌렸습니다",
    "%1: has damaged lines but belongs to another device; repair the diary there":
      "%1: 손상된 줄이 있지만 다른 기기의 것입니다. 그 기기에서 복구하세요",
    "%1: moved to %2": "%1: %2{으로/로} 옮겼습니다",
    "%1: removed what was left over": "%1: 남은 것을 지웠습니다",
    "%1: rebuilt from the logs": "%1: 로그에서 다시 만들었습니다",
    "%1: made again; by the entries the author's id is %2, and the name is taken to be “%3” (`photodiary author` changes it)":
      "%1: 다시 만들었습니다. 일기에 따르면 글쓴이의 id는 %2이고, 이름은 “%3”{으로/로} 했습니다(`photodiary author`로 바꿀 수 있습니다)",
    "FORMAT.txt: rewritten": "FORMAT.txt: 다시 썼습니다",
    "%1: removed, because no entry uses it (%2 bytes)": "%1: 쓰는 일기가 없어 지웠습니다(%2바이트)",
    "%1: kept, because it was added less than a day ago":
      "%1: 추가한 지 하루가 안 되어 그대로 두었습니다",
    "%1: kept, because a draft uses it": "%1: 초안에 있어 그대로 두었습니다",
    "%1: kept, because an unreadable line or a file in set-aside/ names it":
      "%1: 읽을 수 없는 줄이나 set-aside/의 파일에 이름이 있어 그대로 두었습니다",
    "it's missing, so it's unknown what the backup had":
      "없습니다. 백업에 무엇이 있었는지 알 수 없습니다",
    "it's damaged, so it's unknown what the backup had":
      "손상되어 백업에 무엇이 있었는지 알 수 없습니다",
    "it's missing": "없습니다",
    "it doesn't match what was backed up": "내용이 백업한 것과 다릅니다",
  ]
}
