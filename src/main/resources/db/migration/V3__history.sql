-- What runs looked like over time, in bounded form: a few rows a run, written anew now and then.
-- Nothing follows from it; without these rows a run merely has no curves.
-- ("If not exists": as in the first migration.)
create table if not exists run_history (
  run_id varchar(100) not null,
  kind varchar(20) not null,
  -- A payload longer than one row takes is cut into parts, from 0.
  part integer not null,
  payload bytea not null,
  constraint run_history_pk primary key (run_id, kind, part)
);
