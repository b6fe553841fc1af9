extension KoreanTable {
  /// The settings, and what is wrong in them.
  static let settings = [
    // Mistakes.
    "%1, line %2: %3": "%1 %2번째 줄: %3",
    "Couldn't read %1: %2. Fix or remove it.": "%1{을/를} 읽을 수 없습니다: %2. 고치거나 지우세요.",
    "Couldn't create %1: %2. Check its folder's permissions.":
      "%1{을/를} 만들 수 없습니다: %2. 폴더의 권한을 확인하세요.",
    "not valid TOML. Write for example author = \"Kim\".":
      "올바른 TOML이 아닙니다. author = \"Kim\"처럼 고치세요.",
    "Couldn't read %1: this program was built without toml++. Remove the file.":
      "이 프로그램은 toml++ 없이 만들어져 %1{을/를} 읽을 수 없습니다. 파일을 지우세요.",
    "unknown option %1. Did you mean %2?": "%1{이라는/라는} 설정이 없습니다. %2{을/를} 쓰려고 하셨나요?",
    "unknown screen %1. Did you mean keys.%2?": "%1{이라는/라는} 화면이 없습니다. keys.%2{을/를} 쓰려고 하셨나요?",
    "keys.%1 has no command %2. Did you mean %3?":
      "keys.%1에는 %2{이라는/라는} 명령이 없습니다. %3{을/를} 쓰려고 하셨나요?",
    "unknown key “%1”. Write it as \"n\", \"Ctrl-S\", \"Alt-Left\" or \"F3\".":
      "“%1”{이라는/라는} 키는 없습니다. \"n\", \"Ctrl-S\", \"Alt-Left\", \"F3\"처럼 쓰세요.",
    "“%1” types a character there. Choose a key with Ctrl or Alt, or F1 to F12.":
      "“%1”{은/는} 그 화면에서 글자를 쓰는 키입니다. Ctrl이나 Alt를 더하거나 F1~F12를 고르세요.",
    "“%1” is already the key of %2 there. Give one of them another key.":
      "“%1”{은/는} 그 화면에서 %2의 키입니다. 둘 중 하나에 다른 키를 주세요.",
    "%1 would have no key, and there would be no way out. Give it one.":
      "%1의 키가 없어집니다. 나갈 길이 없어지지 않도록 키를 주세요.",
    "%1 is not a name. Write it as author = \"Kim\".":
      "%1{이/가} 이름이 아닙니다. author = \"Kim\"처럼 쓰세요.",
    "%1 must be one of %2.": "%1{은/는} 다음 중 하나여야 합니다: %2.",
    "%1 must be %2.": "%1의 값은 다음과 같아야 합니다: %2.",
    "%1 There are %2 more mistakes.": "%1 잘못이 %2개 더 있습니다.",

    // What may stand there.
    "a name": "이름",
    "a command, such as \"nano\"": "\"nano\" 같은 명령",
    "%1 to %2": "%1~%2",
    "\"#rrggbb\", or 0 to 255": "\"#rrggbb\" 또는 0~255",
    "\"auto\", \"off\", or a list such as [\"en_US\", \"ko\"]":
      "\"auto\", \"off\", 또는 [\"en_US\", \"ko\"] 같은 목록",
    "a table, with its name in brackets": "대괄호 안에 이름을 쓴 표",
    "a list of keys, such as [\"n\", \"Ctrl-N\"]": "[\"n\", \"Ctrl-N\"] 같은 키 목록",

    // The file.
    "PhotoDiary's settings. Remove the # before an option to change it; an open diary":
      "PhotoDiary의 설정입니다. 항목 앞의 #을 지우고 값을 바꾸세요. 열려 있는 다이어리에",
    "applies it at once. `photodiary config` prints the current settings and all keys.":
      "바로 적용됩니다. 지금 적용된 설정과 모든 키는 `photodiary config`로 볼 수 있습니다.",
    "Keys: a table for each screen with its commands and their keys; [] means no key.":
      "키: 화면마다 표 하나에 명령과 그 키를 씁니다. []는 키 없음입니다.",
    "not set": "정하지 않음",
    "default": "기본값",
    "config.toml, line %1": "config.toml %1번째 줄",
    "command line": "명령줄",
    "The settings are in %1.": "설정은 %1에 있습니다.",

    // Options.
    "Your name in a new diary; default: git's or the system's": "새 다이어리의 글쓴이 이름; 없으면 git이나 시스템의 이름",
    "Language; auto follows the locale": "언어; auto는 로캘을 따름",
    "How to show photos; auto asks the terminal": "사진을 보이는 방법; auto는 터미널에 물어봄",
    "Number of colors; 256 halves what photos cost on a slow line; from the next start":
      "색의 수; 256이면 느린 회선에서 사진이 절반만 보내짐; 다음에 열 때부터",
    "Colors; auto is dark or light, like the terminal": "색; auto는 터미널 배경에 따라 어둡거나 밝음",
    "Columns that characters such as ° and ① take in the terminal; from the next start":
      "° ① 같은 글자에 터미널이 쓰는 칸 수; 다음에 열 때부터",
    "The editor that E opens; default: $VISUAL or $EDITOR": "E로 여는 편집기; 없으면 $VISUAL이나 $EDITOR",
    "Lines of text instead of screens, for screen readers; from the next start":
      "화면 대신 글줄로 보임, 화면 낭독기용; 다음에 열 때부터",
    "Whether an empty page shows a question": "빈 쪽에 글감을 물어볼지",
    "When to sync; auto is at the start, after saving, every 5 minutes and on quitting":
      "동기화할 때; auto는 시작할 때, 저장한 뒤, 5분마다, 끝낼 때",
    "Keys used while writing": "글을 쓸 때의 키",
    "Keep the line you write in the middle": "쓰는 줄을 화면 가운데에 둠",
    "Dim all but the paragraph you write": "쓰는 문단 밖을 흐리게 함",
    "Show blanks at the ends of lines": "줄 끝의 빈칸을 보임",
    "Columns between tab stops": "탭 간격(칸)",
    "Style Markdown while writing": "쓰는 동안 Markdown을 꾸며 보임",
    "Spelling dictionaries; auto uses the installed ones": "맞춤법 사전; auto는 설치된 것",

    // The command.
    "Save, where offered": "저장 (물어볼 때)",
    "Print or edit the settings.": "적용된 설정을 보이거나 고칩니다.",
    "Open config.toml in your editor.": "config.toml을 편집기로 엽니다.",
    "Lines of text instead of screens, for screen readers.": "화면 대신 글줄로 보입니다. 화면 낭독기용입니다.",

    // Roles of a theme.
    "Keys, marks and messages": "키, 표시, 알림",
    "What you wrote": "쓴 글",
    "Titles": "제목",
    "Secondary: times, counts, hints": "덜 중요한 것: 시각, 개수, 안내",
    "Thin lines": "가는 줄",
    "Errors": "오류",
    "Removed text": "글에서 지워진 것",
    "Added text": "글에 더해진 것",
    "The selected button or choice": "다음에 누를 단추나 고를 것",
  ]
}
