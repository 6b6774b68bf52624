package dev.yardmaster.journal;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Something that the service keeps to itself. */
@Entity
@Table(name = "service_secret")
class SecretRow {

  @Id String name = "";

  @Column(length = 256)
  byte[] secret = {};

  protected SecretRow() {}

  SecretRow(String name, byte[] secret) {
    this.name = name;
    this.secret = secret;
  }
}
