extension KoreanTable {
  static let sync = [
    "%1 isn't empty. Choose another folder with --store.":
      "%1 폴더가 비어 있지 않습니다. --store로 다른 폴더를 고르세요.",
    "“%1” can't be a remote's name. Use letters, digits, . _ and -.":
      "“%1”{은/는} 리모트 이름으로 쓸 수 없습니다. 영문자, 숫자, . _ -만 쓰세요.",
    "Your six recovery words haven't been shown yet. To see them, run: photodiary remote add %1 %2":
      "복구 단어 여섯 개를 아직 보여 드리지 못했습니다. 보려면 다음을 실행하세요: photodiary remote add %1 %2",
    "There is a remote named %1 already. Choose another name.":
      "이름이 %1인 리모트가 이미 있습니다. 다른 이름을 고르세요.",
    "%1 is in the diary's own folder. Choose a folder elsewhere.":
      "%1{은/는} 다이어리 폴더 안에 있습니다. 다른 곳의 폴더를 고르세요.",
    "%1 contains the diary's own folder. Choose a folder elsewhere.":
      "%1 안에 다이어리 폴더가 있습니다. 다른 곳의 폴더를 고르세요.",
    "There is no remote yet. Add one: photodiary remote add NAME ADDRESS":
      "아직 리모트가 없습니다. 추가하세요: photodiary remote add 이름 주소",
    "There is no remote named %1. There are: %2":
      "이름이 %1인 리모트가 없습니다. 있는 것: %2",
    "A device's name is one line of up to 60 characters.":
      "기기 이름은 60자까지의 한 줄이어야 합니다.",
    "This is the machine that you're on. Remove it from another one.":
      "지금 쓰고 있는 기기입니다. 다른 기기에서 제거하세요.",
    "%1 is encrypted, and this machine has no key for it. Give the six recovery words with --recovery-file FILE.":
      "%1{은/는} 암호화되어 있고 이 기기에는 열쇠가 없습니다. --recovery-file 파일로 복구 단어 여섯 개를 알려 주세요.",
    "%1 has a newer key than this machine: this machine was removed, or hadn't synced when the key was made. With the newest recovery words, run: photodiary remote add %2 %3 --recovery-file FILE":
      "%1에 이 기기에 없는 새 키가 있습니다. 이 기기가 제거되었거나, 키를 만들 때 동기화되어 있지 않았습니다. 가장 새 복구 단어로 다음을 실행하세요: photodiary remote add %2 %3 --recovery-file 파일",
    "%1 Nothing was changed, since what others sent there would be hidden. To decide without it, add --offline.":
      "%1 그곳에 다른 기기가 보낸 것이 보이지 않게 될 수 있어 아무것도 바꾸지 않았습니다. 그래도 하려면 --offline을 붙이세요.",
    "%1 founded this diary, and can't be removed by others.":
      "%1{은/는} 이 다이어리를 처음 만든 사람이라 다른 사람이 내보낼 수 없습니다.",
    "“%1” is a machine of %2, who founded this diary. Only %3 can remove it.":
      "“%1”{은/는} 이 다이어리를 처음 만든 %2의 기기입니다. %3만 제거할 수 있습니다.",
    "“%1” is a machine of %2. Only %3 or an owner can remove it.":
      "“%1”{은/는} %2의 기기입니다. %3 또는 주인만 제거할 수 있습니다.",
    "%1 holds another diary, of %2. Nothing was changed. Use another address.":
      "%1에는 %2의 다른 다이어리가 있습니다. 아무것도 바꾸지 않았습니다. 다른 주소를 쓰세요.",
    "%1 was written by a newer version of PhotoDiary. Update this one.":
      "%1{은/는} 더 새로운 PhotoDiary가 썼습니다. 이 프로그램을 업데이트하세요.",
    "%1 holds other files and no diary. Use an empty place.":
      "%1에는 다이어리가 아닌 다른 파일이 있습니다. 빈 곳을 쓰세요.",
    "%1 holds the diary without encryption. Add it with --plain.":
      "%1에는 다이어리가 암호화되지 않은 채로 있습니다. --plain으로 추가하세요.",
    "%1 holds the diary encrypted. Add it without --plain.":
      "%1에는 다이어리가 암호화되어 있습니다. --plain 없이 추가하세요.",
    "%1 isn't complete yet. Wait until it has all files, then try again.":
      "%1에 아직 모든 파일이 있지 않습니다. 다 올 때까지 기다렸다가 다시 해 보세요.",
    "%1 is empty now. Attach its disk; if it's gone for good, remove the remote and add it again.":
      "%1{이/가} 비어 있습니다. 디스크를 연결하세요. 영영 없어졌다면 리모트를 제거했다가 다시 추가하세요.",
    "%1 holds no diary yet. Check the address, or sync the other machine first.":
      "%1에는 아직 다이어리가 없습니다. 주소를 확인하거나 다른 기기를 먼저 동기화하세요.",
    "Some lines of device %1 are damaged, and weren't taken.":
      "기기 %1의 줄 몇 개가 손상되어 받지 않았습니다.",
    "Device %1 hasn't proved that it may write. Its lines weren't taken.":
      "기기 %1{이/가} 쓸 수 있다는 증명이 없어 그 줄을 받지 않았습니다.",
    "A signature of device %1 is wrong. Its lines weren't taken.":
      "기기 %1의 서명이 틀려 그 줄을 받지 않았습니다.",
    "Line %1 of device %2 isn't there yet. Sync that machine again.":
      "기기 %2의 %1번째 줄이 아직 없습니다. 그 기기를 다시 동기화하세요.",
    "What device %1 wrote first isn't there yet.":
      "기기 %1{이/가} 처음에 쓴 것이 아직 없습니다.",
    "It holds another diary, of %1. Nothing was changed.":
      "%1의 다른 다이어리가 있습니다. 아무것도 바꾸지 않았습니다.",
    "%1 has %2, too much to be the diary's. Remove it.":
      "%1{은/는} %2{이라/라} 다이어리의 파일일 수 없습니다. 지우세요.",
    "%1 is damaged. It was left there.": "%1{이/가} 손상되었습니다. 그대로 두었습니다.",
    "%1 is sealed with a key that this machine doesn't have. It was left there.":
      "%1{은/는} 이 기기에 없는 키로 암호화되어 있습니다. 그대로 두었습니다.",
    "%1 holds a key that no device has told of. It's used once one does.":
      "%1{은/는} 아직 어느 기기도 알리지 않은 키입니다. 기기가 알리면 그때부터 씁니다.",
    "%1 changes on %2 couldn't be received. Sync the machines that wrote them again.":
      "%2의 변경 %1개를 받지 못했습니다. 그것을 쓴 기기를 다시 동기화하세요.",
    "%1 changes of this machine came too late to be shared. They're kept here, and exported.":
      "이 기기에서 바꾼 %1개는 너무 늦어 공유되지 않습니다. 이 기기에 남고 내보내기에 들어갑니다.",
    "%1 files of this machine were damaged there. They're sent again.":
      "이 기기의 파일 %1개가 손상되어 있었습니다. 다시 보냅니다.",
    "It lost files that were there: an old copy came back. They're sent again.":
      "거기 있던 파일이 사라졌습니다. 예전 복사본으로 되돌아간 것 같아 다시 보냅니다.",
    "The photo %1 is damaged. It was left there.":
      "사진 %1{이/가} 손상되어 있습니다. 그대로 두었습니다.",
  ]
}
