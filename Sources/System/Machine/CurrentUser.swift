import Glibc

/// Who runs the program, as the system knows it.
package enum CurrentUser {
  /// The number that files of this user have.
  package static var number: UInt32 { geteuid() }

  package static var isRoot: Bool { number == 0 }

  /// The home of the account.
  package static var home: String? { text { $0.pw_dir } }

  /// What is noted of the account, with the full name before the first comma.
  package static var notes: String? { text { $0.pw_gecos } }

  /// What the account is called.
  package static var account: String? { text { $0.pw_name } }

  private static func text(_ field: (passwd) -> UnsafeMutablePointer<CChar>?) -> String? {
    getpwuid(getuid()).flatMap { field($0.pointee) }.map { String(systemPath: $0) }
  }
}
