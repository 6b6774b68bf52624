package dev.yardmaster.config;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerSslBundle;

/** How the service's own workers reach it. */
final class OwnDoor {

  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  private final InetAddress address;
  private final @Nullable Ssl ssl;
  private final @Nullable SslBundles bundles;

  /**
   * @param address where the service listens; null for every address
   * @param ssl how it does so, if with TLS
   */
  OwnDoor(@Nullable InetAddress address, @Nullable Ssl ssl, @Nullable SslBundles bundles) {
    this.address = address == null || address.isAnyLocalAddress() ? LOOPBACK : address;
    this.ssl = ssl;
    this.bundles = bundles;
  }

  URI address(int port) {
    String literal = address.getHostAddress();
    String host = address instanceof Inet6Address ? "[" + literal + "]" : literal;
    return URI.create((Ssl.isEnabled(ssl) ? "https://" : "http://") + host + ":" + port);
  }

  /**
   * Trusts the service's own certificate and no other, whatever name stands in it, and follows when
   * it is exchanged; null where there is none.
   */
  @Nullable SSLContext trust() {
    if (!Ssl.isEnabled(ssl)) {
      return null;
    }
    OwnCertificate certificate = new OwnCertificate();
    // Here and not during a handshake, whose threads do not see what is inside the jar.
    certificate.isIn(WebServerSslBundle.get(ssl, bundles).getStores().getKeyStore());
    if (ssl.getBundle() != null && bundles != null) {
      bundles.addBundleUpdateHandler(
          ssl.getBundle(), bundle -> certificate.isIn(bundle.getStores().getKeyStore()));
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {certificate}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has TLS", impossible);
    }
  }
}
