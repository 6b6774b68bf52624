package dev.yardmaster.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Many who watch and do as little as possible: one thread reads what they are sent. */
final class Audience implements AutoCloseable {

  private static final int BUFFER = 64 * 1024;

  private final Selector selector = Selector.open();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder reads = new LongAdder();
  private final Thread reader = Thread.ofPlatform().daemon().name("audience").unstarted(this::read);

  /**
   * @param run whom every other one follows
   */
  Audience(int port, int clients, String run) throws IOException {
    for (int i = 0; i < clients; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channels.add(channel);
      shakeHands(channel, port);
      channel.write(subscription(i % 2 == 0 ? run : "*"));
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
    }
    reader.start();
  }

  private static void shakeHands(SocketChannel channel, int port) throws IOException {
    String request =
        "GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    ByteBuffer answer = ByteBuffer.allocate(1_024);
    do {
      if (channel.read(answer) < 0) {
        throw new IOException("the service hung up");
      }
    } while (!text(answer).contains("\r\n\r\n"));
    if (!text(answer).startsWith("HTTP/1.1 101")) {
      throw new IOException(text(answer));
    }
  }

  private static String text(ByteBuffer answer) {
    return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
  }

  /** As a client has to send it: masked, here with zeros. */
  private static ByteBuffer subscription(String name) {
    byte[] text = ("{\"subscribe\": [\"" + name + "\"]}").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer frame = ByteBuffer.allocate(6 + text.length);
    frame.put((byte) 0x81).put((byte) (0x80 | text.length)).putInt(0).put(text);
    return frame.flip();
  }

  private void read() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    try {
      while (selector.isOpen()) {
        selector.select(key -> drain((SocketChannel) key.channel(), key, buffer));
      }
    } catch (IOException | ClosedSelectorException closed) {
      // It is over.
    }
  }

  private void drain(SocketChannel channel, SelectionKey key, ByteBuffer buffer) {
    try {
      int count = channel.read(buffer.clear());
      if (count < 0) {
        key.cancel();
      } else {
        bytes.add(count);
        reads.increment();
      }
    } catch (IOException gone) {
      key.cancel();
    }
  }

  /** What all of them were sent so far. */
  long bytes() {
    return bytes.sum();
  }

  /** How often there was something to read: no more than the messages, and seldom fewer. */
  long reads() {
    return reads.sum();
  }

  @Override
  public void close() throws IOException {
    selector.close();
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }
}
