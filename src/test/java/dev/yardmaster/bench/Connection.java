package dev.yardmaster.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * One kept-alive HTTP/1.1 connection that does as little as possible, so that what is measured is
 * the service and not its client.
 */
final class Connection implements AutoCloseable {

  private static final int LINE_END = '\n';

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final int port;

  Connection(int port) throws IOException {
    this.port = port;
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /**
   * Answers the body of a 2xx reply.
   *
   * @throws IOException for any other status
   */
  String post(String path, String token, String contentType, String body) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nContent-Type: "
            + contentType
            + "\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Length: "
            + content.length
            + "\r\n\r\n";
    byte[] headBytes = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] request = new byte[headBytes.length + content.length];
    System.arraycopy(headBytes, 0, request, 0, headBytes.length);
    System.arraycopy(content, 0, request, headBytes.length, content.length);
    out.write(request);
    out.flush();
    return reply();
  }

  private String reply() throws IOException {
    String status = line();
    int length = 0;
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.regionMatches(true, 0, "Content-Length:", 0, 15)) {
        length = Integer.parseInt(header.substring(15).trim());
      }
      chunked |= header.regionMatches(true, 0, "Transfer-Encoding: chunked", 0, 26);
    }
    String body = chunked ? chunks() : text(length);
    if (!status.startsWith("HTTP/1.1 2")) {
      throw new IOException(status + ": " + body);
    }
    return body;
  }

  private String chunks() throws IOException {
    StringBuilder body = new StringBuilder();
    for (int size = size(); size > 0; size = size()) {
      body.append(text(size));
      line();
    }
    line();
    return body.toString();
  }

  private int size() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String text(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection ended within a body");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != LINE_END; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended within a head");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
