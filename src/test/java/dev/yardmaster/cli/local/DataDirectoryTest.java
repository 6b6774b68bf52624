package dev.yardmaster.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

  private static final LocalDateTime NOON = LocalDateTime.of(2026, 3, 1, 12, 0, 0);

  @TempDir private Path working;

  private DataDirectory create(LocalDateTime now) throws StartupProblem {
    return DataDirectory.create(working, "sky", now);
  }

  private List<String> kept() throws IOException {
    try (Stream<Path> runs = Files.list(working.resolve(".yardmaster/runs"))) {
      return runs.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void eachInvocationHasItsOwnEvenInTheSameSecond() throws Exception {
    create(NOON);
    create(NOON);

    assertThat(kept()).containsExactly("20260301-120000-sky", "20260301-120000-sky-2");
    assertThat(working.resolve(".yardmaster/.gitignore")).hasContent("*\n");
  }

  @Test
  void aSuccessLeavesNothing() throws Exception {
    DataDirectory data = create(NOON);
    Files.createDirectory(data.path().resolve("sub"));
    Files.writeString(data.path().resolve("sub/file"), "x");

    data.discard();

    assertThat(kept()).isEmpty();
  }

  @Test
  void aPathThatADatabaseCannotHaveIsNotUsed() throws Exception {
    Path strange = Files.createDirectory(working.resolve("a;b"));

    DataDirectory data = DataDirectory.create(strange, "sky", NOON);

    assertThat(data.path()).exists().matches(path -> !path.startsWith(strange));
    data.discard();
    assertThat(data.path()).doesNotExist();
    assertThat(DataDirectory.usable(Path.of("/x/${y}"))).isFalse();
    assertThat(DataDirectory.usable(working)).isTrue();
  }

  @Test
  void oneThatWasNamedIsNeverRemoved() {
    DataDirectory.given(working).discard();

    assertThat(working).exists();
  }

  @Test
  void onlyTheNewestTenStayBesideTheNewOne() throws Exception {
    for (int minute = 0; minute < 14; minute++) {
      create(NOON.plusMinutes(minute));
    }

    assertThat(kept())
        .hasSize(11)
        .startsWith("20260301-120300-sky")
        .endsWith("20260301-121300-sky");
  }

  @Test
  void anOldOneThatIsInUseStays() throws Exception {
    Path database = create(NOON).path().resolve("yardmaster.mv.db");
    Files.createFile(database);
    try (FileChannel channel = FileChannel.open(database, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      for (int minute = 1; minute < 14; minute++) {
        create(NOON.plusMinutes(minute));
      }

      assertThat(kept()).contains("20260301-120000-sky").doesNotContain("20260301-120100-sky");
    }
  }
}
