/// Simulates a kind of terminal, replying byte for byte as it does.
package final class TerminalActor {
  /// The replies of one kind of terminal.
  package struct Part: Sendable {
    package var answers: [String: String]
    /// The cell size reported by the kernel, or `nil`.
    package var cell: (width: Int, height: Int)?
    /// The columns in its replies to queries of the cursor's position, in turn; 0 for no reply.
    package var cursorColumns: [Int]

    package init(
      cell: (width: Int, height: Int)? = nil, cursorColumns: [Int] = [],
      _ answers: [String: String]
    ) {
      self.answers = answers
      self.cell = cell
      self.cursorColumns = cursorColumns
    }
  }

  package var part: Part
  /// Replies are kept in `held` instead of being sent.
  package var holdsBack: Bool
  package private(set) var held: [UInt8] = []
  /// The queries in order of arrival.
  package private(set) var asked: [String] = []
  private var unread: [UInt8] = []
  private var isInCommand = false
  private var cursorQueries = 0

  package static let cursorQuery = "\u{1B}[6n"

  package init(_ part: Part, holdsBack: Bool = false) {
    self.part = part
    self.holdsBack = holdsBack
  }

  func pixels(columns: Int, rows: Int) -> (width: Int, height: Int) {
    part.cell.map { ($0.width * columns, $0.height * rows) } ?? (0, 0)
  }

  /// Splits output into visible text and replies to queries.
  func read(_ bytes: ArraySlice<UInt8>) -> (shown: [UInt8], answers: [UInt8]) {
    unread += bytes
    var (shown, answers): ([UInt8], [UInt8]) = ([], [])
    var index = 0
    var questions = part.answers.map { (text: $0.key, bytes: Array($0.key.utf8), answer: $0.value) }
    if !part.cursorColumns.isEmpty {
      questions.append((Self.cursorQuery, Array(Self.cursorQuery.utf8), ""))
    }
    scan: while index < unread.count {
      let rest = unread[index...]
      guard rest.first == 0x1B else {
        if !isInCommand { shown.append(unread[index]) }
        index += 1
        continue
      }
      for question in questions where rest.starts(with: question.bytes) {
        asked.append(question.text)
        let isOfCursor = question.text == Self.cursorQuery
        answers += Array((isOfCursor ? cursorPosition() : question.answer).utf8)
        index += question.bytes.count
        continue scan
      }
      // The sequence may be incomplete.
      if rest.count < 2 || questions.contains(where: { $0.bytes.starts(with: rest) }) { break }
      let second = unread[index + 1]
      if isInCommand {
        isInCommand = second != UInt8(ascii: "\\")
      } else if second == UInt8(ascii: "_") {
        isInCommand = true
      } else {
        shown += rest.prefix(2)
      }
      index += 2
    }
    unread.removeFirst(index)
    if holdsBack {
      held += answers
      return (shown, [])
    }
    return (shown, answers)
  }

  private func cursorPosition() -> String {
    let column = part.cursorColumns[cursorQueries % part.cursorColumns.count]
    cursorQueries += 1
    return column > 0 ? "\u{1B}[2;\(column)R" : ""
  }
}

extension TerminalActor.Part {
  /// Recorded from kitty 0.26.5.
  package static let kitty = Self(
    cell: (9, 20), cursorColumns: [3, 2, 3, 3, 3, 7, 9, 9],
    [
      "\u{1B}[>q": "\u{1B}P>|kitty(0.26.5)\u{1B}\\", "\u{1B}[16t": "\u{1B}[6;20;9t",
      "\u{1B}[14t": "\u{1B}[4;480;720t", background: "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
      "\u{1B}[?2026$p": "\u{1B}[?2026;2$y", kittyQuestion: "\u{1B}_Gi=31;OK\u{1B}\\",
      "\u{1B}[?u": "\u{1B}[?0u", "\u{1B}[c": "\u{1B}[?62;c",
    ])

  /// Recorded from xterm 379 with `-ti vt340`, which reports no sizes in pixels.
  package static let xterm = Self(
    cell: (6, 13), cursorColumns: [5, 4, 2, 2, 3, 7, 9, 12],
    [
      "\u{1B}[>q": "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}[16t": "", "\u{1B}[14t": "",
      background: "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}[?2026$p": "\u{1B}[?2026;0$y",
      kittyQuestion: "", "\u{1B}[?1;1;0S": "\u{1B}[?1;0;1024S",
      "\u{1B}[?2;1;0S": "\u{1B}[?2;0;480;312S", "\u{1B}[?2;4;0S": "\u{1B}[?2;0;1000;1000S",
      "\u{1B}[c": "\u{1B}[?63;1;2;4;6;9;15;16;22;28c",
    ])

  /// Recorded from foot 1.13.1, which has no mode 2027 yet, with emoji sequences two columns wide,
  /// as by default in later versions.
  package static let foot = Self(
    cursorColumns: Array(repeating: 3, count: 8),
    [
      "\u{1B}[>q": "\u{1B}P>|foot(1.13.1)\u{1B}\\", "\u{1B}[16t": "", "\u{1B}[14t": "",
      background: "\u{1B}]11;rgb:24/24/24\u{1B}\\", "\u{1B}[?2026$p": "\u{1B}[?2026;2$y",
      kittyQuestion: "", "\u{1B}[?u": "\u{1B}[?0u", "\u{1B}[?1;1;0S": "", "\u{1B}[?2;1;0S": "",
      "\u{1B}[?2;4;0S": "", "\u{1B}[c": "\u{1B}[?62;4;22c",
    ])

  /// From iTerm2's documentation.
  package static let iterm = Self([
    "\u{1B}[>q": "\u{1B}P>|iTerm2 3.5.10\u{1B}\\", "\u{1B}[16t": "\u{1B}[6;17;8t",
    "\u{1B}[14t": "\u{1B}[4;408;640t", background: "\u{1B}]11;rgb:15/19/1f\u{7}",
    "\u{1B}[?2026$p": "\u{1B}[?2026;2$y", kittyQuestion: "", "\u{1B}[?1;1;0S": "",
    "\u{1B}[?2;1;0S": "", "\u{1B}[?2;4;0S": "", "\u{1B}[c": "\u{1B}[?64;1;2;4;6;17;18;21;22;52c",
  ])

  /// Recorded from tmux 3.3a.
  package static let tmux = Self(
    cell: (16, 32),
    [
      "\u{1B}[>q": "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}[16t": "", "\u{1B}[14t": "",
      background: "", "\u{1B}[?2026$p": "", kittyQuestion: "\u{1B}_Gi=31;OK\u{1B}\\",
      "\u{1B}[c": "\u{1B}[?1;2c",
    ])

  /// tmux with `allow-passthrough on`, in a named terminal with kitty's graphics.
  package static func tmux(in name: String) -> Self {
    var part = tmux
    part.answers[questionsBeyondTmux] =
      "\u{1B}P>|\(name)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c"
    return part
  }

  package static let questionsBeyondTmux =
    "\u{1B}Ptmux;"
    + ("\u{1B}[>q" + kittyQuestion + "\u{1B}[c").replacing("\u{1B}", with: "\u{1B}\u{1B}")
    + "\u{1B}\\"

  /// Shows text and never replies.
  package static let mute = Self([
    "\u{1B}[>q": "", "\u{1B}[16t": "", "\u{1B}[14t": "", background: "", "\u{1B}[c": "",
    kittyQuestion: "",
  ])

  package static let background = "\u{1B}]11;?\u{1B}\\"
  package static let kittyQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
}
