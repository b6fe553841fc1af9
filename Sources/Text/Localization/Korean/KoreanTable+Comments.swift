extension KoreanTable {
  /// What people say under entries, and what is told of what others write.
  static let comments = [
    "comment": "댓글",
    "comment.edited": "수정됨",
    "Comment": "댓글",
    "Comments": "댓글",
    "Comment on %1": "%1에 댓글 쓰기",
    "Change your comment": "댓글 수정",
    "Remove your comment?": "댓글을 지울까요?",
    "Others may have read it.": "이미 읽은 사람이 있을 수 있습니다.",
    "The comment was changed meanwhile.": "그사이에 댓글이 바뀌었습니다.",
    "Commented on %1.": "%1에 댓글을 썼습니다.",
    "Saved your comment.": "댓글을 저장했습니다.",
    "Removed your comment.": "댓글을 지웠습니다.",
    "Removed your comment. Press %1 to undo.": "댓글을 지웠습니다. %1{을/를} 누르면 되살립니다.",
    "commenting on %1": "%1에 댓글 추가",
    "changing the comment on %1": "%1의 댓글 수정",
    "removing the comment on %1": "%1의 댓글 삭제",
    "%1 has a new comment.": "%1에 새 댓글이 있습니다.",
    "%1 has a new comment": "%1에 새 댓글이 있습니다",
    "A comment on %1 was changed": "%1의 댓글이 바뀌었습니다",
    "Comment by %1: %2": "%1의 댓글: %2",
    "%1 before these: `photodiary show` has all.":
      "앞선 %1: 모두 보려면 `photodiary show`를 쓰세요.",
    "The entry has no comment %1. Run `photodiary show` to see them.":
      "이 일기에 댓글 %1{이/가} 없습니다. `photodiary show`로 볼 수 있습니다.",
    "The comment is empty. Give it some text.": "댓글이 비었습니다. 내용을 쓰세요.",
    "The comment is too long: the limit is %1.": "댓글이 너무 깁니다. %1까지 쓸 수 있습니다.",
    "Someone else wrote that comment. Only its author may change or remove it.":
      "다른 사람이 쓴 댓글입니다. 쓴 사람만 고치거나 지울 수 있습니다.",
    "Comment on an entry.": "일기에 댓글을 씁니다.",
    "discussion.comment": """
    누가 쓴 일기든 그 아래에 댓글을 쓰고 댓글의 id를 출력합니다. 여럿이 쓰는 다이어리에서는 주인과 글쓴이가 쓸 수 \
    있습니다. `show`는 일기의 댓글을 id와 함께 보여 줍니다. 댓글은 쓴 사람만 --edit로 고치고 --remove로 \
    지웁니다.

    예:
      photodiary comment 3f2a91c0 --text "나도 가고 싶다"
      photodiary comment 3f2a91c0 --edit 5c1d9a3e --text "나도 가고 싶다!"
      photodiary comment 3f2a91c0 --remove 5c1d9a3e
    """,
    "The text; - reads standard input.": "내용. -이면 표준 입력에서 읽습니다.",
    "Change this comment of yours.": "내가 쓴 이 댓글을 고칩니다.",
    "Remove this comment of yours.": "내가 쓴 이 댓글을 지웁니다.",
    "--remove can't be combined with other options.": "--remove는 다른 옵션과 함께 쓸 수 없습니다.",
    "tell": "알림",
    "news.count": "새 글 %1개",
    "%1 wrote %2 in %3": "%3: %1{이/가} 새 글 %2개",
    "%1 wrote %2": "%1{이/가} 새 글 %2개",
    "%1 new in %2": "%2: 새 글 %1개",
    "%1 wrote “%2” in %3": "%3: %1{이/가} “%2”{을/를} 썼습니다",
    "%1 commented on “%2” in %3": "%3: %1{이/가} “%2”에 댓글을 썼습니다",
    "told on the desktop": "데스크톱 알림",
    "The desktop tells what others write in “%1”, with each sync of the timer.":
      "“%1”에 다른 사람이 쓴 것을 타이머가 동기화할 때마다 데스크톱이 알립니다.",
    "The desktop no longer tells what others write in “%1”.":
      "“%1”에 다른 사람이 쓴 것을 데스크톱이 더는 알리지 않습니다.",
    "Select one of the diaries below the journals.": "일기장 아래의 다이어리를 고르세요.",
    "Tell on the desktop what others write in that diary, or not":
      "그 다이어리에 다른 사람이 쓴 것을 데스크톱에 알림, 끄기",
    "What the desktop tells of what others write, with each sync of the timer":
      "다른 사람이 쓴 것 가운데 타이머가 동기화할 때마다 데스크톱이 알릴 것",
    "a list such as [\"Family\", \"tag:baby\"]": "[\"Family\", \"tag:baby\"] 같은 목록",
    "mark read": "모두 읽음",
    "Mark all that others wrote in that diary as read": "그 다이어리에 다른 사람이 쓴 것을 모두 읽음으로 표시",
    "All that others wrote here is marked as read.": "여기에 다른 사람이 쓴 것을 모두 읽음으로 표시했습니다.",
    "All that others wrote in “%1” is marked as read.":
      "“%1”에 다른 사람이 쓴 것을 모두 읽음으로 표시했습니다.",
    "All that others wrote is marked as read.": "다른 사람이 쓴 것을 모두 읽음으로 표시했습니다.",
    "Say what, with --text.": "--text로 내용을 쓰세요.",
  ]
}
