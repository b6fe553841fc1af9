extension KoreanTable {
  /// Keys, recovery words, and files that age encrypted.
  static let encryption = [
    "Caps Lock is on.": "Caps Lock이 켜져 있습니다.",
    "Another program has encrypted or decrypted the diary at %1. Open it again.":
      "다른 프로그램이 %1의 다이어리를 암호화하거나 암호화를 풀었습니다. 다시 여세요.",
    "The copy at %1 is encrypted. Decrypt it first (`photodiary decrypt --store`), or bring both together through a remote (`photodiary sync`). Nothing was changed.":
      "%1의 사본은 암호화되어 있습니다. 먼저 암호를 풀거나(`photodiary decrypt --store`), 원격 저장소를 거쳐 합치세요(`photodiary sync`). 바뀐 것은 없습니다.",
    "The diary at %1 is encrypted already. Nothing was changed.":
      "%1의 다이어리는 이미 암호화되어 있습니다. 바뀐 것은 없습니다.",
    "The diary at %1 isn't encrypted.": "%1의 다이어리는 암호화되어 있지 않습니다.",
    "%1 is a backup. Encrypt the diary itself, then back it up again.":
      "%1{은/는} 백업입니다. 다이어리를 암호화한 다음 다시 백업하세요.",
    "The diary at %1 is written anew beside the old one, and %2 of free space are lacking. Nothing has changed.":
      "%1의 다이어리를 옆에 새로 써야 하는데 빈 공간이 %2 모자랍니다. 바뀐 것은 없습니다.",
    "%1 in %2 is damaged. Run `photodiary verify --repair` first, which sets it aside. Nothing has changed.":
      "%2의 %1{이/가} 손상되었습니다. 먼저 `photodiary verify --repair`로 따로 옮겨 두세요. 바뀐 것은 없습니다.",
    "%1 was read back from the disk and isn't what was written. Nothing has changed. Check the disk that holds %2.":
      "디스크에서 다시 읽은 %1{이/가} 쓴 것과 다릅니다. 바뀐 것은 없습니다. %2{이/가} 있는 디스크를 확인하세요.",
    "Couldn't put the new folder in the place of %1: %2. Nothing has changed. Move the diary to another file system, or out of the top of this one.":
      "새 폴더를 %1 자리에 놓지 못했습니다: %2. 바뀐 것은 없습니다. 다이어리를 다른 파일 시스템이나 더 안쪽의 폴더로 옮기세요.",
    "Stopped. The diary at %1 is as it was.": "멈추었습니다. %1의 다이어리는 그대로입니다.",
    "The passphrase is weak: whoever has the files could guess it %1. A few words chosen at random are stronger.":
      "암호가 약합니다. 파일을 가진 사람이 %1 알아낼 수 있습니다. 무작위로 고른 낱말 몇 개를 이어 쓰면 더 안전합니다.",
    "at once": "바로",
    "within minutes": "몇 분 안에",
    "within hours": "몇 시간 안에",
    "within days": "며칠 안에",
    "within months": "몇 달 안에",
    "These recovery words don't open %1. Compare each with what you wrote down.":
      "이 복구 단어로는 %1{을/를} 열 수 없습니다. 적어 둔 단어와 하나씩 비교하세요.",
    "%1 holds a key that isn't this diary's. Somebody may have replaced it.":
      "%1에 든 키는 이 다이어리의 것이 아닙니다. 누군가 바꾸었을 수 있습니다.",
    "Others may read the secret key %1. Run `chmod 600` on it, or remove it to make this machine a new device.":
      "다른 사람이 비밀 키 %1{을/를} 읽을 수 있습니다. `chmod 600`을 실행하거나, 키를 지워 이 컴퓨터를 새 기기로 만드세요.",
    "The secret key %1 is damaged. Restore it from a backup, or remove it to make this machine a new device.":
      "비밀 키 %1{이/가} 손상되었습니다. 백업에서 되살리거나, 키를 지워 이 컴퓨터를 새 기기로 만드세요.",
    "Couldn't use a secret key: %1: %2.": "비밀 키를 쓸 수 없습니다: %1: %2.",
    "%1 isn't a file that age encrypted.": "%1{은/는} age로 암호화한 파일이 아닙니다.",
    "%1 is encrypted in a newer way than this program knows. Update PhotoDiary.":
      "%1{은/는} 이 프로그램이 모르는 새 방식으로 암호화되었습니다. PhotoDiary를 업데이트하세요.",
    "%1 was encrypted for other keys than those here.":
      "%1{은/는} 여기 없는 키로 암호화되었습니다.",
    "The passphrase doesn't open %1. Check it and try again.":
      "이 암호로는 %1{을/를} 열 수 없습니다. 확인하고 다시 입력하세요.",
    "%1 is damaged or cut short. Get it again from where it came.":
      "%1{이/가} 손상되었거나 잘렸습니다. 원본에서 다시 받으세요.",
    "%1 would take too long to open (work factor %2). It may be a trap.":
      "%1{은/는} 여는 데 너무 오래 걸립니다(작업 계수 %2). 함정일 수 있습니다.",
    "%1 is encrypted for too many keys.": "%1{은/는} 너무 많은 키로 암호화되었습니다.",
    "Too little memory for the passphrase of %1. End other programs and try again.":
      "%1의 암호를 확인할 메모리가 부족합니다. 다른 프로그램을 끝내고 다시 하세요.",
    "Give all %1 recovery words: there are %2.":
      "복구 단어 %1개를 모두 입력하세요. 입력한 단어는 %2개입니다.",
    "Word %1, “%2”, isn't a recovery word. Is it %3?":
      "%1번째 단어 “%2”{은/는} 복구 단어가 아닙니다. 혹시 %3인가요?",
    "Word %1, “%2”, isn't a recovery word.": "%1번째 단어 “%2”{은/는} 복구 단어가 아닙니다.",
  ]
}
