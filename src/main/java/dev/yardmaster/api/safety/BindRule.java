package dev.yardmaster.api.safety;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where the service may listen. Whoever reaches it can start programs on its workers, so without a
 * way to tell who calls, only the machine itself may.
 */
public final class BindRule {

  private BindRule() {}

  /** Whether only this machine can reach the address; null is every address of the machine. */
  public static boolean isLoopback(@Nullable InetAddress address) {
    return address != null && address.isLoopbackAddress();
  }

  /**
   * @param address where the service is to listen; null for every address of the machine
   * @param port where it is to listen
   * @param managementPort where management endpoints are to listen; null where the service does
   * @param tokens whether there are access tokens to tell who calls
   * @throws UnsafeBindException if strangers could reach it
   */
  public static void check(
      @Nullable InetAddress address, int port, @Nullable Integer managementPort, boolean tokens) {
    if (!tokens && !isLoopback(address)) {
      String where = address == null ? "every address" : address.getHostAddress();
      throw new UnsafeBindException(
          "Yardmaster would listen on "
              + where
              + " (server.address), where anybody on the network could start programs through it,"
              + " and there are no access tokens to tell who calls.",
          "Set server.address=127.0.0.1, or leave it out. To reach the service from another"
              + " machine, forward a port to it: ssh -L "
              + port
              + ":127.0.0.1:"
              + port
              + " USER@THIS_MACHINE; or configure yardmaster.access.tokens, for which \"java -jar"
              + " yardmaster.jar token --name NAME --role ROLE\" prints the lines.");
    }
    if (managementPort != null && managementPort > 0 && managementPort != port) {
      throw new UnsafeBindException(
          "The management endpoints would listen on a port of their own ("
              + managementPort
              + ", management.server.port), past the checks that protect the service.",
          "Leave management.server.port out; the endpoints are then at the service's own port.");
    }
  }
}
