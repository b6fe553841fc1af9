import Words

extension DiaryError {
  // Sentences are `korean(…)` where a particle follows a name.
  var korean: String {
    switch self {
    case .noSuchEntry(let id):
      "id가 \(id)인 일기가 없습니다. `photodiary list`로 id를 볼 수 있습니다."
    case .ambiguousID(let prefix, let count):
      Words.korean("id가 \(prefix){으로/로} 시작하는 일기가 \(count)개입니다. id를 더 길게 쓰세요.")
    case .noSuchRevision(let id, let title):
      Words.korean("“\(title)”에 저장본 \(id){이/가} 없습니다. `photodiary history`로 볼 수 있습니다.")
    case .ambiguousRevision(let prefix, let count):
      Words.korean("id가 \(prefix){으로/로} 시작하는 저장본이 \(count)개입니다. id를 더 길게 쓰세요.")
    case .emptyEntry:
      "일기가 비어 있습니다. 제목이나 글, 사진을 넣으세요."
    case .notTheAuthor(let title):
      Words.korean("“\(title)”{은/는} 다른 사람이 썼습니다. 글쓴이만 고치거나 삭제할 수 있습니다.")
    case .inTrash(let title):
      Words.korean("“\(title)”{은/는} 휴지통에 있습니다. 먼저 복원하세요.")
    case .notInTrash(let title):
      Words.korean("“\(title)”{은/는} 휴지통에 없어서 복원할 것이 없습니다.")
    case .invalidDate(let text):
      Words.korean(
        "“\(text)”{은/는} 날짜가 아닙니다. 2026-11-19 07:30, 어제 21:00, 3일 전처럼 쓰세요.")
    case .invalidName(let name):
      Words.korean("“\(name)”{은/는} 이름으로 쓸 수 없습니다. 화면에 표시되는 글자로 한 줄을 쓰세요.")
    case .noSuchPhoto(let asset, let title):
      Words.korean("“\(title)”에 사진 \(asset){이/가} 없습니다.")
    case .noSuchJournal(let name):
      Words.korean("일기장 “\(name.shortened)”{이/가} 없습니다. `photodiary journals`로 볼 수 있습니다.")
    case .sameJournal(let name):
      Words.korean("“\(name.shortened)”{을/를} 자기 자신과 합칠 수 없습니다. 일기를 옮길 다른 일기장을 쓰세요.")
    case .journalExists(let name):
      Words.korean("일기장 “\(JournalName.shown(name).shortened)”{은/는} 이미 있습니다. 다른 이름을 쓰거나 둘을 합치세요.")
    case .invalidJournalName(let name):
      Words.korean("“\(name.shortened)”{은/는} 일기장 이름으로 쓸 수 없습니다. 화면에 표시되는 글자로 짧게 한 줄을 쓰세요.")
    case .defaultJournal:
      "기본 일기장은 이름을 바꾸거나 합치거나 삭제할 수 없습니다. 일기를 옮길 수는 있습니다."
    case .noSuchTag(let name):
      Words.korean("태그 #\(name.shortened){이/가} 있는 일기가 없습니다. `photodiary tags`로 볼 수 있습니다.")
    case .invalidTag(let name):
      Words.korean("“\(name.shortened)”{은/는} 태그로 쓸 수 없습니다. 화면에 표시되는 글자로 짧게 한 줄을 쓰세요.")
    case .photo(let path, let fault): Self.korean(fault, path)
    case .attachment(let path, let fault): Self.korean(attachment: fault, path)
    case .store(let path, let fault): Self.korean(fault, path)
    case .draft(let path):
      Words.korean("초안 \(path){이/가} 손상되어 어떤 사진이 들어 있는지 알 수 없습니다.")
        + " 아무것도 지우지 않았습니다. 먼저 초안을 고치거나 지우세요."
    case .input(let name, let fault): Self.korean(fault, name)
    case .export(let path, let fault): Self.korean(fault, path)
    case .backup(let path, let fault): Self.korean(fault, path)
    case .settings(let mistakes): mistakes.map(\.text).joined(separator: " ")
    case .editor(let name, .cannotStart(let reason)):
      Words.korean(
        "편집기 \(name){을/를} 시작할 수 없습니다: \(reason). 설치된 편집기를 EDITOR에 지정하세요.")
    case .editor(let name, .failed(let status)):
      Words.korean("편집기 \(name){이/가} 상태 \(status){으로/로} 실패했습니다. 저장된 내용은 읽어 왔습니다.")
    }
  }

