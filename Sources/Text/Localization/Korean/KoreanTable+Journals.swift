// Journals, tags, and the dialogs that they have.
extension KoreanTable {
  static let journals = [
    "%1 tags": "태그 %1개",
    "%1 journals": "일기장 %1개",

    // Keys.
    "Choice": "고르기",
    "show": "보기",
    "find": "찾기",
    "rename": "이름 바꾸기",
    "order": "순서",
    "color": "색",
    "Journals": "일기장",
    "Journals and diaries": "일기장과 다이어리",
    "Show all tags": "모든 태그 보기, 이름 바꾸기, 빼기",
    "Move the entry or marked ones to a journal": "일기 또는 선택한 일기를 일기장으로 옮기기",
    "Choose the journal or diary": "일기장, 다이어리 고르기",
    "Filter by name": "이름으로 거르기",
    "Rename it, or merge it with another": "이름 바꾸기 또는 다른 태그와 합치기",
    "Sort by count or by name": "많은 순서 또는 이름 순서",
    "Remove it from all entries": "모든 일기에서 빼기",
    "Show its entries": "일기장의 일기 보기",
    "New journal": "새 일기장",
    "Rename it with its entries": "이름 바꾸기, 일기도 함께",
    "Change its color": "색 고르기",
    "Move up": "위로 옮기기",
    "Move down": "아래로 옮기기",
    "Merge it into another": "다른 일기장에 합치기",
    "Delete it (asks where its entries go)": "삭제, 일기를 어떻게 할지 물어봅니다",
    "Select": "고르기",
    "New journal, where offered": "새 일기장을 만들 수 있는 곳에서는 새 일기장",

    // Locked ones.
    "Lock or unlock it": "일기장 잠그기, 풀기",
    "Show or hide locked journals": "잠긴 일기장 보이기, 숨기기",
    "locked": "잠김",
    "shown for now": "잠시 보임",
    "Only an encrypted diary has locked journals. Encrypt it first.":
      "암호화한 다이어리에서만 일기장을 잠글 수 있습니다. 먼저 암호화하세요.",
    "Only an encrypted diary has locked journals. Run: photodiary encrypt":
      "암호화한 다이어리에서만 일기장을 잠글 수 있습니다. 실행: photodiary encrypt",
    "No journal is locked.": "잠긴 일기장이 없습니다.",
    "Locked “%1”.": "“%1”{을/를} 잠갔습니다.",
    "It stays public. To end that, run: photodiary publish NAME --stop":
      "공개된 채로 남습니다. 공개를 끝내려면: photodiary publish NAME --stop",
    "Locked “%1”. %2 in the list shows it, with the passphrase.":
      "“%1”{을/를} 잠갔습니다. 목록에서 %2 키를 누르고 암호를 입력하면 보입니다.",
    "Unlocked “%1”.": "“%1”의 잠금을 풀었습니다.",
    "Locked journals are hidden.": "잠긴 일기장을 숨겼습니다.",
    "Locked journals are shown.": "잠긴 일기장도 보입니다.",
    "Locked journals are shown. %1 hides them.": "잠긴 일기장도 보입니다. %1 키로 숨깁니다.",
    "Show locked journals": "잠긴 일기장 보이기",
    "Show “%1”": "“%1” 보이기",
    "Unlock “%1”": "“%1” 잠금 풀기",
    "Type the diary's passphrase.": "다이어리의 암호를 입력하세요.",
    "They are shown until you hide them, or leave.": "다시 숨기거나 나갈 때까지 보입니다.",
    "Its entries will be listed again.": "이 일기장의 일기가 다시 보이게 됩니다.",
    "Saved %1 in a locked journal, which is hidden.":
      "%1{을/를} 잠긴 일기장에 저장했습니다. 지금은 숨겨져 있습니다.",
    "Begin a new diary where one was that is gone.": "있던 다이어리가 없어진 자리에 새로 시작합니다.",
    "Also what is in locked journals; takes the passphrase.":
      "잠긴 일기장의 내용도 포함합니다. 암호가 필요합니다.",
    "Leave a journal's entries out until the passphrase is typed again.":
      "암호를 다시 입력할 때까지 일기장의 일기를 숨깁니다.",
    "List a locked journal's entries again; takes the passphrase.":
      "잠긴 일기장의 일기를 다시 보이게 합니다. 암호가 필요합니다.",
    "Entries of locked journals were left out; --all-journals takes them along.":
      "잠긴 일기장의 일기는 뺐습니다. --all-journals를 쓰면 함께 내보냅니다.",
    "None of the diaries that have “%1” and that you may write in is encrypted. Only an encrypted diary has locked journals.":
      "“%1”{이/가} 있고 내가 쓸 수 있는 다이어리 가운데 암호화된 것이 없습니다. 암호화된 다이어리에서만 일기장을 잠글 수 있습니다.",
    "“%1” is locked. Show locked journals first, with their key or --all-journals.":
      "“%1”{은/는} 잠겨 있습니다. 먼저 해당 키나 --all-journals로 잠긴 일기장을 보이게 하세요.",
    "That entry is in a locked journal. --all-journals shows it.":
      "잠긴 일기장의 일기입니다. --all-journals를 쓰면 볼 수 있습니다.",
    "Entries of locked journals are in the trash, too. Show locked journals first, with their key or --all-journals.":
      "휴지통에 잠긴 일기장의 일기도 있습니다. 먼저 해당 키나 --all-journals로 잠긴 일기장을 보이게 하세요.",

    // Screens and dialogs.
    "All entries": "모든 일기",
    "No tags yet. Write #walk in an entry, or press %1 in the list.":
      "아직 태그가 없습니다. 글에 #산책 처럼 쓰거나 목록에서 %1 키를 누르세요.",
    "No tags yet. Write #walk in an entry.": "아직 태그가 없습니다. 글에 #산책 처럼 쓰세요.",
    "No tags match.": "이름에 그 글자가 있는 태그가 없습니다.",
    "New name for “%1”": "“%1”의 새 이름",
    "New name for #%1": "#%1의 새 이름",
    "In %1, including their text.": "%1, 글 속의 태그도 바뀝니다.",
    "add": "만들기",
    "%1 will move along.": "%1{이/가} 함께 옮겨집니다.",
    "Merge #%1 and #%2?": "#%1{과/와} #%2{을/를} 한 태그로 합칠까요?",
    "#%1 is in %2, #%3 in %4. All of them will have #%5.":
      "#%1{은/는} %2, #%3{은/는} %4에 있습니다. 모두 #%5{이/가} 됩니다.",
    "Remove #%1 from %2?": "%2에서 #%1 태그를 뺄까요?",
    "In the text, only the # is removed; the word stays.": "글 속에서는 #만 없어지고 낱말은 남습니다.",
    "Entries that someone else wrote stay where they are.": "다른 사람이 쓴 일기는 그대로 둡니다.",
    "Move %1 to which journal?": "%1{을/를} 어디로 옮길까요?",
    "Which journal?": "어느 일기장에 쓸까요?",
    "Merge “%1” into which journal?": "“%1”{을/를} 어느 일기장에 합칠까요?",
    "Delete “%1”: where should its %2 go?": "“%1” 삭제: %2{은/는} 어디로 보낼까요?",
    "Color of “%1”": "“%1”의 색",
    "To the trash": "휴지통으로",
    "none": "없음",
    "%1 selects, %2 creates a new one, %3 cancels.": "%1 고르기, %2 새로 만들기, %3 취소.",
    "%1 selects, %2 cancels.": "%1 고르기, %2 취소.",
    "Merge “%1” into “%2”?": "“%1”{을/를} “%2”에 합칠까요?",
    "Delete the journal “%1”?": "일기장 “%1”{을/를} 삭제할까요?",
    "Change the journals?": "일기장을 바꿀까요?",
    "It has no entries.": "일기가 없습니다.",
    "Its %1 will move to “%2”.": "%1{을/를} “%2”{으로/로} 옮깁니다.",
    "Its %1 will move to the trash.": "%1{을/를} 휴지통으로 옮깁니다.",
    "red": "빨강",
    "green": "초록",
    "yellow": "노랑",
    "blue": "파랑",
    "magenta": "자홍",
    "cyan": "청록",
    "gray": "회색",

    // What was done.
    "Created journal “%1”": "일기장 “%1”{을/를} 만들었습니다",
    "Merged “%1” into “%2”": "“%1”{을/를} “%2”에 합쳤습니다",
    "Renamed “%1” to “%2”": "“%1”{을/를} “%2”{으로/로} 바꾸었습니다",
    "Deleted “%1”": "“%1”{을/를} 삭제했습니다",
    "Renamed “%1” to “%2”, with %3": "“%1”{을/를} “%2”{으로/로} 바꾸었습니다(%3)",
    "Changed the color of “%1” to %2": "“%1”의 색을 %2{으로/로} 바꾸었습니다",
    "Removed the color of “%1”": "“%1”의 색을 없앴습니다",
    "Changed the order of the journals": "일기장 순서를 바꾸었습니다",
    "Merged “%1” into “%2”, with %3": "“%1”{을/를} “%2”에 합쳤습니다(%3)",
    "Deleted “%1” and moved %2 to “%3”": "“%1”{을/를} 삭제하고 %2{을/를} “%3”{으로/로} 옮겼습니다",
    "Deleted “%1” and moved %2 to the trash": "“%1”{을/를} 삭제하고 %2{을/를} 휴지통으로 옮겼습니다",
    "creating journal “%1”": "일기장 “%1” 만들기",
    "renaming journal “%1”": "일기장 “%1” 이름 바꾸기",
    "changing the color of “%1”": "“%1”의 색 바꾸기",
    "changing the order of the journals": "일기장 순서 바꾸기",
    "merging journal “%1”": "일기장 “%1” 합치기",
    "deleting journal “%1”": "일기장 “%1” 삭제",

    // The store.

    // The command line.
    "List, create, rename, color, merge, delete and lock journals.":
      "일기장 목록을 보거나 일기장을 만들고, 이름과 색을 바꾸고, 합치고, 삭제하고, 잠급니다.",
    "List the journals in order.": "일기장을 순서대로 보여 줍니다.",
    "Create a journal.": "일기장을 만듭니다.",
    "Rename a journal with its entries.": "일기장의 이름을 바꿉니다. 일기도 함께 옮겨집니다.",
    "Set or clear a journal's color.": "일기장의 색을 정하거나 없앱니다.",
    "Move a journal's entries to another journal and delete it.":
      "일기장의 일기를 다른 일기장으로 옮기고 그 일기장을 삭제합니다.",
    "Delete a journal.": "일기장을 삭제합니다.",
    "Its name.": "이름.",
    "The journal.": "일기장.",
    "The journal that its entries go to.": "일기를 옮길 일기장.",
    "Color: red, green, yellow, blue, magenta, cyan or gray.":
      "색: red, green, yellow, blue, magenta, cyan, gray 중 하나.",
    "red, green, yellow, blue, magenta, cyan or gray; leave it out for none.":
      "red, green, yellow, blue, magenta, cyan, gray 중 하나. 쓰지 않으면 색을 없앱니다.",
    "Move its entries to this journal.": "일기를 이 일기장으로 옮깁니다.",
    "Move its entries to the trash.": "일기를 휴지통으로 옮깁니다.",
    "--move-to and --trash can't be used together.": "--move-to와 --trash는 함께 쓸 수 없습니다.",
    "List the tags, or rename one in all entries.": "태그 목록을 보거나 모든 일기에서 태그의 이름을 바꿉니다.",
    "List the tags, most used first.": "많이 쓴 태그부터 보여 줍니다.",
    "Sort by count or name.": "정렬 기준: count 또는 name.",
    "Rename a tag in every entry; an existing name merges the two.":
      "모든 일기에서 태그의 이름을 바꿉니다. 이미 있는 이름이면 둘을 합칩니다.",
    "The tag.": "태그.",
    "No tags.": "태그가 있는 일기가 없습니다.",
  ]
}
