import Glibc

/// A place in a program's run, and what befalls it there.
struct FaultPoint: Hashable, Sendable, CustomStringConvertible {
  enum Fault: Hashable, Sendable, CaseIterable {
    /// The program is killed before the call.
    case kill
    /// The call fails.
    case ioError
    case diskFull
  }

  let call: String
  /// From 1, among the calls of that name that touch the watched folders.
  let number: Int
  let failure: Fault

  var description: String {
    switch failure {
    case .kill: "killed before \(call) \(number)"
    case .ioError: "\(call) \(number) failing with EIO"
    case .diskFull: "\(call) \(number) failing with ENOSPC"
    }
  }

  /// As `CallTracer` takes it.
  var arguments: [String] {
    let failure =
      switch failure {
      case .kill: "kill"
      case .ioError: String(EIO)
      case .diskFull: String(ENOSPC)
      }
    return [call, String(number), failure]
  }

  /// Every point of a run that made these calls, in the order of the calls.
  static func all(of calls: [RecordedCall]) -> [FaultPoint] {
    var numbers: [String: Int] = [:]
    return calls.flatMap { call in
      numbers[call.name, default: 0] += 1
      return Fault.allCases.map {
        FaultPoint(call: call.name, number: numbers[call.name, default: 0], failure: $0)
      }
    }
  }
}
