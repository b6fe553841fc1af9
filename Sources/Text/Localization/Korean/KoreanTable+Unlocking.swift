extension KoreanTable {
  /// Locking, unlocking and encrypting the diary on the screens.
  static let unlocking = [
    // Unlocking.
    "Locked diary": "잠긴 다이어리",
    "Open the diary": "다이어리 열기",
    "Clear the line, or quit": "줄 지우기, 아니면 끝내기",
    "This diary is locked": "다이어리가 잠겨 있습니다",
    "Type the passphrase, or the six recovery words.":
      "암호나 복구 단어 6개를 입력하세요.",
    "Opening…": "여는 중…",
    "Your drafts are safe.": "쓰던 글은 안전하게 남아 있습니다.",
    "The diary isn't encrypted.": "다이어리가 암호화되어 있지 않습니다.",

    // Locking.
    "Locking…": "잠그는 중…",
    "The diary is locked. Open photodiary to go on.":
      "다이어리를 잠갔습니다. 이어서 쓰려면 photodiary를 다시 여세요.",
    "Minutes without a key after which an encrypted diary locks; 0 never locks it":
      "키를 누르지 않고 이만큼(분) 지나면 암호화한 다이어리를 잠급니다. 0이면 잠그지 않습니다",

    // Encrypting.
    "Encrypting": "암호화",
    "encrypt": "암호화",
    "Stop; nothing will have changed": "멈추기(바뀌는 것 없음)",
    "Encrypt the diary": "다이어리 암호화",
    "Encrypting the diary": "다이어리를 암호화하는 중",
    "Nothing will have changed.": "아무것도 바뀌지 않습니다.",
    "Stopped. Nothing was changed.": "멈췄습니다. 바뀐 것은 없습니다.",
    "It opens the diary from then on. Six recovery words follow, should you forget it.":
      "이제부터 이 암호로 다이어리를 엽니다. 잊을 때를 대비해 복구 단어 여섯 개도 알려 드립니다.",
    "The diary is encrypted": "다이어리를 암호화했습니다",
    "The passphrase opens it from now on. The six recovery words that you have for its remotes open it as well.":
      "이제부터 암호로 엽니다. 리모트용으로 적어 둔 복구 단어 여섯 개로도 열 수 있습니다.",
    "encryption.words":
      "지금 종이에 적어 안전한 곳에 두세요. 암호를 잊으면 이 단어로 다이어리를 열 수 있고, 둘 다 없으면 아무도 열 수 없습니다. 다시 보여 드리지 않습니다.",
    "Without them the diary can't be opened once the passphrase is forgotten: %1. Press %2 again to leave.":
      "이 단어가 없으면 암호를 잊었을 때 다이어리를 열 수 없습니다: %1. 그래도 나가려면 %2{을/를} 다시 누르세요.",

    // The status.
    "encryption": "암호화",
    "on": "켜짐",
    "off": "꺼짐",
    "on; %1 locks the diary": "켜짐, %1{으로/로} 잠금",
    "off; %1 encrypts the diary": "꺼짐, %1{을/를} 누르면 암호화",
  ]
}