  private static func korean(_ fault: PhotoFault, _ path: String) -> String {
    switch fault {
    case .missing: "\(path)에 사진이 없습니다. 경로를 확인하세요."
    case .isFolder: Words.korean("\(path){은/는} 사진이 아니라 폴더입니다. 폴더 안의 파일을 지정하세요.")
    case .notAFile: Words.korean("\(path){은/는} 일반 파일이 아닙니다. 먼저 사진을 파일로 복사하세요.")
    case .unreadable: Words.korean("\(path){을/를} 읽을 수 없습니다. 권한을 확인하세요.")
    case .gone:
      Words.korean("그사이 휴지통을 비워 사진 \(path){이/가} 다이어리에 없습니다. 다시 추가하세요.")
    case .notAnImage:
      Words.korean(
        "\(path){은/는} 사진이 아닙니다. JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF를 추가할 수 있습니다.")
    case .noPictureProgram:
      Words.korean(
        "\(path){을/를} 추가하지 못했습니다. photodiary-picture가 없으니 PhotoDiary를 다시 설치하세요.")
    case .timedOut:
      Words.korean("\(path){을/를} 추가하지 못했습니다. 읽는 데 너무 오래 걸립니다. 더 작은 사본으로 해 보세요.")
    }
  }

  private static func korean(attachment fault: PhotoFault, _ path: String) -> String {
    switch fault {
    case .missing: "\(path)에 파일이 없습니다. 경로를 확인하세요."
    case .isFolder: Words.korean("\(path){은/는} 폴더입니다. 폴더 안의 파일을 지정하세요.")
    case .notAFile: Words.korean("\(path){은/는} 일반 파일이 아닙니다. 먼저 일반 파일로 복사하세요.")
    case .gone:
      Words.korean("그사이 휴지통을 비워 파일 \(path){이/가} 다이어리에 없습니다. 다시 추가하세요.")
    case .unreadable, .notAnImage, .noPictureProgram, .timedOut: korean(.unreadable, path)
    }
  }

  private static func korean(_ fault: StoreFault, _ path: String) -> String {
    switch fault {
    case .missing:
      "\(path)에 아직 다이어리가 없습니다. 첫 일기를 쓰면 만들어집니다."
        + " 있어야 한다면 --store와 PHOTODIARY_STORE를 확인하세요."
    case .readOnly:
      Words.korean("\(path){은/는} 읽기 전용입니다. 파일 시스템이나 권한이 쓰기를 막고 있습니다.")
        + " 아무것도 바뀌지 않았습니다."
    case .noPermission: "\(path)에 대한 권한이 없습니다. 소유자와 권한을 확인하세요."
    case .diskFull:
      Words.korean("디스크가 가득 차서 \(path){을/를} 저장하지 못했습니다. 공간을 비우고 다시 저장하세요.")
    case .notAFolder:
      Words.korean("\(path){은/는} 폴더가 아닙니다. --store와 PHOTODIARY_STORE를 확인하세요.")
    case .newerFormat(let version):
      "\(path)에 있는 다이어리의 형식은 \(version)이며 이 프로그램보다 새롭습니다. PhotoDiary를 업데이트하세요."
    case .locked:
      Words.korean("다른 프로그램이 \(path){을/를} 잠그고 쓰는 중입니다. 기다리거나 끝낸 뒤 다시 하세요.")
    case .damaged(let what):
      Words.korean("\(path){이/가} 손상되었습니다: \(what). `photodiary verify`를 실행하세요.")
    case .unavailable(let operation, let reason):
      "지금은 \(operation.words(path))에 실패했습니다: \(reason). 이전 내용은 그대로입니다."
        + " 디스크나 네트워크, 컴퓨터가 회복되면 다시 하세요."
    case .failed(let operation, let reason):
      "\(operation.words(path))에 실패했습니다: \(reason). 이전 내용은 그대로입니다."
    }
  }

