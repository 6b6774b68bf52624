package dev.yardmaster.testing;

/**
 * The service behind HTTP, by hand: what it does is what it was told, what it shows is what it was
 * given.
 */
public record FakeService(
    FakeEngine engine, FakeViews views, FakeJournal journal, FakeHistories histories) {

  public FakeService() {
    this(new FakeEngine(), new FakeViews(), new FakeJournal(), new FakeHistories());
  }

  /** As if new. */
  public void reset() {
    engine.reset();
    views.reset();
    journal.reset();
    histories.reset();
  }
}
