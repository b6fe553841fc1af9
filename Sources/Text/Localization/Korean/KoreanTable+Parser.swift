extension KoreanTable {
  /// What ArgumentParser says by itself.
  static let parser: [String: String] = [
    "Unknown option '%1'. Did you mean '%2'?":
      "알 수 없는 옵션 '%1'. '%2'{을/를} 쓰려고 했나요?",
    "Unknown option '%1'": "알 수 없는 옵션 '%1'",
    "Missing value for '%1'": "'%1'의 값이 없습니다",
    "The option '%1' does not take any value, but '%2' was specified.":
      "옵션 '%1'에는 값을 쓰지 않는데 '%2'{을/를} 썼습니다.",
    "Unexpected argument '%1'": "쓰이지 않는 인자 '%1'",
    "%1 unexpected arguments: '%2'": "쓰이지 않는 인자 %1개: '%2'",
    "Value to be set with flag %1 had already been set with flag %2":
      "%1{으로/로} 정할 값을 %2{으로/로} 이미 정했습니다",
    "Missing expected argument '%1'": "인자 '%1'{이/가} 없습니다",
    "Missing one of: '%1'": "다음 중 하나가 없습니다: '%1'",
    "Missing required subcommand.": "하위 명령이 없습니다.",
    "The value '%1' is invalid for '%2'. Please provide one of '%3' or '%4'.":
      "'%2'에 '%1'{은/는} 쓸 수 없습니다. 다음 중 하나를 쓰세요: '%3', '%4'.",
    "The value '%1' is invalid for '%2'. Please provide one of '%3' and '%4'.":
      "'%2'에 '%1'{은/는} 쓸 수 없습니다. 다음 중 하나를 쓰세요: '%3', '%4'.",
    "The value '%1' is invalid for '%2'. Please provide one of the following:\n%3":
      "'%2'에 '%1'{은/는} 쓸 수 없습니다. 다음 중 하나를 쓰세요:\n%3",
    "The value '%1' is invalid for '%2': %3": "'%2'에 '%1'{은/는} 쓸 수 없습니다: %3",
    "The value '%1' is invalid for '%2'": "'%2'에 '%1'{은/는} 쓸 수 없습니다",
    "Invalid option: %1": "잘못된 옵션: %1",
    "Can't generate completion scripts for '%1'.\n%2":
      "'%1'의 자동 완성 스크립트는 만들 수 없습니다.\n%2",

    // Parts of its help.
    "OVERVIEW: %1": "개요: %1",
    "USAGE: %1": "사용법: %1",
    "ARGUMENTS:": "인자:",
    "OPTIONS:": "옵션:",
    "SUBCOMMANDS:": "하위 명령:",
    "%1 SUBCOMMANDS:": "%1 명령:",
    "  --version %1Show the version.": "  --version %1버전을 보여 줍니다.",
    "  -h, --help %1Show help information.": "  -h, --help %1도움말을 보여 줍니다.",
    "%1(values: %2; default: %3)": "%1(값: %2; 기본값: %3)",
    "%1(values: %2)": "%1(값: %2)",
    "%1(default: %2)": "%1(기본값: %2)",
    "  See '%1' for detailed help.": "  자세한 도움말은 '%1'{을/를} 참고하세요.",
  ]
}
