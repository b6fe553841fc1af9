extension KoreanTable {
  static let markdown = [
    "%1 min": "%1분",
    "Couldn't open %1: only web and mail addresses are opened.":
      "%1{을/를} 열지 않았습니다. 웹 주소와 메일 주소만 엽니다.",
    "Opened in your browser.": "브라우저에서 열었습니다.",
    "Couldn't open a browser: install xdg-open or gio.": "브라우저를 열지 못했습니다. xdg-open이나 gio를 설치하세요.",
    "Couldn't open a browser: there is no browser or no desktop.":
      "브라우저를 열지 못했습니다. 브라우저나 데스크톱이 없습니다.",
    "Entry “%1” not found.": "“%1” 일기가 없습니다.",
  ]
}
