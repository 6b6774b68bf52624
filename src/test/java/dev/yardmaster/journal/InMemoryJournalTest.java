package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal;

class InMemoryJournalTest extends JournalContract {

  private final InMemoryJournal journal = new InMemoryJournal();

  @Override
  Journal empty() {
    return journal;
  }

  @Override
  Journal reopened() {
    return journal;
  }
}
