extension KoreanTable {
  /// Journals that everybody may read, and diaries that are followed.
  static let publishing = [
    "Keep a journal public: a site with a feed, and a diary that others follow.":
      "일기장을 공개합니다. 피드가 있는 사이트이자 다른 사람이 구독하는 다이어리가 됩니다.",
    "discussion.publish": """
    NAME은 일기장입니다. --all을 쓰면 이 다이어리에 쓴 모든 일기의 제목입니다. 주소는 폴더(웹 서버의 폴더 등)나 \
    git 저장소(gh-pages 브랜치에 사이트가 놓입니다), 또는 rclone:REMOTE:PATH입니다. 거기에 HTML 페이지와 \
    Atom 피드인 feed.xml로 된 사이트를 쓰고, 그 곁에 서명한 줄로 일기를 둡니다. 다른 사람은 `photodiary \
    follow`로 이를 자기 다이어리 곁에 가져옵니다. 그때 쓸 주소를 출력합니다.

    처음 공개하기 전에 무엇이 공개되는지 알려 줍니다. 사진을 찍은 곳과 카메라는 --keep-location을 쓰지 않으면 \
    알리지 않습니다. `photodiary sync`를 할 때마다, 또는 주소 없이 publish를 하면 최신으로 맞춥니다. 지우거나 \
    다른 일기장으로 옮긴 일기는 거두지만, 이미 복사한 사람이 있을 수 있습니다. 이름이 없으면 공개한 것을 \
    보여 줍니다.

    예:
      photodiary publish 여행 ~/public_html/travel
      photodiary publish 여행 git@example.org:mina/travel.git --web https://mina.example.org
      photodiary publish 여행
      photodiary publish 여행 --stop
    """,
    "The journal, or with --all the title.": "일기장. --all을 쓰면 제목입니다.",
    "Where it is: a folder, a git URL or rclone:REMOTE:PATH.":
      "둘 곳: 폴더, git URL 또는 rclone:REMOTE:PATH.",
    "Publish all journals.": "모든 일기장을 공개합니다.",
    "Tell where photos were taken, and by which camera.":
      "사진을 찍은 곳과 카메라를 알립니다.",
    "Where the site is on the web, for the links of the feed.":
      "사이트의 웹 주소. 피드의 링크에 씁니다.",
    "Don't ask before it becomes public.": "공개하기 전에 묻지 않습니다.",
    "Keep it up to date no longer. What lies there stays.":
      "더는 최신으로 맞추지 않습니다. 그곳에 있는 것은 그대로 있습니다.",
    "Say which journal.": "어느 일기장인지 쓰세요.",
    "--stop can't be combined with other options.": "--stop은 다른 옵션과 함께 쓸 수 없습니다.",
    "--web needs an address that begins with https://.":
      "--web에는 https://로 시작하는 주소가 필요합니다.",
    "At %1 is something else that was published, or this from before it was ended with --stop. Remove what lies there, or choose another place.":
      "%1에는 다른 것을 공개했거나 --stop으로 끝내기 전에 공개한 것이 있습니다. 그곳에 있는 것을 지우거나 다른 곳을 고르세요.",
    "You follow this diary already, as %1.": "이 다이어리는 이미 “%1”{이라는/라는} 이름으로 구독하고 있습니다.",
    "%1 isn't public yet. Say where: photodiary publish NAME ADDRESS":
      "%1{은/는} 아직 공개되지 않았습니다. 둘 곳을 쓰세요: photodiary publish 이름 주소",
    "There's no journal %1. There are: %2. With --all, all of them are published.":
      "%1{이라는/라는} 일기장이 없습니다. 있는 것: %2. --all을 쓰면 모두 공개합니다.",
    "Another diary has published %1. Choose another name.":
      "다른 다이어리가 %1{을/를} 공개했습니다. 다른 이름을 쓰세요.",
    "At %1 everybody will be able to read %2 and %3, with texts, dates, tags, moods and names of places, by %4.":
      "%1에서 누구나 %4의 %2{과/와} %3{을/를} 읽을 수 있게 됩니다. 글, 날짜, 태그, 기분, 장소 이름이 함께 공개됩니다.",
    "The photos tell where they were taken, and by which camera.":
      "사진은 찍은 곳과 카메라를 알립니다.",
    "Positions, names and serial numbers are removed from the photos.":
      "사진에서 위치와 이름, 일련번호를 지웁니다.",
    "What you take back later, others may have copied by then.":
      "나중에 거두어도 그때까지 다른 사람이 복사했을 수 있습니다.",
    "Nothing was published. Say --yes to publish without a terminal.":
      "공개하지 않았습니다. 터미널 없이 공개하려면 --yes를 쓰세요.",
    "Publish? [y/N] ": "공개할까요? [y/N] ",
    "Nothing was published.": "공개하지 않았습니다.",
    "%1 isn't public.": "%1{은/는} 공개되어 있지 않습니다.",
    "%1 is kept up to date no longer. What lies at %2 stays.":
      "%1{을/를} 더는 최신으로 맞추지 않습니다. %2에 있는 것은 그대로 있습니다.",
    "Nothing of this diary is public.": "이 다이어리에서 공개한 것이 없습니다.",
    "%1 published": "%1 공개함",
    "%1 taken back": "%1 거둠",
    "nothing new": "새로운 것 없음",
    "The file %1 of “%2” wasn't published.": "“%2”의 파일 %1{은/는} 공개되지 않았습니다.",
    "Pages can be in a folder, a git repository or at rclone:REMOTE:PATH, not there.":
      "페이지는 폴더나 git 저장소, rclone:REMOTE:PATH에 둘 수 있습니다. 그곳에는 둘 수 없습니다.",

    "Read a public diary of somebody else.": "다른 사람이 공개한 다이어리를 읽습니다.",
    "discussion.follow": """
    주소는 `photodiary publish`가 출력한 것입니다. 폴더, git URL 또는 rclone:REMOTE:PATH 뒤에 #과 다이어리의 \
    id가 붙습니다. id가 있으면 누구도 그 자리에 다른 다이어리를 둘 수 없습니다. 내 다이어리 곁에 놓이며 읽을 \
    수만 있습니다. 새 내용은 sync로 가져옵니다.

    예:
      photodiary follow https://example.org/mina/travel.git#3f2a91c0... --name 미나
      photodiary --diary 미나
      photodiary --diary 미나 sync
    """,
    "The address that `publish` printed.": "`publish`가 출력한 주소.",
    "What the diary is called on this machine.": "이 기기에서 쓸 다이어리의 이름.",
    "Which photos come along: all or none; the others come when they are opened.":
      "함께 가져올 사진: all 또는 none. 나머지는 열 때 가져옵니다.",
    "You follow %1: %2. Open it with: photodiary --diary %3":
      "%1{을/를} 구독합니다: %2. 여는 방법: photodiary --diary %3",
    "What stands after # isn't a diary's id. Copy the whole address.":
      "# 뒤에 있는 것은 다이어리의 id가 아닙니다. 주소를 모두 복사하세요.",
    "You follow this diary of somebody else: you can read and export it, not write.":
      "구독하는 남의 다이어리입니다. 읽고 내보낼 수 있지만 쓸 수는 없습니다.",
    "%1 holds no public diary. Check the address that `publish` printed.":
      "%1에는 공개한 다이어리가 없습니다. `publish`가 출력한 주소인지 확인하세요.",
    "%1 isn't the diary that the address names after #, or isn't complete yet. Check the address that `publish` printed.":
      "%1{은/는} 주소의 # 뒤에 적힌 다이어리가 아니거나 아직 다 놓이지 않았습니다. `publish`가 출력한 주소인지 확인하세요.",
    "followed": "구독함",
  ]
}
