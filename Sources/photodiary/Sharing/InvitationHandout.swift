import DiaryCore
import Localization
import Sync
import TerminalUI

/// Gives a person an invitation to pass on: alone on a line of standard output, with what to do with it
/// beside, and as a QR code where a terminal has room for one.
enum InvitationHandout {
  static func give(_ invitation: Invitation) throws {
    ErrorLine.report(
      localized(
        """
        Give this invitation to one person; it is good until \
        \(LocalTime.minute(of: invitation.expires)). They run: photodiary join INVITATION
        """))
    try Output.write { output in try output.line(invitation.text) }
    QRCode(invitation.text)?.show()
    ErrorLine.report(
      localized(
        """
        Whoever used it shows up in `photodiary people`. Compare the three words there, then approve.
        """))
  }
}
