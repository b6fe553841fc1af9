import Age
import CZxcvbn
import DiaryCore
import Localization
import System

/// How hard a passphrase is to guess for one who has a file that it seals.
package struct PassphraseStrength: Hashable, Sendable {
  /// How many guesses it takes, as a power of ten.
  package let guesses: Double
  /// scrypt's cost of each guess, as a power of two.
  private let cost: Int

  /// What one who has some twenty graphics cards for it tries in a second, as a power of ten, where each
  /// guess takes 128 MiB: a cost of 17.
  private static let guessesPerSecond = 3.0
  /// In bytes: what comes after that makes no weak one strong.
  private static let longest = 256
  private static let isLoaded = pd_zxcvbn_load()

  /// How much a bit is, as a power of ten.
  private static let bit = 0.301_03

  /// By zxcvbn's estimate; `nil` where that library isn't installed.
  package init?(of passphrase: Passphrase, cost: Int = AgePassphrase.usualCost) {
    guard Self.isLoaded else { return nil }
    var typed = TypedKeys(of: passphrase.bytes.prefix(Self.longest))
    defer { typed.keys.wipe() }
    typed.keys.append(0)
    let bits = typed.keys.withUnsafeBytes { bytes in
      bytes.bindMemory(to: CChar.self).baseAddress.map(pd_zxcvbn_bits) ?? 0
    }
    guesses = min(bits * Self.bit, typed.mostGuesses)
    self.cost = cost
  }

  /// How long it takes to guess, as a power of ten of seconds.
  private var time: Double {
    guesses - Self.guessesPerSecond + Double(cost - AgePassphrase.usualCost) * Self.bit
  }

  /// Whether it can be guessed within a year.
  package var isWeak: Bool { time < 7.5 }

  /// On one line, what whoever chooses it should know; `nil` of one that isn't weak.
  package var warning: String? {
    guard isWeak else { return nil }
    return localized(
      """
      The passphrase is weak: whoever has the files could guess it \(duration). A few words chosen at \
      random are stronger.
      """)
  }

  private var duration: String {
    switch time {
    case ..<1.8: localized("at once")
    case ..<3.6: localized("within minutes")
    case ..<4.9: localized("within hours")
    case ..<6.4: localized("within days")
    default: localized("within months")
    }
  }
}

/// A text as the keys that type it, for guesses are made of keys and of letters of English.
private struct TypedKeys {
  var keys: [UInt8] = []
  /// More guesses than this nobody needs, whatever keys they are, as a power of ten.
  private(set) var mostGuesses = 0.0

  /// Five bits: in running Korean, one syllable leads to the next.
  private static let guessesOfSyllable = 1.5
  /// Of any other letter or sign.
  private static let guessesOfLetter = 2.0

  // The keys of a Korean keyboard, in the order of the letters in Unicode.
  private static let initials = keys("r,R,s,e,E,f,a,q,Q,t,T,d,w,W,c,z,x,v,g")
  private static let vowels = keys("k,o,i,O,j,p,u,P,h,hk,ho,hl,y,n,nj,np,nl,b,m,ml,l")
  /// The first one is none.
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
        mostGuesses += Self.guessesOfSyllable
      } else {
        // Whatever it is written in, it is one sign more.
        keys.append(scalar.isASCII ? UInt8(scalar.value) : 0x80 | UInt8(scalar.value & 0x7F))
        mostGuesses += Self.guessesOfLetter
      }
    }
  }
}
