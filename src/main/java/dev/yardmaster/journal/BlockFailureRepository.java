package dev.yardmaster.journal;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;

interface BlockFailureRepository extends Repository<BlockFailureEntity, BlockFailureEntity.Key> {

  List<BlockFailureEntity> findByRunIdAndTaskIdAndBlockGreaterThanEqualOrderByBlockAscAttemptAsc(
      String runId, String taskId, long block, Limit limit);
}
