extension KoreanTable {
  /// What is said of jrnl, of exports and of encryption.
  static let writers: [String: String] = [
    "For jrnl: its date format, as in its settings: \"%Y-%m-%d %H:%M\".":
      "jrnl에서: 설정에 있는 날짜 형식, 예: \"%Y-%m-%d %H:%M\".",
    "--timeformat needs a strftime format, such as “%Y-%m-%d %H:%M”.":
      "--timeformat에는 “%Y-%m-%d %H:%M”처럼 strftime의 날짜 형식을 쓰세요.",
    "--timeformat only works with --format jrnl.": "--timeformat은 jrnl에만 씁니다: --format jrnl.",

    "The folder; with --encrypt, the file.": "폴더. --encrypt를 쓰면 파일.",
    "Export format: %1.": "내보낼 형식: %1.",
    "Write one encrypted file, DIR.tar.age, which age can open; asks for a passphrase.":
      "age 프로그램이 여는 암호화된 파일 DIR.tar.age 하나를 씁니다. 암호를 물어봅니다.",
    "Passphrase: ": "암호: ",
    "Repeat passphrase: ": "암호 다시: ",

    "all but locked journals": "잠긴 일기장을 뺀 전체",
    "whole diary": "다이어리 전체",
    "entries in the list": "목록에 보이는 일기",
    "marked entries": "표시한 일기",
    "a zip for Day One": "Day One용 zip",
    "a text for jrnl, and photos": "jrnl용 텍스트와 사진",
    "Counting…": "세는 중…",
    "Entries: %1": "일기: %1",
    "Format: %1": "형식: %1",
    "Folder, entries, format, places, encryption": "폴더, 일기, 형식, 위치, 암호화",
  ]
}
