package dev.yardmaster.journal;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A run that is no longer kept, as long as rows of it are left. */
@Entity
@Table(name = "forgotten_run")
class ForgottenRun {

  @Id String runId = "";

  protected ForgottenRun() {}

  ForgottenRun(String runId) {
    this.runId = runId;
  }
}
