extension KoreanTable {
  static let markdown = [
    "%1 min": "%1분",
    "Not opened, for only web and mail addresses are: %1": "웹 주소와 메일 주소만 엽니다: %1",
    "Opened in the desktop's browser.": "데스크톱의 브라우저에서 열었습니다.",
    "No browser was opened: neither xdg-open nor gio is installed.":
      "브라우저를 열지 못했습니다. xdg-open도 gio도 설치되어 있지 않습니다.",
    "No browser was opened: there is none, or no desktop to open it on.":
      "브라우저를 열지 못했습니다. 브라우저나 데스크톱이 없습니다.",
    "There is no entry “%1”.": "“%1” 일기가 없습니다.",
  ]
}
