extension BackupDamage {
  var korean: String { "\(backup)/\(file): \(words)" }

  private var words: String {
    switch kind {
    case .noManifest: "없습니다. 백업에 무엇이 있었는지 알 수 없습니다"
    case .damagedManifest: "손상되어 백업에 무엇이 있었는지 알 수 없습니다"
    case .missing: "없습니다"
    case .changed: "내용이 백업한 것과 다릅니다"
    case .notAFile: "일반 파일이 아닙니다"
    case .unreadable: "읽을 수 없습니다"
    }
  }
}
