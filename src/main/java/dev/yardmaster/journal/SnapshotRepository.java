package dev.yardmaster.journal;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface SnapshotRepository extends Repository<ServiceSnapshotRow, Integer> {

  @Query("select s from ServiceSnapshotRow s order by s.part")
  List<ServiceSnapshotRow> service();

  @Query("select coalesce(max(s.number), 0) from ServiceSnapshotRow s")
  long lastNumber();

  /** The first condition says nothing that the second does not; it makes H2 use the key. */
  @Query(
      """
      select r from RunSnapshotRow r
      where r.runOrder >= :order and (r.runOrder > :order or r.part > :part)
      order by r.runOrder, r.part
      """)
  List<RunSnapshotRow> runsAfter(long order, int part, Limit limit);
}