  private static func korean(_ fault: InputFault, _ name: String) -> String {
    switch fault {
    case .missing: Words.korean("파일 \(name){이/가} 없습니다. 경로를 확인하세요.")
    case .unreadable(let reason): Words.korean("\(name){을/를} 읽을 수 없습니다: \(reason).")
    case .notUTF8(let byte):
      Words.korean("\(name){은/는} \(byte)바이트째에서 UTF-8 텍스트가 아닙니다.")
        + " iconv 같은 프로그램으로 먼저 변환하세요."
    case .notJSON(let line): "\(name) \(line)번째 줄: 올바른 JSON이 아닙니다."
    case .onlyJSON:
      Words.korean("\(name){은/는} JSON이 아닙니다. 여기서는 JSON만 읽을 수 있으니 파일 이름을 지정하세요.")
    case .notAnEntry(let line, let reason): "\(name) \(line)번째 줄: \(reason)."
    case .unknownFormat:
      Words.korean("\(name){은/는} 가져올 수 있는 형식이 아닙니다.")
        + " JSON Lines, JSON, Markdown, Day One·Journey·Apple Journal·Diaro·Joplin·Google Keep 내보내기,"
        + " jrnl과 RedNotebook의 일기, 사진 폴더와"
        + " 이를 묶은 zip이나 tar를 가져올 수 있습니다."
    case .foreignDiary(let program, let photos):
      Words.korean("\(name){은/는} \(program) 일기로 보이는데 아직 읽을 수 없습니다. 추가한 것은 없습니다.")
        + koreanPhotosHint(photos)
    case .unreadFiles(let files, let more, let photos):
      "추가한 것은 없습니다. \(name)에 있는 것을 읽을 수 없습니다: " + files.joined(separator: ", ")
        + (more > 0 ? " 외 \(more)개." : ".") + koreanPhotosHint(photos)
    case .severalArchives(let archives):
      "\(name)에 압축 파일이 \(archives.count)개 있습니다. 추가한 것은 없습니다. 하나씩 가져오세요: "
        + archives.prefix(5).joined(separator: ", ") + (archives.count > 5 ? "…" : ".")
    case .notOfFormat(let format):
      Words.korean("\(name){은/는} \(format) 형식이 아닙니다. --format을 빼면 형식을 알아서 찾습니다.")
    case .changed:
      Words.korean("\(name){이/가} 읽는 동안 바뀌었습니다. 추가한 것은 없습니다. 다시 가져오세요.")
    case .archive(let fault): korean(fault, name)
    }
  }

  private static func koreanPhotosHint(_ photos: Int) -> String {
    photos == 0 ? "" : " 안에 있는 사진 \(photos)장만 가져오려면 --format photos를 쓰세요."
  }

  private static func korean(_ fault: ArchiveFault, _ name: String) -> String {
    switch fault {
    case .noLibrary:
      Words.korean("\(name){은/는} 압축 파일인데 libarchive가 없어 읽을 수 없습니다.")
        + " libarchive13을 설치하거나 압축을 풀어 폴더를 가져오세요."
    case .damaged:
      Words.korean("\(name){이/가} 손상되었거나 잘려서 압축을 풀 수 없습니다. 추가한 것은 없습니다.")
    case .tooMany(let count):
      "\(name)에 파일이 \(count)개보다 많습니다. 압축을 풀어 폴더를 가져오세요."
    case .tooLarge(let bytes):
      "\(name)의 내용이 \(bytes >> 30)GiB보다 큽니다. 압축을 풀어 폴더를 가져오세요."
    case .tooDense:
      Words.korean("\(name){을/를} 풀면 백 배 넘게 커집니다. 디스크를 채우려는 파일로 보여")
        + " 아무것도 추가하지 않았습니다."
    case .notWritten(let reason):
      "\(name)의 압축을 풀 수 없습니다: \(reason). 추가한 것은 없습니다. 공간을 만든 뒤 다시 하세요."
    case .nothingUnpacked(let member, let fault):
      "\(name)에는 풀 수 있는 것이 없습니다: \(member), \(fault.korean)."
    }
  }

