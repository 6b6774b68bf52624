package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.web.server.Ssl;

class OwnDoorTest {

  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    ", http://127.0.0.1:8080",
    "0.0.0.0, http://127.0.0.1:8080",
    "::, http://127.0.0.1:8080",
    "127.0.0.1, http://127.0.0.1:8080",
    "127.0.0.53, http://127.0.0.53:8080",
    "::1, http://[0:0:0:0:0:0:0:1]:8080",
    "10.1.2.3, http://10.1.2.3:8080"
  })
  void workersComeInWhereTheServiceListens(String address, String url) {
    InetAddress listens = address == null ? null : InetAddress.ofLiteral(address);
    OwnDoor door = new OwnDoor(listens, null, null);

    assertThat(door.address(8080)).hasToString(url);
    assertThat(door.trust()).isNull();
  }

  @Test
  void overTlsTheyTrustTheServicesOwnCertificateWhateverNameItBears() throws Exception {
    Path own = store("own", "CN=yard.example");
    OwnDoor door = new OwnDoor(null, ssl(own), null);

    assertThat(door.address(8443)).hasToString("https://127.0.0.1:8443");
    assertThat(shakesHands(door, own)).isTrue();
  }

  @Test
  void andNobodyElsesEvenWithTheSameName() throws Exception {
    OwnDoor door = new OwnDoor(null, ssl(store("own", "CN=yard.example")), null);

    assertThat(shakesHands(door, store("other", "CN=yard.example"))).isFalse();
  }

  private static Ssl ssl(Path store) {
    Ssl ssl = new Ssl();
    ssl.setKeyStore(store.toUri().toString());
    ssl.setKeyStorePassword(PASSWORD);
    return ssl;
  }

  private Path store(String name, String subject) throws IOException, InterruptedException {
    Path store = folder.resolve(name + ".p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", subject));
    command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes());
    assertThat(keytool.waitFor()).as(said).isZero();
    return store;
  }

  private static boolean shakesHands(OwnDoor door, Path shown) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(shown)) {
      store.load(file, PASSWORD.toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext server = SSLContext.getInstance("TLS");
    server.init(keys.getKeyManagers(), null, null);
    SSLContext client = Objects.requireNonNull(door.trust());
    try (SSLServerSocket listening =
        (SSLServerSocket) server.getServerSocketFactory().createServerSocket()) {
      listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread.ofVirtual().start(() -> answer(listening));
      try (SSLSocket socket =
          (SSLSocket)
              client
                  .getSocketFactory()
                  .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
        socket.startHandshake();
        return true;
      } catch (SSLException refused) {
        assertThat(refused).hasMessageContaining("not the service's own certificate");
        return false;
      }
    }
  }

  private static void answer(SSLServerSocket listening) {
    try (SSLSocket socket = (SSLSocket) listening.accept()) {
      socket.startHandshake();
      socket.getInputStream().read();
    } catch (IOException hungUp) {
      // as it should be, where the certificate is another's
    }
  }
}
