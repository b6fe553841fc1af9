extension KoreanTable {
  /// Being reminded of writing, and what is offered to write about.
  static let reminders: [String: String] = [
    "Write about today, if nothing is written yet; or be reminded of it.":
      "오늘 쓴 일기가 없으면 쓰게 하거나, 쓰라고 알립니다.",
    "discussion.remind": """
    오늘 쓴 일기가 없으면 에디터를 열고, config.toml의 photos_folder가 가리키는 폴더에서 오늘 찍은 사진을 넣습니다. \
    --notify나 --at을 쓰거나 터미널이 없으면 데스크톱에 알리기만 합니다. 지난해들의 이날에 쓴 일기 하나와 오늘의 \
    질문을 함께 보여 주고, 누르면 터미널($TERMINAL이 먼저)에서 에디터를 엽니다. 오늘 쓴 일기가 있으면 아무것도 \
    하지 않습니다.

    --at은 그 시각까지 기다리고, 이미 지났으면 기다리지 않습니다. --install을 쓰면 로그인해 있는 동안 systemd가 \
    날마다 그 시각에 알리고, --uninstall은 그것을 그만둡니다.

    암호화한 다이어리가 잠겨 있으면 오늘 일기가 있는지 알 수 없으므로, 지난해 일기 없이 알립니다. 나만의 질문은 \
    config.toml 옆의 prompts.txt에 한 줄에 하나씩 씁니다. [Work] 같은 줄 아래의 질문은 그 일기장의 것입니다.

    예:
      photodiary remind
      photodiary remind --at 21:30 --install
      photodiary remind --uninstall
    """,

    "The time: 21:30, 9:30pm, 오후 9시 반.": "시각: 21:30, 9:30pm, 오후 9시 반.",
    "Tell on the desktop (notify-send); a click opens the editor.":
      "데스크톱에 알리고(notify-send), 누르면 에디터를 엽니다.",
    "Remind each day at that time from now on, by a systemd user timer.":
      "이제부터 systemd 사용자 타이머로 날마다 그 시각에 알립니다.",
    "--install needs a time: --at 21:30.": "--install에는 시각이 필요합니다: --at 21:30.",
    "“%1” isn't a time. Write it as 21:30 or 9:30pm.":
      "“%1”{은/는} 시각이 아닙니다. 21:30이나 오후 9시 반처럼 쓰세요.",
    "Waits until %1. Press Ctrl-C to stop.": "%1까지 기다립니다. Ctrl-C를 누르면 끝납니다.",
    "PhotoDiary reminder": "PhotoDiary 알림",
    "Reminds you at %1 on days without an entry. To end it: %2":
      "일기를 쓰지 않은 날 %1에 알립니다. 그만두려면: %2",
    "Removed the timer. Nothing reminds you any more.": "타이머를 없앴습니다. 더는 알리지 않습니다.",
    "notify-send isn't installed; nothing is shown on the desktop.":
      "notify-send가 설치되어 있지 않아 데스크톱에 알릴 수 없습니다.",
    "No terminal program was found. Set TERMINAL, for example TERMINAL=xterm.":
      "터미널 프로그램을 찾지 못했습니다. TERMINAL=xterm처럼 TERMINAL을 정하세요.",
    "There are no new photos of this day in photos_folder.":
      "photos_folder에 이날의 새 사진이 없습니다.",
    "%1 of the day: %2": "그날 찍은 %1: %2",
    "Add the photos taken that day": "그날 찍은 사진 넣기",
    "You haven't written today yet.": "오늘은 아직 일기를 쓰지 않았습니다.",
    "You haven't written in %1 today yet.": "오늘은 아직 %1에 일기를 쓰지 않았습니다.",
    "Today has an entry: “%1”.": "오늘 쓴 일기가 있습니다: “%1”.",
    "%1 is too large: the limit is 64 kB. Shorten it.":
      "%1{이/가} 너무 큽니다. 64kB까지 쓸 수 있으니 줄이세요.",
    "%1 isn't UTF-8 text. Save it as plain text.":
      "%1{은/는} UTF-8 텍스트가 아닙니다. 일반 텍스트로 저장하세요.",
    "%1 not found.": "%1{을/를} 찾을 수 없습니다.",
    "Where new photos arrive; those taken today are offered when you begin an entry":
      "새 사진이 들어오는 폴더; 일기를 쓰기 시작하면 오늘 찍은 사진을 제안함",
    "a folder, such as \"~/Pictures\"": "\"~/Pictures\" 같은 폴더",
  ]
}