  private static func korean(_ fault: ExportFault, _ path: String) -> String {
    switch fault {
    case .notEmpty:
      Words.korean("\(path){이/가} 비어 있지 않고, 이전에 내보낸 같은 종류의 파일도 없습니다.")
        + " 다른 폴더를 고르세요."
    case .notAFolder: Words.korean("\(path){은/는} 폴더가 아닙니다. 다른 곳을 고르세요.")
    case .insideStore: Words.korean("\(path){은/는} 다이어리 폴더 안에 있습니다. 다른 곳을 고르세요.")
    case .noPrinter:
      "책을 인쇄할 프로그램이 없습니다. `sudo apt install chromium`처럼 chromium, weasyprint, "
        + "wkhtmltopdf 중 하나를 설치하거나, html로 내보내 브라우저에서 인쇄하세요."
    case .otherDiary: "\(path)에는 다른 다이어리를 내보낸 파일이 있습니다. 다른 폴더를 고르세요."
    case .fileExists: Words.korean("\(path){이/가} 이미 있습니다. 다른 이름을 고르거나 먼저 지우세요.")
    case .noArchiveLibrary:
      "libarchive가 없어 압축 파일을 쓸 수 없습니다. libarchive13을 설치하세요."
    case .failed(let reason):
      "\(path)에 내보내지 못했습니다: \(reason). 그곳은 바뀌지 않았습니다."
    case .cancelled: "\(path)에 내보내기를 멈추었습니다. 그곳은 바뀌지 않았습니다."
    case .incomplete(let reason):
      "\(path)에 내보낸 파일은 일부만 새것입니다: \(reason). 다시 내보내면 끝납니다."
    }
  }

  private static func korean(_ fault: BackupFault, _ path: String) -> String {
    switch fault {
    case .notAFolder: Words.korean("\(path){은/는} 폴더가 아닙니다. 다른 곳을 고르세요.")
    case .noParent:
      Words.korean("\(path){을/를} 만들 폴더가 없습니다. 폴더를 만들거나 디스크를 연결하세요.")
    case .insideStore: Words.korean("\(path){은/는} 다이어리 폴더 안에 있습니다. 다른 곳을 고르세요.")
    case .aroundStore:
      "\(path) 안에 다이어리 폴더가 있습니다. 다른 곳, 되도록 다른 디스크를 고르세요."
    case .isDiary:
      Words.korean("\(path){은/는} 다이어리나 그 백업입니다. 다른 곳을 고르세요.")
    case .otherDiary: "\(path)에는 다른 다이어리의 백업이 있습니다. 다른 폴더를 고르세요."
    case .noBackups: "\(path)에 백업이 없습니다. 경로를 확인하세요."
    case .notABackup:
      Words.korean("\(path){은/는} 백업이 아닙니다. `photodiary backup`이 만든 폴더를 지정하세요.")
    case .damaged:
      Words.korean("백업 \(path){이/가} 손상되어 아무것도 복원하지 않았습니다.")
        + " 더 이른 백업으로 해 보거나, 폴더를 직접 복사해 `photodiary verify --repair`를 실행하세요."
    case .targetNotEmpty:
      Words.korean("\(path){이/가} 비어 있지 않습니다. 백업은 새 폴더나 빈 폴더에 복원합니다.")
        + " --store로 지정하세요."
    case .targetInBackup:
      Words.korean("\(path){은/는} 백업 안에 있습니다. --store로 다른 폴더를 지정하세요.")
    case .changing:
      "\(path)에 복사하는 동안 휴지통을 거듭 비웠습니다. 나중에 다시 하세요."
    case .failed(let reason):
      "\(path)에서 실패했습니다: \(reason). 이전 백업은 그대로입니다."
    case .cancelled: "멈추었습니다. \(path)에 남은 것은 없습니다."
    }
  }
}
