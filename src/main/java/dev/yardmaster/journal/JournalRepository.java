package dev.yardmaster.journal;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;

interface JournalRepository extends Repository<JournalRow, JournalRow.Key> {

  /** The first condition says nothing that the second does not; it makes H2 use the key. */
  @Query(
      """
      select j from JournalRow j
      where j.number >= :number and (j.number > :number or j.part > :part)
      order by j.number, j.part
      """)
  List<JournalRow> after(long number, int part, Limit limit);

  @Query("select t.ticks from ServiceTime t where t.id = :id")
  Long keptTicks(int id);
}
