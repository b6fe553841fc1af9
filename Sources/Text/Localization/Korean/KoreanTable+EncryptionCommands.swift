extension KoreanTable {
  /// The sub-commands that encrypt, decrypt, lock and unlock.
  static let encryptionCommands = [
    "waiting": "대기 중",
    "%1, until you open it": "%1, 다이어리를 열면 들어갑니다",
    "Another diary on this machine syncs with this device's key, which therefore stays in clear. It opens what lies on encrypted remotes of this diary. Encrypt the other one, too.":
      "이 기기의 다른 다이어리가 이 기기의 키로 동기화하므로 그 키는 암호화하지 않은 채 남습니다. 이 다이어리의 암호화한 리모트에 있는 것을 그 키로 열 수 있습니다. 다른 다이어리도 암호화하세요.",
    "Encryption": "암호화",
    "The diary at %1 is encrypted. Run `photodiary unlock`, or use --passphrase-file.":
      "%1의 다이어리는 암호화되어 있습니다. `photodiary unlock`을 실행하거나 --passphrase-file을 쓰세요.",
    "the name of a file": "파일 이름",
    "The file whose first line is the passphrase; - is standard input.":
      "첫 줄이 암호인 파일. -는 표준 입력입니다.",
    "Passphrase or recovery words: ": "암호 또는 복구 단어: ",
    "The two passphrases differ. Nothing was changed.":
      "두 암호가 서로 다릅니다. 바뀐 것은 없습니다.",
    "--passphrase-file only works with --encrypt, or with a diary that is encrypted.":
      "--passphrase-file은 --encrypt와 함께, 또는 암호화한 다이어리에만 쓸 수 있습니다.",
    "The recovery words can't be the passphrase as well. Write a passphrase into the file's next line. Nothing was changed.":
      "복구 단어를 암호로 쓸 수는 없습니다. 파일의 다음 줄에 암호를 적으세요. 바뀐 것은 없습니다.",
    "The passphrase is empty. Nothing was changed.": "암호가 비어 있습니다. 바뀐 것은 없습니다.",
    "Couldn't read the passphrase from %1: %2. Nothing was changed.":
      "%1에서 암호를 읽지 못했습니다: %2. 바뀐 것은 없습니다.",
    "That doesn't open the diary at %1. Check it and try again.":
      "그 암호로는 %1의 다이어리를 열 수 없습니다. 확인하고 다시 입력하세요.",
    "The diary is locked; the entry waits there, sealed, until you open it.":
      "다이어리가 잠겨 있습니다. 일기는 암호화되어 그곳에서 기다리다가 다이어리를 열면 들어갑니다.",
    "Encrypt the diary with a passphrase.": "다이어리를 암호로 암호화합니다.",
    "discussion.encrypt":
      """
    다이어리의 모든 파일을 age 프로그램으로도 열 수 있게 암호화하여 새로 쓰고, 다시 읽어 비교한 다음 한 \
    번에 옛것과 바꿉니다. 아직 일기가 없는 다이어리는 첫 일기부터 암호화합니다. 복구 단어 여섯 개를 한 줄에 \
    출력하니 적어 두세요. 암호를 잊었을 때 다이어리를 엽니다. 둘 다 없으면 아무도 열 수 없습니다.

    옛 파일은 지웁니다. 다만 SSD나 이미 만든 백업에는 그 내용이 남아 있을 수 있습니다. 암호화가 무엇을 \
    누구로부터 지키는지는 설명서에 있습니다.

    예:
      photodiary encrypt
      photodiary encrypt --passphrase-file secret.txt
    """,
    "Encrypted %1. The old files were removed.": "%1{을/를} 암호화하고 옛 파일을 지웠습니다.",
    "The remote %1 still holds the diary unencrypted.":
      "리모트 %1에는 다이어리가 암호화되지 않은 채로 있습니다.",
    "The recovery words that you wrote down for your remotes open it, too.":
      "리모트를 추가할 때 적어 둔 복구 단어로도 열 수 있습니다.",
    "Turn an encrypted diary back into plain files.": "암호화한 다이어리를 보통 파일로 되돌립니다.",
    "discussion.decrypt":
      """
    모든 것을 암호화하지 않은 채로 새로 쓰고, 다시 읽어 비교한 다음 한 번에 암호화한 다이어리와 바꿉니다. \
    암호화한 리모트는 그대로입니다.

    예:
      photodiary decrypt
      photodiary decrypt --passphrase-file secret.txt
    """,
    "Decrypted %1.": "%1의 암호화를 풀었습니다.",
    "Keep the diary open for a while, for all programs of yours.":
      "잠시 동안 내 모든 프로그램에 다이어리를 열어 둡니다.",
    "discussion.unlock":
      """
    15분 동안 쓰지 않을 때까지, --for를 주면 그 시간이 지날 때까지 커널이 키를 메모리에 둡니다. photodiary \
    lock을 하거나 컴퓨터를 끄면 사라지고, 디스크에는 쓰지 않습니다. 컨테이너가 이를 막으면 프로그램마다 암호를 \
    묻습니다.

    예:
      photodiary unlock
      photodiary unlock --for 8h
    """,
    "For how long: 30m, 8h, 2d.": "얼마 동안: 30m, 8h, 2d.",
    "This system keeps no key in memory (%1), so each program asks for the passphrase.":
      "이 시스템은 키를 메모리에 두지 못해(%1) 프로그램마다 암호를 묻습니다.",
    "The diary is open for %1. `photodiary lock` locks it at once.":
      "%1 동안 다이어리를 열어 둡니다. `photodiary lock`으로 바로 잠급니다.",
    "The diary is open until a quarter of an hour has passed without use. `photodiary lock` locks it at once.":
      "15분 동안 쓰지 않을 때까지 다이어리를 열어 둡니다. `photodiary lock`으로 바로 잠급니다.",
    "Lock an encrypted diary at once.": "암호화한 다이어리를 바로 잠급니다.",
    "discussion.lock":
      """
    photodiary unlock이 남긴 키를 잊고, 열려 있는 다이어리도 잠그게 합니다. 쓰던 글은 초안으로 남습니다.

    예:
      photodiary lock
    """,
    "Locked.": "잠갔습니다.",
    "Show and change what opens an encrypted diary.":
      "암호화한 다이어리를 무엇으로 여는지 보고 바꿉니다.",
    "discussion.key":
      """
    다이어리는 암호로도, 복구 단어 여섯 개로도 열립니다. 둘 다 사진을 새로 쓰지 않고 바꿀 수 있으며, 그럴 \
    때는 다이어리가 열려 있어도 둘 중 하나를 묻습니다. 하위 명령이 없으면 무엇이 있는지 알려 줍니다.

    rotate는 지금부터 쓰는 것을 위한 새 키를 만들고 새 복구 단어를 출력합니다. 앞서 쓴 것은 옛 키로도 \
    열립니다.

    예:
      photodiary key
      photodiary key passphrase
      photodiary key words
      photodiary key rotate
    """,
    "Tell what opens the diary.": "무엇으로 다이어리를 여는지 알려 줍니다.",
    "A passphrase opens the diary.": "암호로 다이어리를 엽니다.",
    "Six recovery words open the diary.": "복구 단어 여섯 개로 다이어리를 엽니다.",
    "Key number %1 seals what is written now.": "지금 쓰는 것은 %1번 키로 암호화합니다.",
    "It is open for all programs of yours; `photodiary lock` locks it.":
      "내 모든 프로그램에 열려 있습니다. `photodiary lock`으로 잠급니다.",
    "It is locked for programs that begin now.": "지금 시작하는 프로그램에는 잠겨 있습니다.",
    "Change the passphrase.": "암호를 바꿉니다.",
    "discussion.key-passphrase":
      """
    --passphrase-file로 준 파일에서는 첫 줄로 다이어리를 열고, 둘째 줄이 새 암호입니다.
    """,
    "The new passphrase:": "새 암호:",
    "The passphrase was changed. Backups that you have open with the former one.":
      "암호를 바꾸었습니다. 이미 만든 백업은 옛 암호로 열립니다.",
    "Make new recovery words.": "새 복구 단어를 만듭니다.",
    "discussion.key-words":
      """
    옛 단어로는 이 컴퓨터의 다이어리를 더는 열 수 없습니다. 암호화한 리모트가 있으면 photodiary key rotate를 \
    쓰세요. 리모트에 있는 것은 그 자리에서 바꿀 수 없습니다.
    """,
    "The former words would still open what lies on remotes. Run: photodiary key rotate":
      "리모트에 있는 것은 옛 단어로 여전히 열립니다. 대신 실행하세요: photodiary key rotate",
    "Begin a new key, and print new recovery words.": "새 키를 만들고 새 복구 단어를 출력합니다.",
    "discussion.key-rotate":
      """
    먼저 모든 리모트에서 받으므로 그곳에 새로 들어온 기기도 새 키를 받습니다. --all을 주면 다이어리의 모든 파일을 새 키로 다시 암호화합니다. 주지 않으면 있던 것은 옛 키로 암호화된 \
    채로 남습니다. 리모트는 가진 것을 그대로 가집니다.
    """,
    "%1 isn't the key that this diary had: somebody may have replaced it to read what you add. Nothing was saved. Open the diary to correct it: photodiary unlock":
      "%1{은/는} 이 다이어리의 키가 아닙니다. 추가하는 글을 읽으려고 누군가 바꾸었을 수 있습니다. 아무것도 저장하지 않았습니다. 다이어리를 열면 바로잡힙니다: photodiary unlock",
    "keys/recipient in %1 held a key of somebody else, and was corrected. Who put it there could read what was added while the diary was locked, where this program didn't refuse that.":
      "%1의 keys/recipient에 다른 사람의 키가 있어 바로잡았습니다. 이 프로그램이 거절하지 않았다면, 그것을 넣은 사람은 다이어리가 잠긴 동안 추가한 것을 읽을 수 있습니다.",
    "Seal every file of the diary anew.": "다이어리의 모든 파일을 다시 암호화합니다.",
    "The passphrase that is to open it from now on:": "지금부터 다이어리를 열 암호:",
    "A new key seals all of the diary.": "다이어리 전체를 새 키로 암호화했습니다.",
    "A new key seals what is written from now on.": "지금부터 쓰는 것은 새 키로 암호화합니다.",
  ]
}
