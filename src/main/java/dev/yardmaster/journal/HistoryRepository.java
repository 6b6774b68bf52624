package dev.yardmaster.journal;

import java.util.List;
import org.springframework.data.repository.Repository;

interface HistoryRepository extends Repository<HistoryRow, HistoryRow.Key> {

  List<HistoryRow> findByRunIdAndKindOrderByPart(String runId, String kind);
}
