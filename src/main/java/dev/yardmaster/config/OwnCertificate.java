package dev.yardmaster.config;

import java.net.Socket;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts who shows a certificate that is in the service's own key store, so that its workers need
 * neither an authority nor the name that others call it by. Asks the store each time: certificates
 * are exchanged while the service runs.
 */
final class OwnCertificate extends X509ExtendedTrustManager {

  private final Supplier<@Nullable KeyStore> store;

  OwnCertificate(Supplier<@Nullable KeyStore> store) {
    this.store = store;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    KeyStore own = store.get();
    try {
      for (String alias : own == null ? Collections.<String>emptyList() : aliases(own)) {
        Certificate ours = own.getCertificate(alias);
        if (ours != null && chain.length > 0 && ours.equals(chain[0])) {
          return;
        }
      }
    } catch (KeyStoreException e) {
      throw new CertificateException("the service's own key store cannot be read", e);
    }
    throw new CertificateException("this is not the service's own certificate");
  }

  private static Iterable<String> aliases(KeyStore store) throws KeyStoreException {
    return Collections.list(store.aliases());
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("nobody shows a certificate to a worker");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
