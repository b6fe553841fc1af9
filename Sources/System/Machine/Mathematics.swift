import Glibc

/// The functions of the mathematical library, as Swift itself has none.
extension Float {
  @inlinable package func power(_ exponent: Float) -> Float { powf(self, exponent) }
  @inlinable package var cubeRoot: Float { cbrtf(self) }
  @inlinable package var sine: Float { sinf(self) }
  @inlinable package var cosine: Float { cosf(self) }
  @inlinable package var naturalLogarithm: Float { logf(self) }
}
