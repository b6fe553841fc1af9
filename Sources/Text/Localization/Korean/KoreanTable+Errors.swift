extension KoreanTable {
  /// What went wrong, and what to do.
  static let errors: [String: String] = [
    "No entry has the id %1. Run `photodiary list` to see the ids.":
      "id가 %1인 일기가 없습니다. `photodiary list`로 id를 볼 수 있습니다.",
    "%1 entries have ids that begin with %2. Give more of the id.":
      "id가 %2{으로/로} 시작하는 일기가 %1개입니다. id를 더 길게 쓰세요.",
    "“%1” has no revision %2. Run `photodiary history` to see them.":
      "“%1”에 저장본 %2{이/가} 없습니다. `photodiary history`로 볼 수 있습니다.",
    "%1 revisions have ids that begin with %2. Give more of the id.":
      "id가 %2{으로/로} 시작하는 저장본이 %1개입니다. id를 더 길게 쓰세요.",
    "The entry is empty. Give it a title, some text, a photo or an attachment.":
      "일기가 비어 있습니다. 제목이나 글, 사진을 넣으세요.",
    "“%1” was written by someone else. Only its author may change or delete it.":
      "“%1”{은/는} 다른 사람이 썼습니다. 글쓴이만 고치거나 삭제할 수 있습니다.",
    "“%1” is in the trash. Restore it first.": "“%1”{은/는} 휴지통에 있습니다. 먼저 복원하세요.",
    "“%1” isn't in the trash.": "“%1”{은/는} 휴지통에 없어서 복원할 것이 없습니다.",
    "“%1” isn't a date. Write it as 2026-11-19 07:30, yesterday 21:00 or 3 days ago.":
      "“%1”{은/는} 날짜가 아닙니다. 2026-11-19 07:30, 어제 21:00, 3일 전처럼 쓰세요.",
    "“%1” isn't a name. Give one line of printable text.":
      "“%1”{은/는} 이름으로 쓸 수 없습니다. 화면에 표시되는 글자로 한 줄을 쓰세요.",
    "“%1” has no photo %2.": "“%1”에 사진 %2{이/가} 없습니다.",
    "Journal “%1” not found. Run `photodiary journals` to list them.":
      "일기장 “%1”{이/가} 없습니다. `photodiary journals`로 볼 수 있습니다.",
    "“%1” can't be merged with itself. Name another journal for its entries.":
      "“%1”{을/를} 자기 자신과 합칠 수 없습니다. 일기를 옮길 다른 일기장을 쓰세요.",
    "Journal “%1” already exists. Choose another name, or merge the two.":
      "일기장 “%1”{은/는} 이미 있습니다. 다른 이름을 쓰거나 둘을 합치세요.",
    "“%1” can't be a journal's name. Give one short line of printable text.":
      "“%1”{은/는} 일기장 이름으로 쓸 수 없습니다. 화면에 표시되는 글자로 짧게 한 줄을 쓰세요.",
    "The default journal can't be renamed, merged or deleted. You can move its entries.":
      "기본 일기장은 이름을 바꾸거나 합치거나 삭제할 수 없습니다. 일기를 옮길 수는 있습니다.",
    "No entry has the tag #%1. Run `photodiary tags` to list them.":
      "태그 #%1{이/가} 있는 일기가 없습니다. `photodiary tags`로 볼 수 있습니다.",
    "“%1” can't be a tag. Give one short line of printable text.":
      "“%1”{은/는} 태그로 쓸 수 없습니다. 화면에 표시되는 글자로 짧게 한 줄을 쓰세요.",
    "The draft %1 is damaged, so it's unknown which photos it uses. Nothing was removed; fix or remove it first.":
      "초안 %1{이/가} 손상되어 어떤 사진이 들어 있는지 알 수 없습니다. 아무것도 지우지 않았습니다. 먼저 초안을 고치거나 지우세요.",
    "Couldn't start the editor %1: %2. Set EDITOR to one that is installed.":
      "편집기 %1{을/를} 시작할 수 없습니다: %2. 설치된 편집기를 EDITOR에 지정하세요.",
    "Couldn't start: /proc isn't mounted here. Mount it (mount -t proc proc /proc), or allow it in the sandbox.":
      "시작할 수 없습니다: /proc이 마운트되어 있지 않습니다. 마운트하거나(mount -t proc proc /proc) 샌드박스에서 허용하세요.",
    "this file system can't append to files (mount rclone's with --vfs-cache-mode writes)":
      "이 파일 시스템에서는 파일에 덧붙여 쓸 수 없습니다(rclone은 --vfs-cache-mode writes로 마운트하세요)",
    "The editor %1 returned without saving. If it shows the text in a window, save it there, then press Enter here.":
      "편집기 %1{이/가} 저장하지 않고 끝났습니다. 다른 창에 글이 열려 있으면 그 창에서 저장한 뒤 여기서 Enter를 누르세요.",
    "The editor %1 saved nothing, so the entry is unchanged. If it opens a window, give it the option that makes it wait, as in “code --wait”.":
      "편집기 %1{이/가} 아무것도 저장하지 않아 일기는 그대로입니다. 창을 여는 편집기라면 “code --wait”처럼 닫힐 때까지 기다리는 옵션을 붙이세요.",
    "The editor %1 failed with status %2.": "편집기 %1{이/가} 상태 %2{으로/로} 실패했습니다.",
    "%1 The entry is unchanged. What the editor saved is a draft, which the diary offers when you open it.":
      "%1 일기는 그대로입니다. 편집기가 저장한 내용은 초안으로 남았으며, 일기장을 열면 이어서 쓸 수 있습니다.",
    "Photo %1 not found. Check the path.": "%1에 사진이 없습니다. 경로를 확인하세요.",
    "%1 is a folder, not a photo. Name a file in it.":
      "%1{은/는} 사진이 아니라 폴더입니다. 폴더 안의 파일을 지정하세요.",
    "%1 isn't a regular file. Copy the photo to a file first.":
      "%1{은/는} 일반 파일이 아닙니다. 먼저 사진을 파일로 복사하세요.",
    "Couldn't read %1. Check its permissions.": "%1{을/를} 읽을 수 없습니다. 권한을 확인하세요.",
    "The photo %1 is no longer in the diary: the trash has been emptied since. Add it again.":
      "그사이 휴지통을 비워 사진 %1{이/가} 다이어리에 없습니다. 다시 추가하세요.",
    "%1 is %2, which can't be shown. Save it as JPEG or PNG and add that.":
      "%1{은/는} %2 파일이라 볼 수 없습니다. JPEG나 PNG로 저장한 파일을 추가하세요.",
    "an icon (ICO)": "아이콘(ICO)",
    "a Photoshop document (PSD)": "Photoshop(PSD)",
    "a JPEG 2000 picture": "JPEG 2000",
    "%1 isn't a photo. Use JPEG, PNG, WebP, GIF, TIFF, BMP, HEIC, AVIF or JPEG XL.":
      "%1{은/는} 사진이 아닙니다. JPEG, PNG, WebP, GIF, TIFF, BMP, HEIC, AVIF, JPEG XL을 추가할 수 있습니다.",
    "Couldn't add %1: the program photodiary-picture is missing. Reinstall PhotoDiary.":
      "%1{을/를} 추가하지 못했습니다. photodiary-picture가 없으니 PhotoDiary를 다시 설치하세요.",
    "Couldn't add %1: reading it took too long. Try a smaller copy.":
      "%1{을/를} 추가하지 못했습니다. 읽는 데 너무 오래 걸립니다. 더 작은 사본으로 해 보세요.",
    "%1 is a folder. Name a file in it.": "%1{은/는} 폴더입니다. 폴더 안의 파일을 지정하세요.",
    "%1 isn't a regular file. Copy it to one first.":
      "%1{은/는} 일반 파일이 아닙니다. 먼저 일반 파일로 복사하세요.",
    "The file %1 is no longer in the diary: the trash has been emptied since. Add it again.":
      "그사이 휴지통을 비워 파일 %1{이/가} 다이어리에 없습니다. 다시 추가하세요.",
    "The diary at %1 is gone: it had %2. Attach its disk, get it back with `clone` or `backup --restore`, or begin a new one with --new-diary.":
      "%1에 있던 다이어리(%2)가 없습니다. 디스크를 연결하거나, `clone` 또는 `backup --restore`로 되찾거나, --new-diary로 새로 시작하세요.",
    "The diary for %1 hasn't arrived yet. Run `photodiary sync` until it has, then write.":
      "%1에 둘 다이어리가 아직 다 오지 않았습니다. `photodiary sync`로 모두 받은 다음 쓰세요.",
    "No diary at %1 yet. Your first entry creates it. Check --store and PHOTODIARY_STORE if there should be one.":
      "%1에 아직 다이어리가 없습니다. 첫 일기를 쓰면 만들어집니다. 있어야 한다면 --store와 PHOTODIARY_STORE를 확인하세요.",
    "%1 is read-only: its file system or permissions don't allow writing. Nothing was changed.":
      "%1{은/는} 읽기 전용입니다. 파일 시스템이나 권한이 쓰기를 막고 있습니다. 아무것도 바뀌지 않았습니다.",
    "No permission for %1. Check its owner and permissions.":
      "%1에 대한 권한이 없습니다. 소유자와 권한을 확인하세요.",
    "Couldn't save %1: the disk is full. Free some space and save again.":
      "디스크가 가득 차서 %1{을/를} 저장하지 못했습니다. 공간을 비우고 다시 저장하세요.",
    "%1 isn't a folder. Check --store and PHOTODIARY_STORE.":
      "%1{은/는} 폴더가 아닙니다. --store와 PHOTODIARY_STORE를 확인하세요.",
    "The diary at %1 has format %2, which is newer than this program. Update PhotoDiary.":
      "%1에 있는 다이어리의 형식은 %2이며 이 프로그램보다 새롭습니다. PhotoDiary를 업데이트하세요.",
    "Another program is writing to %1. Wait for it or end it, then try again.":
      "다른 프로그램이 %1{을/를} 잠그고 쓰는 중입니다. 기다리거나 끝낸 뒤 다시 하세요.",
    "%1 is damaged: %2. Run `photodiary verify`.":
      "%1{이/가} 손상되었습니다: %2. `photodiary verify`를 실행하세요.",
    "%1 failed for now: %2. What was there is unchanged. Try again when the disk, the network or the machine has recovered.":
      "지금은 %1에 실패했습니다: %2. 이전 내용은 그대로입니다. 디스크나 네트워크, 컴퓨터가 회복되면 다시 하세요.",
    "%1 failed: %2. What was there is unchanged.":
      "%1에 실패했습니다: %2. 이전 내용은 그대로입니다.",
    "Couldn't read %1: %2.": "%1{을/를} 읽을 수 없습니다: %2.",
    "%1 isn't UTF-8 text at byte %2. Convert it first, for example with iconv.":
      "%1{은/는} %2바이트째에서 UTF-8 텍스트가 아닙니다. iconv 같은 프로그램으로 먼저 변환하세요.",
    "%1, line %2: not valid JSON.": "%1 %2번째 줄: 올바른 JSON이 아닙니다.",
    "%1 isn't JSON, and only JSON can be read from there. Name the file instead.":
      "%1{은/는} JSON이 아닙니다. 여기서는 JSON만 읽을 수 있으니 파일 이름을 지정하세요.",
    "%1, line %2: %3.": "%1 %2번째 줄: %3.",
    "%1 isn't in a format that can be imported. See photodiary help import.":
      "%1{은/는} 가져올 수 있는 형식이 아닙니다. photodiary help import에 가져올 수 있는 형식이 나옵니다.",
    "%1 isn't %2. Leave out --format to detect it.":
      "%1{은/는} %2 형식이 아닙니다. --format을 빼면 형식을 알아서 찾습니다.",
    "%1 changed while it was read. Nothing was added; import it again.":
      "%1{이/가} 읽는 동안 바뀌었습니다. 추가한 것은 없습니다. 다시 가져오세요.",
    "Couldn't read the archive %1: libarchive isn't installed. Install libarchive13, or unpack it and import the folder.":
      "%1{은/는} 압축 파일인데 libarchive가 없어 읽을 수 없습니다. libarchive13을 설치하거나 압축을 풀어 폴더를 가져오세요.",
    "Couldn't unpack %1: it's damaged or incomplete. Nothing was added.":
      "%1{이/가} 손상되었거나 잘려서 압축을 풀 수 없습니다. 추가한 것은 없습니다.",
    "%1 holds more than %2 files. Unpack it and import the folder.":
      "%1에 파일이 %2개보다 많습니다. 압축을 풀어 폴더를 가져오세요.",
    "%1 holds more than %2 GiB. Unpack it and import the folder.":
      "%1의 내용이 %2GiB보다 큽니다. 압축을 풀어 폴더를 가져오세요.",
    "%1 would become over a hundred times larger unpacked, as if made to fill a disk. Nothing was added.":
      "%1{을/를} 풀면 백 배 넘게 커집니다. 디스크를 채우려는 파일로 보여 아무것도 추가하지 않았습니다.",
    "Couldn't unpack %1: %2. Nothing was added. Make room and try again.":
      "%1의 압축을 풀 수 없습니다: %2. 추가한 것은 없습니다. 공간을 만든 뒤 다시 하세요.",
    "%1 has nothing that can be unpacked: %2, %3.": "%1에는 풀 수 있는 것이 없습니다: %2, %3.",
    "%1 isn't empty and has no earlier export of this kind. Choose another folder.":
      "%1{이/가} 비어 있지 않고, 이전에 내보낸 같은 종류의 파일도 없습니다. 다른 폴더를 고르세요.",
    "%1 isn't a folder. Choose another place.": "%1{은/는} 폴더가 아닙니다. 다른 곳을 고르세요.",
    "%1 is inside the diary's own folder. Choose another place.":
      "%1{은/는} 다이어리 폴더 안에 있습니다. 다른 곳을 고르세요.",
    "Found no program that can print a book. Install chromium, weasyprint or wkhtmltopdf, as with `sudo apt install chromium`, or export as html and print that in a browser.":
      "책을 인쇄할 프로그램이 없습니다. `sudo apt install chromium`처럼 chromium, weasyprint, wkhtmltopdf 중 하나를 설치하거나, html로 내보내 브라우저에서 인쇄하세요.",
    "%1 has an export of another diary. Choose another folder.":
      "%1에는 다른 다이어리를 내보낸 파일이 있습니다. 다른 폴더를 고르세요.",
    "%1 already exists. Choose another name, or remove it first.":
      "%1{이/가} 이미 있습니다. 다른 이름을 고르거나 먼저 지우세요.",
    "Couldn't write an archive: libarchive isn't installed. Install libarchive13.":
      "libarchive가 없어 압축 파일을 쓸 수 없습니다. libarchive13을 설치하세요.",
    "Couldn't export to %1: %2. Nothing there was changed.":
      "%1에 내보내지 못했습니다: %2. 그곳은 바뀌지 않았습니다.",
    "Stopped the export to %1. Nothing there was changed.":
      "%1에 내보내기를 멈추었습니다. 그곳은 바뀌지 않았습니다.",
    "The export in %1 is only partly up to date: %2. Export again to finish it.":
      "%1에 내보낸 파일은 일부만 새것입니다: %2. 다시 내보내면 끝납니다.",
    "The parent folder of %1 doesn't exist. Create it, or attach the disk it's on.":
      "%1{을/를} 만들 폴더가 없습니다. 폴더를 만들거나 디스크를 연결하세요.",
    "%1 contains the diary's own folder. Choose another place, preferably on another disk.":
      "%1 안에 다이어리 폴더가 있습니다. 다른 곳, 되도록 다른 디스크를 고르세요.",
    "%1 is itself a diary or a backup. Choose another place.":
      "%1{은/는} 다이어리나 그 백업입니다. 다른 곳을 고르세요.",
    "%1 has backups of another diary. Choose another folder.":
      "%1에는 다른 다이어리의 백업이 있습니다. 다른 폴더를 고르세요.",
    "No backups in %1. Check the path.": "%1에 백업이 없습니다. 경로를 확인하세요.",
    "%1 isn't a backup. Name a folder that `photodiary backup` made.":
      "%1{은/는} 백업이 아닙니다. `photodiary backup`이 만든 폴더를 지정하세요.",
    "The backup %1 is damaged, so nothing was restored. Try an earlier one, or copy the folder by hand and run `photodiary verify --repair` on it.":
      "백업 %1{이/가} 손상되어 아무것도 복원하지 않았습니다. 더 이른 백업으로 해 보거나, 폴더를 직접 복사해 `photodiary verify --repair`를 실행하세요.",
    "%1 isn't empty. Name a new or empty folder with --store.":
      "%1{이/가} 비어 있지 않습니다. 백업은 새 폴더나 빈 폴더에 복원합니다. --store로 지정하세요.",
    "%1 is inside the backup itself. Name another folder with --store.":
      "%1{은/는} 백업 안에 있습니다. --store로 다른 폴더를 지정하세요.",
    "The diary's trash kept being emptied while it was copied to %1. Try again later.":
      "%1에 복사하는 동안 휴지통을 거듭 비웠습니다. 나중에 다시 하세요.",
    "Couldn't back up to %1: %2. Earlier backups are unharmed.":
      "%1에서 실패했습니다: %2. 이전 백업은 그대로입니다.",
    "Stopped. Nothing was left in %1.": "멈추었습니다. %1에 남은 것은 없습니다.",
    "attachment.missing": "%1에 파일이 없습니다. 경로를 확인하세요.",
    "File %1 not found. Check the path.": "파일 %1{이/가} 없습니다. 경로를 확인하세요.",
    "%1 is Diarium's export as HTML, Word or RTF, which isn't read. Nothing was added. Export as JSON or text from Diarium instead.":
      "%1{은/는} Diarium에서 HTML, Word나 RTF로 내보낸 것이라 읽을 수 없습니다. 아무것도 추가하지 않았습니다. Diarium에서 JSON이나 텍스트로 내보내세요.",
    """
    %1 is a diary from %2 that is encrypted. Nothing was added. Decrypt it there, or export it without a \
    password, and import that.
    """:
      "%1: 암호화된 %2 일기입니다. 아무것도 추가하지 않았습니다. %2에서 암호화를 풀거나 암호 없이 내보낸 뒤 가져오세요.",
    "%1 looks like a diary from %2, which can't be read yet. Nothing was added.":
      "%1{은/는} %2 일기로 보이는데 아직 읽을 수 없습니다. 추가한 것은 없습니다.",
    "Nothing was added. Import can't read these files in %1: %2.":
      "추가한 것은 없습니다. %1에 있는 것을 읽을 수 없습니다: %2.",
    "Nothing was added. Import can't read these files in %1: %2 and %3 more.":
      "추가한 것은 없습니다. %1에 있는 것을 읽을 수 없습니다: %2 외 %3개.",
    "To import only its %1 photos, use --format photos.":
      "안에 있는 사진 %1장만 가져오려면 --format photos를 쓰세요.",
    "%1 holds %2 archives. Nothing was added; import each by itself: %3%4":
      "%1에 압축 파일이 %2개 있습니다. 추가한 것은 없습니다. 하나씩 가져오세요: %3%4",

    // Why a member of an archive isn't unpacked.
    "its path is absolute": "경로가 시스템의 루트에서 시작합니다",
    "its path leads out of the archive": "경로가 압축 파일 밖으로 나갑니다",
    "its name has control characters": "이름에 제어 문자가 있습니다",
    "its name is too long": "이름이 너무 깁니다",
    "it's nested too deeply": "폴더가 너무 깊습니다",
    "it's a link": "링크입니다",
    "it's a device or a pipe": "장치나 파이프입니다",
    "it's encrypted": "암호화되어 있습니다",
    "another file has the same name": "같은 이름이 이미 있습니다",
  ]
}
