extension KoreanTable {
  /// `photodiary backup`.
  static let backup: [String: String] = [
    "Back up the diary, check backups, or restore one.": "다이어리를 날짜별로 백업하고, 백업을 검사하거나 복원합니다.",
    "The folder of the backups; with --check or --restore, a backup.":
      "백업을 두는 폴더. --check와 --restore에는 백업.",
    "Keep one backup for each of the last days, weeks and months, such as 7d,4w,12m; remove the rest.":
      "7d,4w,12m처럼 적은 만큼의 날, 주, 달의 백업만 남기고 오래된 것을 지웁니다.",
    "Check every file of the backups instead of making one.": "새로 백업하지 않고 백업의 모든 파일을 검사합니다.",
    "Restore the backup to --store.": "백업을 --store에 다이어리로 복원합니다.",
    "Name the folder of the backups.": "백업을 둘 폴더의 이름을 쓰세요.",
    "--check and --restore can't be used together.": "--check와 --restore는 함께 쓸 수 없습니다.",
    "--keep only works when making a backup.": "--keep은 백업할 때만 씁니다.",
    "Unknown --keep “%1”. Write it as 7d,4w,12m: days, weeks, months.":
      "“%1”{은/는} --keep에 쓸 수 없습니다. 7d,4w,12m(일, 주, 월)처럼 쓰세요.",
    "Removed backup %1.": "백업 %1{을/를} 지웠습니다.",
    "Backed up, but the diary is damaged. Run `photodiary verify` for details.":
      "백업은 했지만 다이어리가 손상되었습니다. 자세한 것은 `photodiary verify`로 볼 수 있습니다.",
    "Older backups were kept: they may have what this one lacks.":
      "이전 백업은 지우지 않았습니다. 잃은 것이 거기 있을 수 있습니다.",
    "Restored to %1: %2, %3.": "%1에 복원했습니다: %2, %3.",
    "%1 of %2 files copied": "파일 %2개 중 %1개 복사함",
    "%1 of %2 files checked": "파일 %2개 중 %1개 검사함",
    "%1 of %2 files received": "파일 %2개 중 %1개 받음",
    "%1 of %2 files sent": "파일 %2개 중 %1개 보냄",
    "Backed up to %1: %2, %3.": "%1에 백업했습니다: %2, %3.",
    "Backed up to %1: %2, %3, of which %4 take no extra space.":
      "%1에 백업했습니다: %2, %3. 그중 %4{은/는} 새 공간을 차지하지 않습니다.",
    "Checked 1 backup. No problems found.": "백업 1개를 검사했습니다. 문제가 없습니다.",
    "Checked %1 backups. No problems found.": "백업 %1개를 검사했습니다. 모두 문제가 없습니다.",
    "Checked %1 backups. Problems found: %2.": "백업 %1개를 검사했습니다. 손상 %2건을 찾았습니다.",
    "it doesn't match what was written": "쓴 내용과 다릅니다",
  ]
}
