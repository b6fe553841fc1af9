extension KoreanTable {
  /// Films and recordings as they are shown and played.
  static let media: [String: String] = [
    "%1 films": "동영상 %1개",
    "%1 recordings": "녹음 %1개",
    "Film %1": "동영상 %1",
    "Length": "길이",
    "Play the film or Live Photo": "동영상이나 라이브 포토 재생",
    "Playing %1.": "%1{을/를} 재생합니다.",
    "Opening %1…": "%1{을/를} 여는 중…",
    "This is a photo: there is nothing to play.": "사진이라서 재생할 것이 없습니다.",
    "A film has no caption.": "동영상에는 설명을 달 수 없습니다.",
    "Couldn't play it: install mpv, or set `player` in the settings.":
      "재생하지 못했습니다. mpv를 설치하거나 설정에서 `player`를 정하세요.",
    "%1 couldn't play %2.": "%1{이/가} %2{을/를} 재생하지 못했습니다.",
    "What plays films and recordings; default: mpv, else the desktop's program":
      "동영상과 녹음을 재생할 명령; 없으면 mpv나 데스크톱의 프로그램",
    "ffmpeg would show a frame of it": "ffmpeg가 있으면 한 장면을 보여 줍니다",
    "install ffmpeg to see a frame of it": "ffmpeg를 설치하면 한 장면이 보입니다",
    "Install ffmpeg to see frames of films and how long they are.":
      "ffmpeg를 설치하면 동영상의 한 장면과 길이가 보입니다.",
    "This kernel has no Landlock, so ffmpeg could open other files while it reads films. Be careful with films from strangers.":
      "이 커널에는 Landlock이 없어서, 동영상을 읽는 ffmpeg가 다른 파일도 열 수 있습니다. 모르는 사람의 동영상은 조심하세요.",
    // Recording.
    "voice": "음성",
    "Record a voice note": "음성 메모 녹음",
    "Voice note": "음성 메모",
    "End and keep the recording": "녹음을 마치고 저장",
    "Throw it away (asks first)": "버리기(먼저 묻습니다)",
    "keep": "저장",
    "throw away": "버리기",
    "Throw the recording away?": "녹음을 버릴까요?",
    "It goes on until you answer, and can't be brought back.":
      "답할 때까지 녹음은 계속되고, 버리면 되살릴 수 없습니다.",
    "Keeping it…": "저장하는 중…",
    "Recording %1": "녹음 중 %1",
    "Enter ends it": "Enter로 마침",
    "Record a voice note for it, until Enter or Ctrl-C.":
      "음성 메모를 녹음합니다. Enter나 Ctrl-C로 마칩니다.",
    "The recording was kept as %1.": "녹음은 %1에 남아 있습니다.",
    "To record sound, install arecord (alsa-utils) or pw-record (pipewire).":
      "녹음하려면 arecord(alsa-utils)나 pw-record(pipewire)를 설치하세요.",
    "Couldn't record: nothing came from the microphone.":
      "녹음하지 못했습니다. 마이크에서 아무것도 들어오지 않았습니다.",
    "an encrypted diary needs XDG_RUNTIME_DIR for that":
      "암호화한 일기는 녹음하는 동안 XDG_RUNTIME_DIR가 있어야 합니다",
    "Couldn't record: %1": "녹음하지 못했습니다: %1",
  ]
}
