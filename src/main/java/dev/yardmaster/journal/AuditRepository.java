package dev.yardmaster.journal;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface AuditRepository extends Repository<AuditEntity, Long> {

  List<AuditEntity> findByRunIdAndSeqGreaterThanOrderBySeq(String runId, long seq, Limit limit);

  List<AuditEntity> findByRunIdOrderBySeqDesc(String runId, Limit limit);

  @Query("select coalesce(max(a.seq), 0) from AuditEntity a")
  long lastSeq();
}
