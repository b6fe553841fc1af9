import Glibc

/// A call of a program's run, and a fault.
struct FaultPoint: Hashable, Sendable, CustomStringConvertible {
  enum Fault: Hashable, Sendable, CaseIterable {
    case kill
    case ioError
    case diskFull
  }

  let call: String
  /// The number, from 1, among calls of that name in the watched folders.
  let number: Int
  let failure: Fault

  var description: String {
    switch failure {
    case .kill: "killed before \(call) \(number)"
    case .ioError: "\(call) \(number) failing with EIO"
    case .diskFull: "\(call) \(number) failing with ENOSPC"
    }
  }

  /// The arguments for `CallTracer`.
  var arguments: [String] {
    let failure =
      switch failure {
      case .kill: "kill"
      case .ioError: String(EIO)
      case .diskFull: String(ENOSPC)
      }
    return [call, String(number), failure]
  }

  /// Returns every point of a run with these calls, in order.
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
