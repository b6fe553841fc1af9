extension KoreanTable {
  /// Remotes, and what goes wrong with them.
  static let remotes: [String: String] = [
    "%1: stopped. What was done is kept; sync again to go on.":
      "%1: 멈췄습니다. 한 것까지는 남아 있습니다. 다시 동기화하면 이어집니다.",
    "%1: no network%2. Your diary is safe here; sync when online.":
      "%1: 네트워크가 없습니다%2. 다이어리는 여기 그대로 있습니다. 연결되면 동기화하세요.",
    "%1: no such host%2. Check the address.": "%1: 그런 호스트가 없습니다%2. 주소를 확인하세요.",
    "%1 can't be reached%2. Check that it's on; sync again.":
      "%1에 연결할 수 없습니다%2. 켜져 있는지 보고 다시 동기화하세요.",
    "%1 stopped responding for %2 s. Sync again to go on.":
      "%1{이/가} %2초 동안 응답하지 않았습니다. 다시 동기화하면 이어집니다.",
    "%1: its certificate isn't trusted%2. Check the address and clock.":
      "%1: 인증서를 믿을 수 없습니다%2. 주소와 시계를 확인하세요.",
    "%1: its SSH host key is unknown. Connect once with ssh to accept it.":
      "%1: SSH 호스트 키를 모릅니다. ssh로 한 번 연결해서 받아들이세요.",
    "%1 doesn't exist%2. Check the address, or attach the disk.":
      "%1{은/는} 없습니다%2. 주소를 확인하거나 디스크를 연결하세요.",
    "%1 is a file. Name a folder or a git repository.": "%1{은/는} 파일입니다. 폴더나 git 저장소의 이름을 쓰세요.",
    "%1: %2 leads through a link or a file. Remove that, then sync again.":
      "%1: %2의 중간에 링크나 파일이 있습니다. 그것을 지우고 다시 동기화하세요.",
    "%1: no permission%2. Check who may write there.": "%1: 권한이 없습니다%2. 거기에 누가 쓸 수 있는지 확인하세요.",
    "%1 is read-only%2. Make it writable, then sync again.":
      "%1{은/는} 읽기 전용입니다%2. 쓸 수 있게 한 다음 다시 동기화하세요.",
    "%1: no space left there%2. Free some, then sync again.":
      "%1: 남은 공간이 없습니다%2. 공간을 비우고 다시 동기화하세요.",
    "%1 refused what was sent%2. Allow new branches photodiary/* and photodiary-photos/*.":
      "%1{이/가} 보낸 것을 거절했습니다%2. 새 브랜치 photodiary/*와 photodiary-photos/*를 허용하세요.",
    "%1 has more than %2 files. Use a place that only the diary writes to.":
      "%1에 파일이 %2개보다 많습니다. 다이어리만 쓰는 곳을 정하세요.",
    "%1: %2 has %3, too much to be the diary's. Remove it.":
      "%1: %2{은/는} %3{이라/라} 다이어리의 파일일 수 없습니다. 지우세요.",
    "%1: rclone knows no such remote%2. Run rclone config.":
      "%1: rclone에 그런 리모트가 없습니다%2. rclone config를 실행하세요.",
    "%1: %2 here: %3. Mend that and sync again.":
      "%1: 이 기기의 %2: %3. 고친 다음 다시 동기화하세요.",
    "%1 failed%2. What was sent is kept; sync again.": "%1: 실패했습니다%2. 보낸 것은 남아 있습니다. 다시 동기화하세요.",
    "A remote's address is one line of printable text.": "리모트의 주소는 화면에 표시되는 글자로 된 한 줄입니다.",
    "“%1” isn't a whole path. Begin it with / or ~/.": "“%1”{은/는} 전체 경로가 아닙니다. /나 ~/로 시작하세요.",
    "“%1”: HOME isn't set. Begin with /.": "“%1”: HOME이 정해져 있지 않습니다. /로 시작하세요.",
    "“%1” names no host. Write it as ssh://host/path or git@host:path.git.":
      "“%1”에 호스트가 없습니다. ssh://host/path나 git@host:path.git처럼 쓰세요.",
    "“%1” needs a path without quotes, backslashes or exclamation marks.":
      "“%1”에는 작은따옴표, 역슬래시, 느낌표가 없는 경로를 쓰세요.",
    "“%1” isn't rclone:REMOTE:PATH, with a REMOTE that rclone listremotes shows.":
      "“%1”{은/는} rclone:REMOTE:PATH가 아닙니다. REMOTE는 rclone listremotes로 볼 수 있습니다.",
    "%1 needs %2, which isn't installed. Install it: apt install %3":
      "%1에는 %2{이/가} 필요합니다. 설치하세요: apt install %3",
    "%1: its SSH host key changed. Nothing was sent. If that's expected, remove the old key with ssh-keygen -R HOST and connect once with ssh.":
      "%1: SSH 호스트 키가 바뀌었습니다. 아무것도 보내지 않았습니다. 바뀐 까닭을 알면 ssh-keygen -R HOST로 옛 키를 지우고 ssh로 한 번 연결하세요.",
    "%1: it asks for a login%2, and sync never asks. Load an SSH key with ssh-add, or store the password with a git credential helper or rclone config.":
      "%1: 로그인이 필요하지만%2 동기화는 묻지 않습니다. ssh-add로 SSH 키를 불러오거나, git credential helper나 rclone config로 비밀번호를 저장하세요.",
    "%1 belongs to another user%2. If you trust it: git config --global --add safe.directory PATH.":
      "%1{은/는} 다른 사용자의 것입니다%2. 믿을 수 있으면 git config --global --add safe.directory PATH를 실행하세요.",
    "%1 takes files up to %2: %3, %4, stays here. Use a folder, ssh or rclone for it.":
      "%1에는 %2까지의 파일만 들어갑니다. %3(%4){은/는} 여기 남습니다. 폴더나 ssh, rclone을 쓰세요.",
    "“%1” isn't a remote's address. Use /a/folder, a git URL or path that ends in .git, rclone:REMOTE:PATH or ssh://HOST/PATH.":
      "“%1”{은/는} 리모트의 주소가 아닙니다. /a/folder, git URL이나 .git으로 끝나는 경로, rclone:REMOTE:PATH, ssh://HOST/PATH 가운데 하나로 쓰세요.",
  ]
}
