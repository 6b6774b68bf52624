package dev.yardmaster.config;

import java.net.Socket;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts who shows a certificate that is in the service's own key store, so that its workers need
 * neither an authority nor the name that others call it by.
 */
final class OwnCertificate extends X509ExtendedTrustManager {

  private volatile Set<Certificate> own = Set.of();

  /**
   * From now on it is one of these.
   *
   * @throws IllegalStateException if the store cannot be read
   */
  void isIn(@Nullable KeyStore store) {
    Set<Certificate> found = new HashSet<>();
    try {
      for (String alias : store == null ? List.<String>of() : Collections.list(store.aliases())) {
        Certificate certificate = store.getCertificate(alias);
        if (certificate != null) {
          found.add(certificate);
        }
      }
    } catch (KeyStoreException e) {
      throw new IllegalStateException("the service's own key store cannot be read", e);
    }
    own = Set.copyOf(found);
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain.length == 0 || !own.contains(chain[0])) {
      throw new CertificateException("this is not the service's own certificate");
    }
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
