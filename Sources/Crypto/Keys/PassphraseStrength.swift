import CZxcvbn
import DiaryCore
import System
import Text

/// An estimate of how hard a passphrase is to guess for an attacker who has a file that it
/// encrypts.
package struct PassphraseStrength: Hashable, Sendable {
  /// The number of guesses, as a power of ten.
  package let guesses: Double
  /// scrypt's cost of each guess, as a power of two.
  private let cost: Int

  /// The guesses per second of an attacker with about twenty graphics cards, as a power of ten, for
  /// a cost of 17 (128 MiB).
  private static let guessesPerSecond = 3.0
  /// The number of bytes to estimate. The rest can't make a weak passphrase strong.
  private static let maxSize = 256
  private static let isLoaded = pd_zxcvbn_load()

  /// One bit, as a power of ten.
  private static let bitExponent = 0.301_03

  /// Estimates a passphrase with zxcvbn; `nil` if the library isn't installed.
  package init?(of passphrase: Passphrase, cost: Int = AgePassphrase.defaultCost) {
    guard Self.isLoaded else { return nil }
    var typed = TypedKeys(of: passphrase.bytes.prefix(Self.maxSize))
    defer { typed.keys.wipe() }
    typed.keys.append(0)
    let bits = typed.keys.withUnsafeBytes { bytes in
      bytes.bindMemory(to: CChar.self).baseAddress.map(pd_zxcvbn_bits) ?? 0
    }
    guesses = min(bits * Self.bitExponent, typed.maxGuesses)
    self.cost = cost
  }

  /// The time to guess the passphrase in seconds, as a power of ten.
  private var time: Double {
    guesses - Self.guessesPerSecond + Double(cost - AgePassphrase.defaultCost) * Self.bitExponent
  }

  /// `true` if the passphrase can be guessed within a year.
  package var isWeak: Bool { time < 7.5 }

  /// A one-line warning for the user who chooses the passphrase; `nil` if it isn't weak.
  package var warning: String? {
    guard isWeak else { return nil }
    return localized(
      """
      The passphrase is weak: anyone with the files could guess it \(duration). A few words chosen \
      at random are stronger.
      """)
  }

  private var duration: String {
    switch time {
    case ..<1.8: localized("immediately")
    case ..<3.6: localized("within minutes")
    case ..<4.9: localized("within hours")
    case ..<6.4: localized("within days")
    default: localized("within months")
    }
  }
}

/// A text as the keys that type it, because zxcvbn knows keyboard patterns and English words.
private struct TypedKeys {
  var keys: [UInt8] = []
  /// An upper limit for the number of guesses, whatever the keys are, as a power of ten.
  private(set) var maxGuesses = 0.0

  /// Five bits per Korean syllable, because in running text each one limits the next.
  private static let guessesOfSyllable = 1.5
  /// The guesses for any other character.
  private static let guessesOfLetter = 2.0

  // The keys of a Korean keyboard, in the order of the letters in Unicode.
  private static let initials = keys("r,R,s,e,E,f,a,q,Q,t,T,d,w,W,c,z,x,v,g")
  private static let vowels = keys("k,o,i,O,j,p,u,P,h,hk,ho,hl,y,n,nj,np,nl,b,m,ml,l")
  /// The final consonants. The first one is none.
  private static let finals = keys(
    ",r,R,rt,s,sw,sg,e,f,fr,fa,fq,ft,fx,fv,fg,a,q,qt,t,T,d,w,c,z,x,v,g")

  private static func keys(_ text: String) -> [[UInt8]] {
    text.split(separator: ",", omittingEmptySubsequences: false).map { Array($0.utf8) }
  }

  init(of bytes: some Collection<UInt8>) {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if let syllable = HangulSyllable(scalar.value) {
        keys += Self.initials[Int(syllable.initial)] + Self.vowels[Int(syllable.vowel)]
        keys += Self.finals[Int(syllable.final)]
        maxGuesses += Self.guessesOfSyllable
      } else {
        // Any script counts as one more character.
        keys.append(scalar.isASCII ? UInt8(scalar.value) : 0x80 | UInt8(scalar.value & 0x7F))
        maxGuesses += Self.guessesOfLetter
      }
    }
  }
}
