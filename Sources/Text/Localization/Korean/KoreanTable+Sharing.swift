extension KoreanTable {
  /// What is said of diaries that several people share.
  static let sharing: [String: String] = [
    // Sub-commands and options.
    "Several people": "여러 사람",
    "the name of a diary": "다이어리 이름",
    "--store and --diary can't be used together.": "--store와 --diary는 함께 쓸 수 없습니다.",
    "A diary that you share, by its name: see `photodiary diaries`.":
      "함께 쓰는 다이어리의 이름. `photodiary diaries` 참고.",
    "Make a diary that several people share, or invite one more person.":
      "여러 사람이 함께 쓰는 다이어리를 만들거나, 한 사람을 더 초대합니다.",
    "What the diary is called.": "다이어리 이름.",
    "Invite another machine of your own.": "내 다른 기기를 초대합니다.",
    "Ask to be let in to a diary that others share, by an invitation.":
      "초대장으로, 다른 사람들이 함께 쓰는 다이어리에 들어가기를 청합니다.",
    "The invitation, pd1:…; - is standard input.": "초대장 pd1:…. -이면 표준 입력.",
    "What the diary is called on this machine; else as whoever invited you calls it.":
      "이 기기에서 부를 다이어리 이름. 쓰지 않으면 초대한 사람이 부르는 이름.",
    "Where the diary is, if that is another path on this machine.":
      "다이어리가 있는 곳. 이 기기에서 경로가 다를 때 씁니다.",
    "List the diaries that you share or follow, and how it stands with each.":
      "함께 쓰거나 구독하는 다이어리와 그 상태를 나열합니다.",
    "List who shares a diary; let people in, remove them, change their roles.":
      "다이어리를 함께 쓰는 사람을 나열하고, 들이고, 내보내고, 역할을 바꿉니다.",
    "List the people, and who asks to be let in.": "사람들과 들어오기를 청한 사람을 나열합니다.",
    "Let somebody in who asks, once the three words are the same.":
      "세 단어가 같은지 확인한 뒤, 청한 사람을 들입니다.",
    "Remove somebody, or refuse who asks.": "사람을 내보내거나, 청한 사람을 거절합니다.",
    "Change what somebody may do.": "사람의 역할을 바꿉니다.",
    "The person's id, or its first characters.": "사람의 id 또는 그 앞부분.",
    "owner, writer or reader.": "owner(주인), writer(글쓴이), reader(읽는 이).",
    "discussion.share": """
    내 다이어리와 따로 있는 다이어리로, 사람도 리모트도 키도 따로입니다. 내 다이어리에 쓴 것은 거기에 들어가지 \
    않습니다. 주소는 모두가 쓰는 곳이며 `remote add`가 받는 것과 같습니다. 초대장은 한 줄로 출력됩니다. 한 사람이 \
    14일 안에 한 번 쓸 수 있으니 따로 건네세요. 받은 사람은 `photodiary join`을 쓰고, 나는 `photodiary people`로 \
    들입니다.

    한 사람을 더 초대하려면 같은 이름으로 다시 share하세요. --device는 내 다른 기기를 위한 초대장입니다. \
    --from을 쓰면 주인과 연락이 닿지 않는 다이어리 등을 새 다이어리에서 이어 갑니다. 그 다이어리의 일기와 댓글을 \
    쓴 사람의 이름 그대로 담아 시작하고, 내가 새 다이어리의 주인이 됩니다.

    예:
      photodiary share 가족 ~/Sync/family
      photodiary share 가족
      photodiary --diary 가족 add "호숫가에서" --photo lake.jpg
      photodiary share 가족 --device
      photodiary share "가족 2" ~/Sync/family2 --from 가족
    """,
    "Carry on that shared diary of yours in the new one.": "내가 함께 쓰는 그 다이어리를 새 다이어리에서 이어 갑니다.",
    "There is a diary named %1 already. --from needs a new name.":
      "이름이 “%1”인 다이어리가 이미 있습니다. --from에는 새 이름이 필요합니다.",

    "You ask to be let in to %1 already, with the words %2. If this is another diary, give it another name with --name.":
      "“%1”에는 이미 %2{이라는/라는} 단어로 청했습니다. 다른 다이어리라면 --name으로 다른 이름을 주세요.",
    "discussion.join": """
    초대장은 주인이 준 pd1:로 시작하는 줄입니다. -이면 표준 입력에서 읽습니다. 주인에게는 내 다이어리에서 쓰는 \
    이름(`author` 참고)과 세 단어가 보이고, 그 단어가 여기에도 출력됩니다. 전화 등으로 서로 말해 확인하세요. 주인이 \
    들이고 나면 sync로 다이어리를 받습니다.

    예:
      photodiary join pd1:q83v...
      photodiary join - --name 집 --address /media/nas/family < invitation.txt
      photodiary --diary 가족 sync
    """,
    "discussion.diaries": """
    내 다이어리는 나열하지 않습니다. 상태는 member(구성원), asking(청하는 중), removed(내보냄), followed(구독)입니다.

    예:
      photodiary diaries
      photodiary diaries --format json | jq -r '.[].name'
    """,
    "discussion.people": """
    하위 명령이 없으면 사람들과 들어오기를 청한 사람을 나열합니다. id의 앞부분, 이름, 역할, 세 단어를 적습니다. \
    누군가를 들이기 전에, 그 사람의 기기에서 `join`이 출력한 세 단어를 물어보세요. 단어가 같아야만 청한 사람이 그 \
    사람입니다.

    주인(owner)은 쓰고, 사람을 들이고 내보냅니다. 글쓴이(writer)는 쓰고, 읽는 이(reader)는 읽습니다. 일기는 쓴 \
    사람만 고치고 지웁니다. 내보낸 사람은 그때부터 쓰는 것을 받지 못합니다. 이미 받은 것은 그대로 있습니다. 함께 \
    쓰는 다이어리가 하나뿐이면 --diary는 쓰지 않아도 됩니다.

    예:
      photodiary people
      photodiary people approve 3f2a91c0
      photodiary people --diary 가족 role 3f2a91c0 reader
      photodiary people remove 3f2a91c0
    """,
    "discussion.people-remove": """
    먼저 다른 사람이 보낸 것을 받습니다. 새 키를 만들고 그 복구 단어 여섯 개를 한 줄로 출력합니다. 내보낸 사람은 \
    그때부터 쓰는 것을 열 수 없습니다. 그 사람이 쓰고 보낸 것은 남으며, 이미 받은 것은 그대로 있습니다. 내 id를 쓰면 내가 나갑니다. 마지막 주인은 나갈 수 없습니다.
    """,

    // What comes of them.
    "Made the diary %1. Use it with: photodiary --diary %2":
      "다이어리 “%1”{을/를} 만들었습니다. 이렇게 쓰세요: photodiary --diary %2",
    "Its six recovery words, which open it where all devices are lost; write them down: %1":
      "기기를 모두 잃었을 때 여는 복구 단어 여섯 개입니다. 적어 두세요: %1",
    "Give this invitation to one person; it is good until %1. They run: photodiary join INVITATION":
      "이 초대장을 한 사람에게 주세요. %1까지 쓸 수 있습니다. 받은 사람: photodiary join 초대장",
    "Whoever used it shows up in `photodiary people`. Compare the three words there, then approve.":
      "쓴 사람은 `photodiary people`에 나옵니다. 세 단어를 확인한 뒤 approve로 들이세요.",
    "Asked to be let in to %1 as %2. Tell the owner these three words. Once you are let in, run: photodiary --diary %3 sync":
      "“%1”에 “%2”{이라는/라는} 이름으로 청했습니다. 주인에게 이 세 단어를 말하세요. 들어가게 되면: photodiary --diary %3 sync",
    "Let %1 in, with the words: %2.": "“%1”{을/를} 들였습니다. 단어: %2.",
    "Let %1 in.": "“%1”{을/를} 들였습니다.",
    "Let %1 in?": "“%1”{을/를} 들일까요?",
    "Ask them for the three words that their machine shows. Only with the same ones it is them who asks.":
      "그 사람의 기기에 나온 세 단어를 물어보세요. 단어가 같아야만 청한 사람이 그 사람입니다.",
    "They'll read all that is in this diary, and write.": "이 다이어리를 모두 읽고 쓸 수 있게 됩니다.",
    "with the words: %1": "단어: %1",
    "Refuse %1?": "“%1”{을/를} 거절할까요?",
    "Their invitation leads nowhere any more.": "그 초대장은 이제 쓸 수 없습니다.",
    "Remove %1?": "“%1”{을/를} 내보낼까요?",
    "They get nothing that is written from now on. What they wrote stays; what they had, they have.":
      "이제부터 쓰는 것은 받지 못합니다. 그 사람이 쓴 것도, 그 사람이 이미 받은 것도 그대로 있습니다.",
    "Leave this diary?": "이 다이어리에서 나갈까요?",
    "You get nothing that others write from now on. What is here stays.":
      "이제부터 다른 사람이 쓰는 것은 받지 못합니다. 여기 있는 것은 그대로 있습니다.",
    "What may %1 do?": "“%1”의 역할",
    "Nobody has written in %1 yet.": "“%1”에는 아직 아무도 쓰지 않았습니다.",
    "What you write here is for everybody in this diary.":
      "여기에 쓰는 것은 이 다이어리를 함께 쓰는 사람 모두가 읽습니다.",
    "open another diary": "다른 다이어리 열기",
    "Refused %1. Their invitation leads nowhere any more.":
      "“%1”{을/를} 거절했습니다. 그 초대장은 이제 쓸 수 없습니다.",
    "Removed %1. They get nothing that is written from now on; what they had, they have.":
      "“%1”{을/를} 내보냈습니다. 이제부터 쓰는 것은 받지 못합니다. 이미 받은 것은 그대로 있습니다.",
    "%1: %2 from now on.": "%1: 이제부터 %2입니다.",
    "The others don't know it yet. To tell them, sync again later.":
      "다른 사람들은 아직 모릅니다. 나중에 다시 동기화하면 알려집니다.",
    "Your own diary": "내 다이어리",
    "“%1” isn't shown now. Open it, or choose another diary.":
      "지금은 “%1”{을/를} 보여 주지 않습니다. 그 다이어리를 열거나 다른 다이어리를 고르세요.",
    "Everything together": "모두 함께",
    "%1 diaries": "다이어리 %1개",
    "%1 diaries as one timeline": "다이어리 %1개를 하나로 모아",
    "%1 are locked and aren't shown.": "“%1”{은/는} 잠겨 있어 보여 주지 않습니다.",
    "%1 can't be read and aren't shown.": "“%1”{은/는} 읽을 수 없어 보여 주지 않습니다.",
    "--together opens the screens. Name one diary for a sub-command, with --diary.":
      "--together는 화면을 엽니다. 하위 명령에는 --diary로 다이어리 하나를 지정하세요.",
    "Which journal or diary?": "어느 일기장이나 다이어리에 쓸까요?",
    "Move %1 to which journal or diary?": "%1{을/를} 어느 일기장이나 다이어리로 옮길까요?",
    "“%1” is in %2 already.": "“%1”{은/는} 이미 “%2”에 있습니다.",
    "Copied to %1": "“%1”에 복사했습니다",
    "Keep both": "둘 다 두기",
    "Move to trash": "휴지통으로",
    "Move the old entry to the trash?": "원래 일기를 휴지통으로 옮길까요?",
    "No shared diaries, and none that you follow.":
      "함께 쓰거나 구독하는 다이어리가 없습니다.",
    "asking to be let in: %1": "들어가기를 청함: %1",
    "asks to be let in": "들어오기를 청함",
    "not yours": "내 것이 아님",
    "%1 asking": "%1 청함",
    "person.you": "나",
    "person.removed": "내보냄",
    "role.owner": "주인",
    "role.writer": "글쓴이",
    "role.reader": "읽는 이",
    "role.owner.meaning": "쓰고 사람을 관리합니다",
    "role.writer.meaning": "씁니다",
    "role.reader.meaning": "읽습니다",
    "%1 people": "%1명",

    // What is wrong.
    "A new diary needs the address where it is to lie.": "새 다이어리에는 놓을 곳의 주소가 필요합니다.",
    "There is a diary named %1 already. Without an address this makes one more invitation to it; for another place, use: photodiary --diary %2 remote add":
      "“%1”{이라는/라는} 다이어리가 이미 있습니다. 주소 없이 쓰면 초대장을 하나 더 만듭니다. 다른 곳을 더하려면: photodiary --diary %2 remote add",
    "This isn't a whole invitation. Copy all of the line that begins with pd1:.":
      "온전한 초대장이 아닙니다. pd1:로 시작하는 줄을 모두 복사하세요.",
    "You have a diary named %1 already. Give another name with --name.":
      "“%1”{이라는/라는} 다이어리가 이미 있습니다. --name으로 다른 이름을 주세요.",
    "“%1” can't be a diary's name. Use a short one of letters and digits.":
      "“%1”{은/는} 다이어리 이름이 될 수 없습니다. 글자와 숫자로 된 짧은 이름을 쓰세요.",
    "No shared diary yet. Make one with `photodiary share NAME ADDRESS`, or use an invitation with `photodiary join`.":
      "함께 쓰는 다이어리가 아직 없습니다. `photodiary share 이름 주소`로 만들거나, 초대장으로 `photodiary join` 하세요.",
    "There's no shared diary “%1”. There are: %2.":
      "함께 쓰는 다이어리 “%1”{이/가} 없습니다. 있는 것: %2.",
    "Which diary? Name it with --diary: %1.": "어느 다이어리인가요? --diary로 지정하세요: %1.",
    "This diary is yours alone. Make one to share: photodiary share NAME ADDRESS":
      "혼자 쓰는 다이어리입니다. 함께 쓸 다이어리를 만들려면: photodiary share 이름 주소",
    "There's nobody “%1” in this diary. Run `photodiary people` to see their ids.":
      "이 다이어리에 “%1”인 사람이 없습니다. `photodiary people`로 id를 볼 수 있습니다.",
    "%1 people have ids that begin with %2. Give more.":
      "id가 %2로 시작하는 사람이 %1명입니다. 더 길게 쓰세요.",
    "%1 doesn't ask to be let in.": "“%1”{은/는} 들어오기를 청하지 않았습니다.",
    "%1 was removed before.": "“%1”{은/는} 이미 내보냈습니다.",
    "%1 isn't in this diary.": "“%1”{은/는} 이 다이어리에 없습니다.",
    "Nobody asks to be let in by that id.": "그 id로 들어오기를 청한 사람이 없습니다.",
    "There is nobody of that id in this diary.": "이 다이어리에 그 id인 사람이 없습니다.",
    "%1 is the only owner. Make somebody else an owner first, or nobody could be.":
      "“%1”{이/가} 하나뿐인 주인입니다. 먼저 다른 사람을 주인으로 하세요. 아니면 아무도 주인이 될 수 없습니다.",
    "Nobody has let you in yet. An owner approves you with `photodiary people approve`, if these words are the same there: %1. Then sync.":
      "아직 들어가지 못했습니다. 주인이 `photodiary people approve`로 들입니다. 그쪽에서도 같은 단어여야 합니다: %1. 그 뒤에 동기화하세요.",
    "You were removed from this diary. What is here you can read and export, not change.":
      "이 다이어리에서 나가게 되었습니다. 여기 있는 것은 읽고 내보낼 수 있지만 바꿀 수 없습니다.",
    "You are a reader of this diary. To write, ask an owner to make you a writer.":
      "이 다이어리의 읽는 이입니다. 쓰려면 주인에게 글쓴이로 해 달라고 하세요.",
    "This device belongs to nobody in this diary. Ask an owner for an invitation, and use `photodiary join`.":
      "이 기기는 이 다이어리에서 누구의 것도 아닙니다. 주인에게 초대장을 받아 `photodiary join` 하세요.",
    "Only an owner of this diary may do that. `photodiary people` lists them.":
      "이 다이어리의 주인만 할 수 있습니다. `photodiary people`로 볼 수 있습니다.",
    "What is new on %1 isn't for this device: you were removed, or an owner hasn't synced since. Ask an owner.":
      "%1의 새 내용은 이 기기에 온 것이 아닙니다. 나가게 되었거나, 주인이 아직 동기화하지 않았습니다. 주인에게 물어보세요.",
    "This invitation isn't known at %1: it was used or withdrawn, or is to another diary. Ask for a new one.":
      "%1에서 이 초대장을 모릅니다. 이미 썼거나, 거두었거나, 다른 다이어리의 것입니다. 새로 받으세요.",
    "Somebody has used this invitation already. Ask for a new one.":
      "다른 사람이 이미 쓴 초대장입니다. 새로 받으세요.",
    "This invitation has expired. Ask for a new one.": "기한이 지난 초대장입니다. 새로 받으세요.",
    "device.of": "%2의 %1",
    "Not shown: %1 of device %2, which belongs to no one here.":
      "표시하지 않음: 기기 %2의 %1. 여기서 누구의 기기도 아닙니다.",
    "Not shown: %1 of device %2, written by a reader.":
      "표시하지 않음: 기기 %2의 %1. 읽기만 하는 사람이 썼습니다.",
    "Not shown: %1 of device %2, written after its removal.":
      "표시하지 않음: 기기 %2의 %1. 기기를 내보낸 뒤에 썼습니다.",
    "Not shown: %1 of device %2, which doesn't have the newest key.":
      "표시하지 않음: 기기 %2의 %1. 그 기기에 최신 키가 없습니다.",
    "Only on this machine: %1 of device %2, which others don't accept.":
      "이 기기에만 있음: 기기 %2의 %1. 다른 기기는 받지 않습니다.",
    "Not shown: %1 of device %2, about entries of other people.":
      "표시하지 않음: 기기 %2의 %1. 다른 사람의 일기에 관한 것입니다.",
    "Not shown: %1 stored with device %2, written by another one.":
      "표시하지 않음: 기기 %2에 있는 %1. 다른 기기가 썼습니다.",
    "Not counted: %1 of device %2. Only an owner may decide that.":
      "적용하지 않음: 기기 %2의 %1. 주인만 정할 수 있습니다.",
    "Not shown: %1 of device %2, which this version can't read.":
      "표시하지 않음: 기기 %2의 %1. 이 버전이 읽을 수 없습니다.",
  ]
}
