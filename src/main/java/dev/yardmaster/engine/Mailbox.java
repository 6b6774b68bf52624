package dev.yardmaster.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the writer: many put, one takes. Born closed, so that nothing is taken in before
 * there is a state; closed again whenever the state is lost.
 */
final class Mailbox<E> {

  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final ArrayDeque<E> waiting = new ArrayDeque<>();
  private boolean woken;
  private boolean forGood;
  private @Nullable JournalUnavailableException closed =
      new JournalUnavailableException("The service is starting; try again in a moment.", null);

  Mailbox(int capacity) {
    this.capacity = capacity;
  }

  /**
   * @throws ServiceBusyException where it is full
   * @throws JournalUnavailableException where it is closed
   */
  void put(E element) {
    lock.lock();
    try {
      if (closed != null) {
        throw new JournalUnavailableException(String.valueOf(closed.getMessage()), closed);
      }
      if (waiting.size() >= capacity) {
        throw new ServiceBusyException(
            "The service has " + capacity + " requests waiting and takes no more; try again.");
      }
      waiting.add(element);
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until there is an element, somebody called {@link #wake}, or the time is over. */
  void await(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (waiting.isEmpty() && !woken && left > 0) {
        left = news.awaitNanos(left);
      }
      woken = false;
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      woken = true;
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  @Nullable E poll() {
    lock.lock();
    try {
      return waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  int capacity() {
    return capacity;
  }

  boolean isOpen() {
    lock.lock();
    try {
      return closed == null;
    } finally {
      lock.unlock();
    }
  }

  /** Takes elements from now on, unless it was closed for good. */
  void open() {
    lock.lock();
    try {
      if (!forGood) {
        closed = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more from now on; what waits already stays. */
  void close(JournalUnavailableException why) {
    lock.lock();
    try {
      closed = forGood ? closed : why;
      woken = true;
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #close}, and nothing opens it again. */
  void closeForGood(JournalUnavailableException why) {
    lock.lock();
    try {
      close(why);
      forGood = true;
    } finally {
      lock.unlock();
    }
  }

  /** Takes out everything at once. */
  List<E> drain() {
    lock.lock();
    try {
      List<E> all = new ArrayList<>(waiting);
      waiting.clear();
      return all;
    } finally {
      lock.unlock();
    }
  }
}
