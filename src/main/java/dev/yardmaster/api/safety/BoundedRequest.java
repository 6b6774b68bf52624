package dev.yardmaster.api.safety;

import dev.yardmaster.api.problem.BodyTooLargeException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request whose body, of unknown size, cannot be read beyond a limit. */
final class BoundedRequest extends HttpServletRequestWrapper {

  private final int limit;
  private @Nullable ServletInputStream body;

  /**
   * @param limit in bytes
   */
  BoundedRequest(HttpServletRequest request, int limit) {
    super(request);
    this.limit = limit;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    if (body == null) {
      body = new BoundedStream(super.getInputStream(), limit);
    }
    return body;
  }

  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  private static final class BoundedStream extends ServletInputStream {

    private final ServletInputStream source;
    private final int limit;
    private long read;

    BoundedStream(ServletInputStream source, int limit) {
      this.source = source;
      this.limit = limit;
    }

    @Override
    public int read() throws IOException {
      int value = source.read();
      count(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int bytes = source.read(buffer, offset, length);
      count(Math.max(bytes, 0));
      return bytes;
    }

    private void count(int bytes) throws IOException {
      read += bytes;
      if (read > limit) {
        throw new BodyTooLargeException(limit);
      }
    }

    @Override
    public boolean isFinished() {
      return source.isFinished();
    }

    @Override
    public boolean isReady() {
      return source.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("bodies are read by threads that may wait");
    }
  }
}
