extension KoreanTable {
  /// What `--help` says below the line of a sub-command, by the command's name.
  static let discussions: [String: String] = [
    "usage.photodiary": """
    photodiary [--store <dir> | --diary <name>] [--photos <how>] [--plain]
                                     다이어리를 엽니다
    photodiary --together            모든 다이어리를 하나로 모아 엽니다
    photodiary <id> | <date>         그 일기나 날짜에서 엽니다
    photodiary <subcommand> ...      photodiary help <subcommand> 참고
    """,

    "discussion.photodiary": """
    하위 명령이 없으면 다이어리를 엽니다. 거기서 ?를 누르면 단축키를 볼 수 있습니다. 일기의 id나 그 앞부분을 \
    쓰면 그 일기에서, 날짜(2024-05-03, 2024-05, 어제)를 쓰면 그 날, 달, 해에서 엽니다.

    다이어리는 --store로 지정한 폴더에 있습니다. 지정하지 않으면 PHOTODIARY_STORE, 그것도 없으면 \
    $XDG_DATA_HOME/photodiary(보통 ~/.local/share/photodiary)입니다. 이 프로그램 없이 읽는 방법은 \
    그곳의 FORMAT.txt에 있습니다. 다른 사람들과 함께 쓰는 다이어리는 하위 명령 앞이나 뒤의 --diary로 \
    지정합니다. --together는 모든 다이어리를 하나로 모아 엽니다. 새 일기는 지정한 다이어리로 갑니다.

    사진은 터미널이 할 수 있는 만큼 잘 보여 줍니다. --photos auto는 터미널에 물어봅니다. kitty, sixel, \
    iterm은 프로토콜을 지정하고, cells는 글자로 그리며, off는 그리지 않습니다. config.toml의 \
    photos = "…"와 같습니다. 다른 설정도 모두 거기에 있습니다. photodiary config를 참고하세요.

    --plain은 화면 대신 글줄로 엽니다. 화면 낭독기와 단순한 터미널에 씁니다.

    언어는 로캘(LC_ALL, LC_MESSAGES, LANG)을 따르며 config.toml의 language = "en"으로 바꿀 수 있습니다.

    예:
      photodiary add "강가 산책" --photo bridge.jpg --tag 산책
      photodiary list --limit 10
      photodiary search "매화나무" --format json

    오류를 알릴 때는 photodiary --version --verbose로 저장소 형식, 찾은 라이브러리와 프로그램을 함께 \
    알려 주세요.

    자동 완성: photodiary --generate-completion-script bash (또는 zsh, fish).
    종료 상태: 0 성공, 1 실패, 64 잘못된 사용법.
    """,

    "discussion.add": """
    일기에는 제목이나 글, 사진, 다른 파일이 있어야 합니다. 글 속의 사진 자리는 ![설명](photo:<asset>)으로 적습니다. \
    asset은 `photodiary show <id> --format json`으로 볼 수 있습니다.

    사진은 파일 이름이 아니라 내용으로 알아봅니다. JPEG, PNG, WebP, GIF, TIFF, BMP, HEIC, AVIF, JPEG XL, 카메라 RAW \
    파일을 넣을 수 있습니다. 잘리거나 손상된 사진은 그대로 넣고 알려 줍니다. Google이나 Samsung 휴대전화의 모션 포토는 \
    동영상도 함께 간직합니다.

    예:
      photodiary add "첫눈" --content "정오까지 눈이 내렸다." --tag 겨울
      photodiary add --date 2026-11-19T07:30 --photo one.jpg --photo two.jpg
      photodiary add "기차 안에서" --record
      photodiary add "바닷가에서" --date photo --photo sea.jpg
      fortune | photodiary add "오늘의 말" --content -
    """,

    "discussion.author": """
    글쓴이의 id는 다이어리와 함께 만들어져 바뀌지 않습니다. 이름은 보여 주기 위한 것이라 바꿀 수 있습니다.

    예:
      photodiary author
      photodiary author "홍길동"
    """,

    "discussion.backup": """
    백업은 지정한 폴더 안에 하나씩 폴더로 만들어집니다. 이름은 UTC 시각이고 하나하나가 온전하여 --store로 열 수 \
    있습니다. 앞선 백업에 있는 사진은 함께 쓰므로(하드 링크) 새로 생긴 만큼만 공간을 차지합니다. 백업하는 동안 \
    다이어리를 써도 됩니다.

    --keep 7d,4w,12m을 쓰면 이어서 오래된 백업을 지웁니다. 백업이 있는 최근 7일, 4주, 12개월마다 가장 새것이 \
    남습니다. 이름을 바꾼 백업은 언제나 남습니다.

    --check는 폴더에 있는 모든 백업이나 백업 하나의 파일을 모두 읽고 손상된 것을 한 줄에 하나씩 알려 줍니다. 그때 \
    종료 상태는 1입니다. --restore는 백업 하나를 --store에 지정한 새 폴더나 빈 폴더에 다이어리로 복원합니다.

    예:
      photodiary backup /media/stick/diary --keep 7d,4w,12m
      photodiary backup --check /media/stick/diary
      photodiary backup --restore /media/stick/diary/2026-11-22T02-19-34Z --store ~/restored
    """,

    "discussion.config": """
    올바른 TOML로 보여 줍니다. 항목마다 쓸 수 있는 값과 지금 값, 그 값이 온 곳(기본값, config.toml, 환경 \
    변수, 명령줄)이 있습니다.

    --edit는 config.toml을 편집기로 엽니다. 파일이 없으면 모든 항목을 주석으로 넣어 먼저 만듭니다. 고친 뒤 \
    잘못된 곳이 있으면 알려 주고, 파일은 쓴 그대로 둡니다. 열려 있는 다이어리에는 바로 적용됩니다.

    예:
      photodiary config
      photodiary config --edit
    """,

    "discussion.delete": """
    `photodiary restore`로 복원할 수 있습니다. 하나라도 삭제할 수 없으면 아무것도 삭제하지 않습니다.

    예:
      photodiary delete 3f2a91c0
    """,

    "discussion.clone": """
    다이어리는 --store로 지정한 폴더, 없으면 보통 쓰는 폴더에 만들어지며 그 폴더는 새것이거나 비어 있어야 합니다. \
    이 기기는 자기만의 기기로서 씁니다. 주소는 `remote add`에 쓴 곳을 이 기기에서 본 것입니다. 복구 단어 여섯 \
    개는 터미널에서 물어보고, 암호화하지 않은 리모트에서는 필요 없습니다.

    예:
      photodiary clone ~/Sync/diary
      photodiary clone git@example.org:diary.git --photos small
      photodiary clone ssh://nas/srv/diary --recovery-file words.txt --store ~/diary
    """,

    "discussion.device": """
    하위 명령이 없으면 기기를 나열합니다. id의 앞부분, 마지막으로 본 때, 이름을 적습니다. 잃어버린 기기를 제거하면 새 \
    키를 만들고 새 복구 단어 여섯 개를 출력합니다. 그때부터 쓰는 것은 그 기기에서 읽을 수 없습니다. 이미 받은 것은 \
    그대로 있습니다.

    예:
      photodiary device
      photodiary device rename 3f2a91c0 "옛 노트북"
      photodiary device remove 3f2a91c0
    """,

    "discussion.device-remove": """
    먼저 모든 리모트에서 받으므로 그 기기가 이미 보낸 것은 계속 보입니다. 그다음 새 키를 만들고 그 복구 단어 여섯 \
    개를 한 줄로 출력합니다. 옛 단어로는 그 전에 쓴 것만 열 수 있습니다. 제거한 기기에서는 이제 아무것도 받지 않습니다. \
    함께 쓰는 다이어리에서는 내 기기를 제거할 수 있고, 주인은 다른 사람의 기기도 제거할 수 있습니다. 다이어리를 처음 \
    만든 사람의 기기는 그 사람만 제거합니다.
    """,

    "discussion.demo": """
    모든 키를 눌러 보세요. 내 다이어리는 건드리지 않으며, 끝나면 남는 것이 없습니다.

    --two는 예시 다이어리를 둘 만들어, 두 기기에 있는 것처럼 폴더 하나를 거쳐 동기화합니다. 하나는 여기서 열고, \
    다른 하나를 두 번째 터미널에서 여는 방법을 한 줄로 알려 줍니다. 둘 다 지울 때까지 남으며, 지우는 방법은 끝날 \
    때 알려 줍니다.

    예:
      photodiary demo
      photodiary demo --two
    """,

    "discussion.edit": """
    옵션으로 지정하지 않은 것은 날짜를 포함해 그대로 남습니다. 옵션이 없으면 제목과 글을 $VISUAL, 없으면 \
    $EDITOR로 엽니다. 첫 줄이 제목이고 그 아래가 글입니다. 그사이 다른 곳에서 일기가 바뀌면 두 글을 \
    모두 남기고 알려 줍니다.

    예:
      photodiary edit 3f2a91c0
      photodiary edit 3f2a91c0 --title "첫눈" --tag 겨울 --tag 산책
      photodiary edit 3f2a91c0 --tag ''
      photodiary edit 3f2a91c0 --journal Travel
    """,

    "discussion.export": """
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

    "discussion.history": """
    한 줄이 저장본 하나입니다. id의 앞부분, 저장한 때, 한 일, 제목을 적습니다. 일기가 두 곳에서 동시에 \
    바뀌어 둘 다 남은 저장본에는 “버전”이라고 적습니다. 휴지통에 있는 일기에도 변경 이력이 있습니다.

    예:
      photodiary history 3f2a91c0
      photodiary history 3f2a91c0 --format jsonl | jq -r '.saved + " " + .kind'
      photodiary history 3f2a91c0 --format json | jq -r '.[-1].entry.content'
    """,

    "discussion.import": """
    list, show, export가 쓰는 JSON Lines(한 줄에 일기 하나)와 JSON 배열, Day One의 JSON 내보내기와 \
    Day One Classic의 폴더, RedNotebook의 일기, jrnl의 일기(텍스트, 날짜별 폴더, JSON), Journey, \
    Apple Journal, Diaro, Daylio, Diarium, Mini Diary의 내보내기, Google Keep(Takeout), Joplin(JEX), \
    Evernote(ENEX), Standard Notes, Simplenote, Notion, Bear(백업, TextBundle)의 노트, org-journal, \
    Logseq, 캘린더(VJOURNAL)의 일지, Instagram과 Facebook의 다운로드(JSON), WordPress 사이트의 글, \
    X(Twitter) 보관 파일의 게시물, Markdown 파일, 사진 폴더를 가져옵니다. zip이나 tar로 묶은 것도 \
    됩니다. 형식은 내용으로 알아봅니다. 다시 해도 더해지는 것은 \
    없습니다. 가져올 수 없는 일기는 거절하고 알려 주며, 나머지는 한꺼번에 가져오고 종료 상태는 1입니다. 멈추거나 \
    실패하면 아무것도 추가하지 않습니다. --update를 쓰면 그동안 원본에서 바뀐 일기를 다시 가져오되, 여기에서도 \
    바꾼 일기는 그대로 둡니다.

    Day One에서는 모든 일기장을 태그, 별, 고정, 사진, 첨부 파일, 장소, 날씨와 함께 가져옵니다. 가져올 수 없는 \
    것은 알려 줍니다. 글에 있어도 폴더 밖의 사진은 읽지 않습니다. 이 다이어리를 Markdown으로 내보낸 것은 \
    그대로 돌아옵니다.

    jrnl에서는 제목, 글, 태그, 별을 이곳의 시간으로 가져옵니다. 날짜 형식은 옆에 있는 jrnl.yaml이나 --timeformat이 \
    말하는 대로, 없으면 일기 자체에서 알아냅니다. 일기는 분까지의 시각과 제목으로 다시 알아봅니다.

    사진 폴더와 그 하위 폴더에서는 날마다 일기 하나를 만듭니다. 사진은 찍은 순서대로 넣고, 제목은 사진에 \
    적힌 장소로 짓습니다. 밤은 세 시간을 처음 쉴 때까지 전날에 넣습니다. 카메라가 날짜를 적지 않은 \
    사진은 Google Takeout이 옆의 파일에 적은 날짜를, 없으면 이름에 있는 날짜를, 그것도 없으면 파일의 날짜를 \
    따릅니다. 이미 일기에 있는 \
    사진은 내용으로 알아보고 그대로 둡니다. 숨김 파일과 링크는 건너뛰고, 다른 파일은 알리거나 수를 셉니다. \
    --places를 쓰면 사진을 가장 많이 찍은 곳을 일기의 장소로 넣습니다. 150 m 안에서는 직접 쓴 이름을, \
    아니면 프로그램에 들어 있는 이름을 쓰며, 네트워크는 쓰지 않습니다.

    따로 이어 쓴 이 다이어리의 사본(복원한 백업, 옛 기기의 디스크)에서는 여기에 없는 것을 모두 이력과 함께 \
    동기화하듯 가져옵니다. 양쪽에서 바꾼 일기는 두 버전이 됩니다.

    아직 읽을 수 없는 프로그램의 일기나, 읽을 수 없는 글이 사진보다 많은 폴더는 가져오지 않습니다. \
    --format photos를 쓰면 사진만 가져옵니다.

    예:
      photodiary import /media/old-disk/home/mina/.local/share/photodiary
      photodiary import old-diary.jsonl
      photodiary import ~/Downloads/DayOne.zip --report left-out.txt
      photodiary --store a list --format jsonl | photodiary --store b import -
      photodiary import ~/Pictures/2024 --format photos --places --dry-run
    """,

    "discussion.journals": """
    하위 명령이 없으면 일기장과 일기 수를 순서대로 보여 줍니다. 다른 사람이 쓴 일기는 일기장을 어떻게 \
    바꾸든 그 일기장에 남습니다.

    보기:
      photodiary journals
      photodiary journals add 여행 --color blue
      photodiary journals rename 여행 여정
      photodiary journals merge 여정 Diary
      photodiary journals delete 일터 --trash
      photodiary journals lock 비밀
    """,

    "discussion.journals-lock": """
    다이어리가 열려 있어도 이 일기장의 일기는 목록, 찾기, 통계, 달력, 내보내기에 나오지 않습니다. 목록에서 \
    Alt-l 키로, 하위 명령에서는 --all-journals로 보이며, 둘 다 암호가 필요합니다. 어깨너머로 보는 사람에게 \
    숨기는 것일 뿐 다른 키로 암호화하는 것은 아닙니다. 다이어리의 파일을 열 수 있는 사람은 이것도 볼 수 \
    있습니다.
    """,

    "discussion.journals-delete": "일기가 있으면 어떻게 할지 옵션으로 정합니다.",

    "discussion.list": """
    예:
      photodiary list --limit 10
      photodiary list --from 2026-11 --tag 산책 --with-photos
      photodiary list --format json | jq '.[].title'
    """,

    "discussion.new": """
    편집기가 바로 열립니다. Ctrl-S는 저장하고 셸로 돌아갑니다. Esc도 셸로 돌아가며, 잃을 내용이 있으면 \
    먼저 묻습니다. 제목 없이 `photodiary add`를 실행해도 같습니다.
    """,

    "discussion.onthisday": """
    몇 줄만 조용히 보여 주고, 지난해들의 그날에 일기가 없으면 아무것도 출력하지 않습니다. 셸이 시작할 때 \
    부르기 좋습니다. 29일이 없는 2월의 마지막 날에는 29일의 일기도 보여 줍니다.

    예:
      echo 'photodiary onthisday' >> ~/.bashrc
      photodiary onthisday --date 어제
      photodiary onthisday --format json | jq -r '.[].title'
    """,

    "discussion.restore": """
    하나라도 복원할 수 없으면 아무것도 복원하지 않습니다.

    예:
      photodiary restore 3f2a91c0
      photodiary restore --all
    """,

    "discussion.revert": """
    새 저장본으로 남으며, 변경 이력에서 사라지는 것은 없습니다. 버전이 여러 개이던 일기는 하나가 됩니다. \
    일기의 id를 출력합니다.

    예:
      photodiary revert 3f2a91c0 77b0
    """,

    "discussion.search": """
    제목, 글, 태그, 사진 설명, 장소, 댓글에 모든 단어가 있는 일기를 찾습니다. 대소문자는 가리지 않습니다. 자음은 \
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

    "discussion.remote": """
    리모트는 기기들이 함께 쓰는 곳입니다. Syncthing이나 Dropbox, USB 메모리가 나르는 폴더, git 저장소, rclone이 \
    아는 곳, ssh로 닿는 호스트를 쓸 수 있습니다. --plain이 없으면 암호화해서 보냅니다. 첫 암호화 리모트를 추가하면 \
    복구 단어 여섯 개를 한 줄로 출력하니 적어 두세요. 새 기기에서는 그 단어만 있으면 다이어리를 엽니다.

    주소는 /a/folder, git URL이나 .git으로 끝나는 경로, rclone:REMOTE:PATH, ssh://HOST/PATH입니다. 하위 \
    명령이 없으면 리모트를 나열합니다.

    예:
      photodiary remote add home ~/Sync/diary
      photodiary remote add host git@example.org:diary.git --photos small
      photodiary remote add stick /media/stick/diary --plain
      photodiary remote remove stick
    """,

    "discussion.remote-add": """
    새 키를 만들면 그 복구 단어 여섯 개를 한 줄로 출력하고, 터미널에서는 적은 것을 다시 입력해 달라고 합니다. 이 \
    다이어리가 이미 있는 리모트는 이어서 씁니다. 이 기기에 그 키가 없으면 복구 단어가 필요합니다.
    """,

    "discussion.show": """
    text에서는 색을 쓸 수 있으면 사진과 동영상의 한 장면을 80칸 너비로 그리고, 아니면 저마다 한 줄을 적습니다.

    예:
      photodiary show 3f2a91c0
      photodiary show 3f2a91c0 --format json | jq -r '.photos[].file'
    """,

    "discussion.stats": """
    단어는 본문에서 읽기 화면과 같이 셉니다. 날짜와 시각은 일기를 쓴 곳의 것입니다. 연속은 일기를 쓴 날이 \
    이어진 것이고, 지금 연속은 오늘까지, 오늘 아직 쓰지 않았으면 어제까지입니다.

    표는 마지막 열두 달과 많이 쓴 태그와 장소 열 개씩을 보여 주고, JSON은 모두를 정수로 보여 줍니다.

    보기:
      photodiary stats
      photodiary stats --from 2024 --to 2025 --journal 여행
      photodiary stats --format json | jq '.streaks.longest.days'
    """,

    "discussion.status": """
    JSON에서 상태는 available, empty, read-only, encrypted, locked, damaged, newer-format, missing, \
    no-permission, temporarily-unavailable 중 하나이고, 표에는 말로 적습니다. 처음 둘이면 종료 상태가 0, \
    아니면 1이며, 무엇을 하면 되는지 표준 오류에 적습니다. “sync”는 리모트마다 마지막으로 동기화한 때와 보낼 것의 \
    수, 여기에 없는 파일의 수를 알려 줍니다.
    """,

    "discussion.sync": """
    리모트마다 한 줄로 보낸 것, 받은 것, 남은 것을 알려 줍니다. 잘못된 것은 표준 오류로 알리고, 실패한 리모트가 \
    있으면 종료 상태는 1입니다. 나머지는 그대로 동기화합니다. 공개한 일기장도 최신으로 맞춥니다. 아무것도 묻지 않으며, 두 곳에서 동시에 바꾼 것은 두 \
    버전을 모두 남깁니다.

    --install을 쓰면 로그인해 있는 동안 systemd가 15분마다 동기화하고, --uninstall은 그것을 그만둡니다.

    예:
      photodiary sync
      photodiary sync home --dry-run
      photodiary sync --format json | jq -r '.[] | select(.error) | .remote'
      photodiary sync --install
    """,

    "discussion.tags": """
    태그는 일기에 달거나 글 속에 #산책 처럼 씁니다. 하위 명령이 없으면 모든 태그와 그 태그가 있는 일기 \
    수를 많은 순서로 보여 줍니다.

    보기:
      photodiary tags
      photodiary tags --sort name --format json
      photodiary tags rename walk 산책
    """,

    "discussion.trash": """
    예:
      photodiary trash
      photodiary trash --empty
    """,

    "discussion.verify": """
    찾은 것을 한 줄에 하나씩 출력합니다. 참고는 걱정하지 않아도 되는 것이고, 문제가 있으면 종료 상태가 \
    1입니다.

    --repair는 일기에서 다시 만들 수 있는 것(index.json, owner.json, FORMAT.txt)을 만들고, 읽을 수 없는 \
    것은 다이어리 폴더의 set-aside/로 옮깁니다. 사람이 쓴 것은 지우지 않습니다. --prune을 함께 쓰면 일기나 \
    초안에서 쓰지 않는 사진을 추가한 지 하루 뒤부터 지웁니다. 손상된 줄이나 set-aside/의 파일에 이름이 \
    있는 사진은 남깁니다.
    """,

    "discussion.watch": """
    지금부터 어떤 프로그램이 바꾸든 변경마다 JSON 한 줄을 출력합니다: {"kind":…,"entry":…}. kind는 added, \
    updated, deleted, restored, purged, commented, comment-changed 중 하나입니다. 댓글에 관한 뒤의 둘에는 \
    {"comment":…}도 있습니다. 옵션은 `list`처럼 일기를 고릅니다. 중단할 때까지 계속합니다. 동기화로 다른 \
    기기에서 온 것에는 {"device":{"id":…,"name":…}}도 있습니다.

    예:
      photodiary watch --tag 가족 --notify
      photodiary watch | jq -r '.kind + " " + .entry.title'
    """,
  ]
}
