-- Runs that are no longer kept, as long as rows of them are left in the tables of facts: those are
-- deleted little by little, the note here last.
-- ("If not exists": as in the first migration.)
create table if not exists forgotten_run (
  run_id varchar(100) not null,
  constraint forgotten_run_pk primary key (run_id)
);
