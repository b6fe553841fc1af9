extension KoreanTable {
  /// What `--help` says below the line of a sub-command.
  static let discussions: [String: String] = [
    """
    photodiary [--store <dir>] [--photos <how>] [--plain]   opens the diary
    photodiary <id> | <date>                      opens it there
    photodiary <subcommand> ...                   see photodiary help <subcommand>
    """: """
    photodiary [--store <dir>] [--photos <how>] [--plain]   다이어리를 엽니다
    photodiary <id> | <date>                      그 일기나 날짜에서 엽니다
    photodiary <subcommand> ...                   photodiary help <subcommand> 참고
    """,

    """
    Without a sub-command the diary opens; press ? there for its keys. With the id of an entry, or \
    how it begins, it opens at that entry, with a date (2024-05-03, 2024-05, yesterday) at that day, \
    month or year.

    The diary is kept in the folder given by --store, else by PHOTODIARY_STORE, else in \
    $XDG_DATA_HOME/photodiary (usually ~/.local/share/photodiary). Its FORMAT.txt says how to \
    read it without this program.

    Photos are shown as well as the terminal can: --photos auto asks it. kitty, sixel and iterm \
    name a protocol, cells draws them in characters, off doesn't draw them. The same as \
    photos = "…" in config.toml, where all else is set: see photodiary config.

    --plain opens it without screens, as lines of text, for screen readers and dumb terminals.

    Examples:
      photodiary add "A walk by the river" --photo bridge.jpg --tag walks
      photodiary list --limit 10
      photodiary search "plum tree" --format json

    Completions: photodiary --generate-completion-script bash (or zsh, fish).
    Exit status: 0 done, 1 failed, 64 wrong usage.
    """: """
    하위 명령이 없으면 다이어리를 엽니다. 거기서 ?를 누르면 단축키를 볼 수 있습니다. 일기의 id나 그 앞부분을 \
    쓰면 그 일기에서, 날짜(2024-05-03, 2024-05, 어제)를 쓰면 그 날, 달, 해에서 엽니다.

    다이어리는 --store로 지정한 폴더에 있습니다. 지정하지 않으면 PHOTODIARY_STORE, 그것도 없으면 \
    $XDG_DATA_HOME/photodiary(보통 ~/.local/share/photodiary)입니다. 이 프로그램 없이 읽는 방법은 \
    그곳의 FORMAT.txt에 있습니다.

    사진은 터미널이 할 수 있는 만큼 잘 보여 줍니다. --photos auto는 터미널에 물어봅니다. kitty, sixel, \
    iterm은 프로토콜을 지정하고, cells는 글자로 그리며, off는 그리지 않습니다. config.toml의 \
    photos = "…"와 같습니다. 다른 설정도 모두 거기에 있습니다. photodiary config를 참고하세요.

    --plain은 화면 대신 글줄로 엽니다. 화면 낭독기와 단순한 터미널에 씁니다.

    언어는 로캘(LC_ALL, LC_MESSAGES, LANG)을 따르며 config.toml의 language = "en"으로 바꿀 수 있습니다.

    예:
      photodiary add "강가 산책" --photo bridge.jpg --tag 산책
      photodiary list --limit 10
      photodiary search "매화나무" --format json

    자동 완성: photodiary --generate-completion-script bash (또는 zsh, fish).
    종료 상태: 0 성공, 1 실패, 64 잘못된 사용법.
    """,

    """
    An entry needs a title, some text, a photo or another file. A photo is placed in the text by \
    ![caption](photo:<asset>); `photodiary show <id> --format json` tells the asset.

    Examples:
      photodiary add "첫눈" --content "It snowed until noon." --tag winter
      photodiary add --date 2026-11-19T07:30 --photo one.jpg --photo two.jpg
      photodiary add "A day at the sea" --date photo --photo sea.jpg
      fortune | photodiary add "Today's words" --content -
    """: """
    일기에는 제목이나 글, 사진, 다른 파일이 있어야 합니다. 글 속의 사진 자리는 ![설명](photo:<asset>)으로 적습니다. \
    asset은 `photodiary show <id> --format json`으로 볼 수 있습니다.

    예:
      photodiary add "첫눈" --content "정오까지 눈이 내렸다." --tag 겨울
      photodiary add --date 2026-11-19T07:30 --photo one.jpg --photo two.jpg
      photodiary add "바닷가에서" --date photo --photo sea.jpg
      fortune | photodiary add "오늘의 말" --content -
    """,

    """
    Examples:
      photodiary list --limit 10
      photodiary list --from 2026-11 --tag walks --with-photos
      photodiary list --format json | jq '.[].title'
    """: """
    예:
      photodiary list --limit 10
      photodiary list --from 2026-11 --tag 산책 --with-photos
      photodiary list --format json | jq '.[].title'
    """,

    """
    As text, photos are drawn 80 columns wide where there is color; elsewhere a line stands \
    for each.

    Examples:
      photodiary show 3f2a91c0
      photodiary show 3f2a91c0 --format json | jq -r '.photos[].file'
    """: """
    text에서는 색을 쓸 수 있으면 사진을 80칸 너비로 그리고, 아니면 사진마다 한 줄을 적습니다.

    예:
      photodiary show 3f2a91c0
      photodiary show 3f2a91c0 --format json | jq -r '.photos[].file'
    """,

    """
    What no option names stays as it was, the date too. Without any option the title and the \
    text open in $VISUAL, else $EDITOR: the title in the first line, the text below it. When the \
    entry is changed elsewhere meanwhile both texts are kept, and a message says so.

    Examples:
      photodiary edit 3f2a91c0
      photodiary edit 3f2a91c0 --title "첫눈" --tag winter --tag walks
      photodiary edit 3f2a91c0 --tag ''
      photodiary edit 3f2a91c0 --journal Travel
    """: """
    옵션으로 지정하지 않은 것은 날짜를 포함해 그대로 남습니다. 옵션이 없으면 제목과 글을 $VISUAL, 없으면 \
    $EDITOR로 엽니다. 첫 줄이 제목이고 그 아래가 글입니다. 그사이 다른 곳에서 일기가 바뀌면 두 글을 \
    모두 남기고 알려 줍니다.

    예:
      photodiary edit 3f2a91c0
      photodiary edit 3f2a91c0 --title "첫눈" --tag 겨울 --tag 산책
      photodiary edit 3f2a91c0 --tag ''
      photodiary edit 3f2a91c0 --journal Travel
    """,

    """
    Finds the entries whose title, text, tags, captions or place hold every word, in upper or \
    lower case. A Hangul consonant finds the syllables that begin with it: ㄱㅊ finds 김치. Quotes \
    make a phrase, of exactly these words. Other terms:

      tag:walks  journal:Travel  author:Kim  place:Seoul  mood:😊  weather:rain
      date:2024  date:2024-05..2024-08  date:2024-05-03..  date:..2024  date:yesterday
      has:photo  is:starred  is:pinned  journal:"New York"  tag:"a\\"b"
      -word  -tag:walks  what must not be

    Examples:
      photodiary search plum tree
      photodiary search '"plum tree" garden' --limit 5
      photodiary search tag:walks date:2024 has:photo -rain
      photodiary search -- --dashes
    """: """
    제목, 글, 태그, 사진 설명, 장소에 모든 단어가 있는 일기를 찾습니다. 대소문자는 가리지 않습니다. 자음은 \
    초성으로도 찾습니다: ㄱㅊ은 김치를 찾습니다. 따옴표로 묶은 구절은 쓴 그대로 찾습니다. 다른 조건:

      tag:산책  journal:여행  author:김  place:서울  mood:😊  weather:비
      date:2024  date:2024-05..2024-08  date:2024-05-03..  date:..2024  날짜:어제
      has:photo  is:starred  is:pinned  journal:"New York"  tag:"a\\"b"
      -단어  -tag:산책  없어야 하는 것

    태그: 일기장: 글쓴이: 장소: 기분: 날씨: 날짜:로도 쓸 수 있습니다.

    예:
      photodiary search 매화 나무
      photodiary search '"매화 나무" 마당' --limit 5
      photodiary search 태그:산책 날짜:2024 has:photo -비
      photodiary search -- --dashes
    """,

    """
    A line is a state: how its id begins, when it was saved, what was done, and the title. Where \
    an entry was changed in two places at once, “version” stands at those that are both kept. An \
    entry in the trash has its history, too.

    Examples:
      photodiary history 3f2a91c0
      photodiary history 3f2a91c0 --format jsonl | jq -r '.saved + " " + .kind'
      photodiary history 3f2a91c0 --format json | jq -r '.[-1].entry.content'
    """: """
    한 줄이 저장본 하나입니다. id의 앞부분, 저장한 때, 한 일, 제목을 적습니다. 일기가 두 곳에서 동시에 \
    바뀌어 둘 다 남은 저장본에는 “버전”이라고 적습니다. 휴지통에 있는 일기에도 변경 이력이 있습니다.

    예:
      photodiary history 3f2a91c0
      photodiary history 3f2a91c0 --format jsonl | jq -r '.saved + " " + .kind'
      photodiary history 3f2a91c0 --format json | jq -r '.[-1].entry.content'
    """,

    """
    That is saved as a new state; nothing goes from the history. An entry with several versions \
    has one afterwards. Prints the entry's id.

    Example:
      photodiary revert 3f2a91c0 77b0
    """: """
    새 저장본으로 남으며, 변경 이력에서 사라지는 것은 없습니다. 버전이 여러 개이던 일기는 하나가 됩니다. \
    일기의 id를 출력합니다.

    예:
      photodiary revert 3f2a91c0 77b0
    """,

    """
    `photodiary restore` brings them back. When one of them can't be deleted, none is.

    Example:
      photodiary delete 3f2a91c0
    """: """
    `photodiary restore`로 복원할 수 있습니다. 하나라도 삭제할 수 없으면 아무것도 삭제하지 않습니다.

    예:
      photodiary delete 3f2a91c0
    """,

    """
    When one of them can't be restored, none is.

    Examples:
      photodiary restore 3f2a91c0
      photodiary restore --all
    """: """
    하나라도 복원할 수 없으면 아무것도 복원하지 않습니다.

    예:
      photodiary restore 3f2a91c0
      photodiary restore --all
    """,

    """
    Examples:
      photodiary trash
      photodiary trash --empty
    """: """
    예:
      photodiary trash
      photodiary trash --empty
    """,

    """
    In JSON the state is available, empty, read-only, locked, damaged, newer-format, missing, \
    no-permission or temporarily-unavailable; the table says it in words. In the first two the \
    exit status is 0, else 1, and what to do stands on standard error.
    """: """
    JSON에서 상태는 available, empty, read-only, locked, damaged, newer-format, missing, \
    no-permission, temporarily-unavailable 중 하나이고, 표에는 말로 적습니다. 처음 둘이면 종료 상태가 0, \
    아니면 1이며, 무엇을 하면 되는지 표준 오류에 적습니다.
    """,

    """
    The author's id is made with the diary and never changes; the name is for display and may.

    Examples:
      photodiary author
      photodiary author "홍길동"
    """: """
    글쓴이의 id는 다이어리와 함께 만들어져 바뀌지 않습니다. 이름은 보여 주기 위한 것이라 바꿀 수 있습니다.

    예:
      photodiary author
      photodiary author "홍길동"
    """,

    """
    Prints one line for each finding: notes, which are harmless, and faults, for which the exit \
    status is 1.

    --repair rebuilds what can be rebuilt from the entries (index.json, owner.json, FORMAT.txt) \
    and moves what can't be read to set-aside/ in the diary's folder. It never deletes anything \
    that someone wrote. --prune removes photos that no entry or draft uses, a day after they were \
    added; photos named by a damaged line or a file in set-aside/ are kept.
    """: """
    찾은 것을 한 줄에 하나씩 출력합니다. 참고는 걱정하지 않아도 되는 것이고, 문제가 있으면 종료 상태가 \
    1입니다.

    --repair는 일기에서 다시 만들 수 있는 것(index.json, owner.json, FORMAT.txt)을 만들고, 읽을 수 없는 \
    것은 다이어리 폴더의 set-aside/로 옮깁니다. 사람이 쓴 것은 지우지 않습니다. --prune을 함께 쓰면 일기나 \
    초안에서 쓰지 않는 사진을 추가한 지 하루 뒤부터 지웁니다. 손상된 줄이나 set-aside/의 파일에 이름이 \
    있는 사진은 남깁니다.
    """,

    """
    The folder must be new, empty, or hold an earlier export of this diary, which is then updated. \
    Locations, names and serial numbers are removed from the copied photos, unless --keep-location \
    is given.

    dayone writes a zip in Day One's format. jrnl writes a text that jrnl reads; it has no \
    journals, time zones, moods, places or weather. --encrypt writes a single file, DIR.tar.age, \
    which the program age can open; the file must not exist yet. Nothing is written to the disk \
    unencrypted.

    Examples:
      photodiary export ~/diary --format markdown
      photodiary export ~/diary --format dayone --encrypt
      photodiary export ~/walks --format json --tag walks --from 2026
    """: """
    폴더는 새것이거나 비어 있거나, 이 다이어리를 이전에 내보낸 곳이어야 합니다. 이전에 내보낸 것은 최신으로 \
    바꿉니다. --keep-location이 없으면 사진 사본에 찍은 위치, 이름, 일련번호를 남기지 않습니다.

    dayone은 Day One이 내보내는 것과 같은 zip입니다. jrnl은 jrnl이 읽는 텍스트이며 일기장, 시차, 기분, 장소, \
    날씨를 담을 자리가 없습니다. --encrypt를 쓰면 폴더에 들어갈 것을 모두 파일 DIR.tar.age 하나에 씁니다. \
    그 파일은 아직 없어야 하며 age 프로그램이 엽니다. 디스크에는 평문을 남기지 않습니다.

    예:
      photodiary export ~/diary --format markdown
      photodiary export ~/diary --format dayone --encrypt
      photodiary export ~/walks --format json --tag 산책 --from 2026
    """,

    """
    Prints a line of JSON for each change from now on, by whatever program: {"kind":…,"entry":…}, \
    where the kind is added, updated, deleted, restored or purged. The options choose entries as \
    those of `list` do. It runs until it is interrupted.

    Examples:
      photodiary watch --tag family --notify
      photodiary watch | jq -r '.kind + " " + .entry.title'
    """: """
    지금부터 어떤 프로그램이 바꾸든 변경마다 JSON 한 줄을 출력합니다: {"kind":…,"entry":…}. kind는 added, \
    updated, deleted, restored, purged 중 하나입니다. 옵션은 `list`처럼 일기를 고릅니다. 중단할 때까지 \
    계속합니다.

    예:
      photodiary watch --tag 가족 --notify
      photodiary watch | jq -r '.kind + " " + .entry.title'
    """,

    "Try every key: nothing of your own diary is touched, and nothing stays behind.":
      "모든 키를 눌러 보세요. 내 다이어리는 건드리지 않으며, 끝나면 남는 것이 없습니다.",
  ]
}
