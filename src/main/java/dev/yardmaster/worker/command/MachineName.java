package dev.yardmaster.worker.command;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The label of this machine where nobody gave it another. */
public final class MachineName {

  private MachineName() {}

  /** Its name; {@code localhost} where it has none. */
  public static String get() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "localhost";
    }
  }
}
