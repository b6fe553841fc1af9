extension KoreanTable {
  /// What an import or an export couldn't bring, and why.
  static let notes: [String: String] = [
    "refused, %1": "거부, %1",
    "left out, %1": "제외, %1",
    "left out, an archive; import it separately": "제외, 압축 파일입니다. 따로 가져오세요",
    "its photo %1 isn't there": "사진 %1{이/가} 없습니다",
    "its photo %1 is a link and wasn't read; replace it with the file to import it":
      "사진 %1{은/는} 링크여서 읽지 않습니다. 가져오려면 그 자리에 파일을 두세요",
    "the photo %1 was added, but its file is damaged; it's shown as far as it goes":
      "사진 %1{을/를} 추가했지만 파일이 손상되어 남은 부분만 보여 줍니다",
    "the photo %1 was added but can't be shown (%2)":
      "사진 %1{을/를} 추가했지만 볼 수 없습니다(%2)",
    "its attachment %1 isn't there": "첨부 파일 %1{이/가} 없습니다",
    "its file %1 is damaged and was left out": "파일 %1{이/가} 손상되어 제외했습니다",
    "a part of it is encrypted and was left out": "암호화된 부분을 제외했습니다",
    "left out, no entry uses it": "제외, 이 파일을 쓰는 일기가 없습니다",
    "the time zone “%1” is unknown; used the local time zone":
      "시간대 “%1”{을/를} 알 수 없어 이곳의 시간으로 합니다",
    "its photo %1 isn't on this computer; kept the link":
      "사진 %1{은/는} 이 컴퓨터에 없습니다. 링크는 그대로 둡니다",
    "its photo %1 is outside the imported folder and wasn't read; kept the link. Copy it into the folder to import it":
      "사진 %1{은/는} 가져올 폴더의 밖에 있어 읽지 않습니다. 링크는 그대로 둡니다. 가져오려면 폴더 안에 복사하세요",
    "“%1” isn't a date and was ignored": "“%1”{은/는} 날짜가 아니어서 쓰지 않았습니다",
    "it has no date; used the file's date": "날짜가 없어 파일의 날짜를 씁니다",
    "it has half a character, which was replaced by \u{FFFD}":
      "반쪽 글자가 있어 그 자리에 \u{FFFD} 글자를 넣었습니다",
    "kept its front matter as text, %1": "글 앞에 있는 것을 그대로 둡니다. %1",
    "“%1” is there twice; used the last one": "“%1”{이/가} 두 번 있어 마지막 것을 씁니다",
    "left out, it was deleted there": "제외, 원래 프로그램의 휴지통에 있습니다",
    "changed there since it was imported; use --update to import the change":
      "가져온 뒤에 원본이 바뀌었습니다. --update로 가져옵니다",
    "changed both there and here; kept as it is here":
      "원본과 여기에서 모두 바뀌어 여기의 것을 그대로 둡니다",
    "not valid TOML in line %1": "%1번째 줄에서 TOML이 아닙니다",
    "couldn't read TOML: this program was built without toml++":
      "이 프로그램은 toml++ 없이 만들어져 TOML을 읽지 못합니다",
    "%1, entry %2": "%1 %2번째 일기",
    "%1, entry %2 of %3": "%1 %2번째 일기(%3)",
    "its photo was left out. %1": "사진을 제외했습니다. %1",
    "its attachment was left out. %1": "첨부 파일을 제외했습니다. %1",
    "%1 events and tasks left out": "일정과 할 일 %1개 제외",
    "%1 goals left out": "목표 %1개 제외",
    "%1 items of type “%2” left out": "“%2” 종류의 항목 %1개 제외",
    "%1 links lead to entries that aren't here": "링크 %1개가 가리키는 일기가 없습니다",
    "%1 entries are in the trash here and stay there": "일기 %1개가 휴지통에 있어 그대로 둡니다",
    "%1 entries say someone else wrote them, so only that person may change them; use --mine to make them yours":
      "일기 %1개는 다른 사람이 쓴 것이어서 그 사람만 고칠 수 있습니다. --mine을 쓰면 내 일기가 됩니다",
    "not UTF-8 text at byte %1": "%1바이트째에서 UTF-8 텍스트가 아닙니다",
    "it's full of zero bytes; if it's text, save it as UTF-8":
      "0인 바이트가 많아 글이 아닙니다. 글이라면 UTF-8로 저장하세요",
    "not valid UTF-16 text": "첫 바이트와 달리 UTF-16 글이 아닙니다",
    "it's HTML or XML, which can't be read here. Install libxml2 (on Debian libxml2)":
      "HTML이나 XML인데 여기서는 읽을 수 없습니다. libxml2를 설치하세요",
    "its HTML or XML is too tangled to read": "HTML이나 XML이 너무 복잡해 읽을 수 없습니다",
    "not valid JSON at byte %1": "%1바이트째에서 올바른 JSON이 아닙니다",
    "its JSON is nested more than %1 levels deep": "JSON이 %1단계보다 깊습니다",
    "not a JSON object": "JSON 객체가 아닙니다",
    "longer than %1 MiB": "%1MiB보다 깁니다",
    "the JSON array doesn't end as it should": "JSON 배열이 제대로 끝나지 않습니다",
    "the file ends in the middle of an entry": "파일이 일기 중간에서 끝납니다",
    "it has no date": "날짜가 없습니다",
    "“%1” isn't a date": "“%1”{은/는} 날짜가 아닙니다",
    "“%1” has the wrong type or value": "“%1”의 값이 올바르지 않습니다",
    "another entry there has the same id": "같은 id의 다른 일기가 이미 있습니다",
    "the entry is empty": "일기가 비어 있습니다",
    "it's encrypted; export it decrypted": "암호화되어 있습니다. 암호를 풀어 내보내세요",
    "the photo %1 has no file": "사진 %1의 파일이 없습니다",
    "the attachment %1 has no file": "첨부 파일 %1의 파일이 없습니다",
    "the file %1 is outside the imported folder and wasn't read; copy it into the folder":
      "파일 %1{은/는} 가져올 폴더의 밖에 있어 읽지 않습니다. 폴더 안에 복사하세요",
    "couldn't read YAML: install libyaml (on Debian libyaml-0-2)":
      "여기서는 YAML을 읽을 수 없습니다. libyaml을 설치하세요(Debian에서는 libyaml-0-2)",
    "not valid YAML in line %1": "%1번째 줄에서 YAML이 아닙니다",
    "line %1 refers to another value with *, which isn't supported: write the value there":
      "%1번째 줄에서 *가 다른 값을 가리키지만 따라가지 않습니다. 그 값을 직접 쓰세요",
    "line %1 has a list where a name should be": "%1번째 줄에서 이름이 있을 곳에 목록이 있습니다",
    "line %1 is nested more than 128 levels deep": "%1번째 줄에서 128단계보다 깊습니다",
    "its YAML is too large": "YAML에 든 것이 너무 많습니다",

    // Files that an export left out.
    "The file %1 of “%2” was left out: %3.": "“%2”의 파일 %1{을/를} 뺐습니다: %3.",
    "its file is missing or unreadable. Run `photodiary verify`":
      "파일이 없거나 읽을 수 없습니다. `photodiary verify`를 실행하세요",
    "its location couldn't be removed because photodiary-picture failed":
      "photodiary-picture가 실패해 위치 정보를 지울 수 없습니다",
    "its location couldn't be removed. Use --keep-location to export it anyway":
      "위치 정보를 지울 수 없습니다. 알려져도 괜찮다면 --keep-location으로 내보내세요",
  ]
}
