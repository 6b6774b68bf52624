package dev.yardmaster.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/**
 * Who used the processor while it was looked: says more than a rate on a machine that others use
 * too.
 */
final class Processor {

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final Map<Long, Long> before = new HashMap<>();
  private final Map<String, Long> used = new HashMap<>();
  private long processBefore;
  private long startedAt;
  private long all;
  private long elapsed;

  void start() {
    before.clear();
    for (long id : threads.getAllThreadIds()) {
      before.put(id, threads.getThreadCpuTime(id));
    }
    processBefore = process.getProcessCpuTime();
    startedAt = System.nanoTime();
  }

  void stop() {
    all += process.getProcessCpuTime() - processBefore;
    elapsed += System.nanoTime() - startedAt;
    for (Map.Entry<Long, Long> thread : before.entrySet()) {
      ThreadInfo info = threads.getThreadInfo(thread.getKey());
      long now = threads.getThreadCpuTime(thread.getKey());
      if (info != null && now > thread.getValue()) {
        used.merge(info.getThreadName(), now - thread.getValue(), Long::sum);
      }
    }
  }

  /** What a thread used of each second. */
  double millisASecond(String thread) {
    return 1e3 * used.getOrDefault(thread, 0L) / elapsed;
  }

  /** How many of something there were a second. */
  double aSecond(long count) {
    return 1e9 * count / elapsed;
  }

  /** What the process used of each second. */
  double millisASecond() {
    return 1e3 * all / elapsed;
  }
}
