import DiaryCore
import System

/// The version of the store's format, and the text that explains it to whoever finds the folder.
package enum StoreFormat {
  package static let version = 1

  private static let heading = "PhotoDiary store, format "

  static let text = """
    \(heading)\(version)

    This folder is a diary written by PhotoDiary. You can read all of it without that program.

    log/<device>/<yyyy-mm>.jsonl
      The diary itself. Each line is one saved state ("revision") of one entry, as a JSON object
      in UTF-8. Lines are only ever added. "entry" is the entry's id, "parents" the revisions that
      this one replaces, "clock" when it was saved (UTC time + counter), "device" who saved it,
      "trashed" whether the entry is in the trash, "date", "title", "content" (Markdown), "tags",
      "journal", "author", "photos", "created" and "modified" what the entry was then; so are
      "starred", "mood", "place", "weather", "pinned" and "attachments" (other files, as films),
      which stand there only when something is noted.
      "sum", always the last member, is the revision's id: the first 32 hexadecimal digits of the
      SHA-256 of the line's bytes before the characters ,"sum": . A line whose sum is wrong is
      damaged. "prev", behind "device", is the "sum" of the line that this device saved before, null
      in its first one; lines of version 0.1.0 have none. So a line that was cut off while it was
      written can be told from one that was saved and damaged later: the line after it names the one
      before it. While several lines are added at once, all but the last of them say in "append" which
      append they are a part of. The current state of an entry is the revision that no other one
      names as its parent; if there are several, the diary was edited in two places at once, and all
      of them count: the entry is in the trash only if all of them say so.
      A "clock" more than a day ahead of the machine that reads it counts as the oldest.
      Each device writes its own folder only, so copies of a diary can be merged by putting all
      their files together.

    log/<device>/.unfinished
      Only while several entries are saved at once: which log they go to, its size before, their
      "append", and what journals/<device>.json said, if it changes too. While this file is there, the
      lines that follow that byte are no part of the diary, if the first and the last whole one of
      them name that append, and the journals are as it says; if the program was killed, the next one
      takes the rest back. Beside any other lines the file says nothing.

    chain/<device>.json
      The sums of lines that were taken out of that device's logs, by emptying the trash or by a
      repair, and that other lines name as "prev".

    chain/.<device>.last
      Which line that device saved last, and the "prev" of that line, so that lines which are missing
      at the end are missed. It can be deleted.

    assets/<ab>/<sha256>.<ext>
      Photos and attachments, byte for byte as they were added. The name is the SHA-256 of the bytes, the
      folder its first two digits. In "content", ![caption](photo:<sha256>) places a photo.

    index.json
      Every current entry, oldest first, one a line. It is made from the logs and can be deleted.
      "ids" and "positions" say at which byte an entry's line begins, "variants" which entries have
      characters that can be written in several ways, "pinned" which are pinned, "logs" up to which
      byte of each log the index goes; what comes after must be read from the log. "sums" are the
      XXH64 of each 4,096 bytes before them, with the number of the block, from 0, as its seed; where
      one is wrong the index is damaged, and the program makes it again.

    journals/<device>.json
      The journals that were made, given a color, put in order or deleted on that device. An entry
      names its journal itself, so that one can do without a record here. Of several records of a
      name, whatever its case, the one with the latest "clock" counts; a "deleted" one says that
      there is no such journal, unless an entry names it. Each device writes its own file only.

    owner.json
      The id and display name of the author whose diary this is.

    set-aside/
      Only after a repair: what could not be read, kept as it was found.

    backup.json
      Only in a backup: when it was made, of which diary (the id in owner.json), and the size and
      SHA-256 of its files. Its last line has the SHA-256 of the bytes before that line.

    restored.json
      Only in a diary that was restored from a backup: which one, and when.

    .lock
      Empty. Programs that write lock it (fcntl, open file description) while they do.

    한국어
      이 폴더는 PhotoDiary로 쓴 다이어리이며, 그 프로그램 없이도 모두 읽을 수 있습니다.
      log/<기기>/<연-월>.jsonl: 다이어리 자체입니다. 저장할 때마다 일기 하나의 상태가 한 줄의 JSON으로
        덧붙습니다. "entry"는 일기, "parents"는 이 줄이 대신하는 상태, "sum"은 그 앞까지의 SHA-256,
        "prev"는 같은 기기가 앞서 저장한 줄의 "sum"입니다. 여러 일기를 한꺼번에 저장한 줄은 "append"로
        묶이며, 그동안만 .unfinished 파일이 있습니다. 다른 줄의 "parents"에 없는 줄이 그 일기의 지금
        상태입니다. 기기마다 제 폴더에만 쓰므로, 사본들의 파일을 한데 모으면 다이어리가 합쳐집니다.
      chain/: 휴지통을 비우거나 복구하면서 뺀 줄의 "sum"과, 기기마다 마지막으로 저장한 줄입니다.
      assets/: 사진과 첨부 파일이 원본 그대로 있습니다. 파일 이름은 그 SHA-256입니다.
      index.json: 지금의 일기가 오래된 것부터 한 줄에 하나씩 있습니다. log에서 다시 만들 수 있습니다.
      journals/, owner.json: 일기장의 색과 순서, 다이어리를 쓰는 사람입니다.
      set-aside/: 복구할 때 읽을 수 없던 것을 그대로 둔 곳입니다.

    """

  enum State {
    case missing
    /// There is a file that doesn't say which format the store has.
    case damaged
    case said(Int)
  }

  /// What the store says of its format.
  static func state(of layout: StoreLayout) -> State {
    guard FileSystem.status(of: layout.format) != nil else { return .missing }
    guard let file = try? MappedFile(layout.format), let line = file.line(at: 0) else {
      return .damaged
    }
    let text = String(decoding: line.bytes, as: UTF8.self)
    guard text.hasPrefix(heading), let found = Int(text.dropFirst(heading.count)) else {
      return .damaged
    }
    return .said(found)
  }

  /// Whether a store doesn't say its format, though it should.
  static func isUnsaid(in layout: StoreLayout) -> Bool {
    if case .said = state(of: layout) { false } else { true }
  }

  /// Throws when the store was written by a newer program than this.
  static func check(_ layout: StoreLayout) throws(DiaryError) {
    guard case .said(let found) = state(of: layout), found > version else { return }
    throw .store(path: layout.root, .newerFormat(found))
  }

  /// Writes the text into a store.
  static func write(to layout: StoreLayout) throws(DiaryError) {
    try DurableFile.write(Array(text.utf8), to: layout.format)
  }
}
