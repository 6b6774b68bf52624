package dev.yardmaster.e2e;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A {@link Campaign}: a short one with every build, and one of fifty kills with {@code -Pcampaign}.
 * System properties: {@code yardmaster.seed} repeats the moments of an earlier one, as far as real
 * processes can repeat anything; {@code yardmaster.kills} of the service; {@code
 * yardmaster.database}.
 */
class CampaignIT {

  private static final int USUAL_KILLS = 3;

  @RegisterExtension private final Workshop workshop = new Workshop();

  @Test
  @Timeout(value = 90, unit = TimeUnit.MINUTES)
  void whateverIsKilledNothingAcceptedIsLostAndEveryRunEnds() {
    long seed = Long.getLong("yardmaster.seed", System.nanoTime());
    int kills = Integer.getInteger("yardmaster.kills", USUAL_KILLS);
    String kind = System.getProperty("yardmaster.database", "h2");
    String repeat =
        "-Dyardmaster.seed=%d -Dyardmaster.kills=%d -Dyardmaster.database=%s"
            .formatted(seed, kills, kind);
    Campaign.say("%s repeats these moments", repeat);
    try (CampaignDatabase database = CampaignDatabase.of(kind, workshop.directory())) {
      new Campaign(workshop, database, seed, kills).run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError("with " + repeat + ": " + e.getMessage(), e);
    }
  }
}
