package dev.yardmaster.pipeline;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Whole numbers in whatever type a reader of YAML or JSON made of them. */
final class WholeNumbers {

  /** Digits of the greatest long, and one more to be beyond it. */
  private static final int DIGITS_BEYOND_LONG = 20;

  private WholeNumbers() {}

  /**
   * The value if it is whole ({@code 4}, {@code 4.0}, {@code 4e3}), else null. Constant time:
   * {@code 1e999999999} is not written out.
   */
  static @Nullable BigInteger of(Number number) {
    return switch (number) {
      case Byte _, Short _, Integer _, Long _ -> BigInteger.valueOf(number.longValue());
      case BigInteger big -> big;
      case BigDecimal decimal -> ofDecimal(decimal);
      default -> ofDouble(number.doubleValue());
    };
  }

  private static @Nullable BigInteger ofDouble(double value) {
    boolean whole = !Double.isInfinite(value) && value == Math.rint(value);
    return whole ? ofDecimal(new BigDecimal(value)) : null;
  }

  private static @Nullable BigInteger ofDecimal(BigDecimal decimal) {
    if (decimal.signum() == 0) {
      return BigInteger.ZERO;
    }
    BigDecimal bare = decimal.stripTrailingZeros();
    if (bare.scale() > 0) {
      return null;
    }
    boolean huge = (long) bare.precision() - bare.scale() > DIGITS_BEYOND_LONG;
    // Any value beyond every limit tells the same story as the exact one.
    return huge
        ? BigInteger.TEN.pow(DIGITS_BEYOND_LONG).multiply(BigInteger.valueOf(decimal.signum()))
        : bare.toBigIntegerExact();
  }
}
