-- Everything the service promises to remember. Types and words that H2 and PostgreSQL share.
--
-- "If not exists": H2 commits after each statement. Whoever kills the first start of a service in
-- the middle of them finds them done in part, and the next start goes through all again.

-- The source of truth: every batch of decisions, in order. What the tables below say follows from it.
create table if not exists journal (
  number bigint not null,
  -- A payload longer than one row takes is cut into parts, from 0.
  part integer not null,
  ticks bigint not null,
  wall_millis bigint not null,
  payload bytea not null,
  -- Also what refuses a second writer, and a commit that comes late.
  constraint journal_pk primary key (number, part)
);

-- The state after a batch, which takes the place of all batches before it. A run that did not change
-- keeps the row that an earlier snapshot gave it.
create table if not exists service_snapshot (
  part integer not null,
  number bigint not null,
  ticks bigint not null,
  wall_millis bigint not null,
  payload bytea not null,
  constraint service_snapshot_pk primary key (part)
);
create table if not exists run_snapshot (
  run_order bigint not null,
  part integer not null,
  run_id varchar(100) not null,
  payload bytea not null,
  constraint run_snapshot_pk primary key (run_order, part)
);

-- How far service time had come when there was nothing to store. One row.
create table if not exists service_time (
  id integer not null,
  ticks bigint not null,
  wall_millis bigint not null,
  constraint service_time_pk primary key (id)
);
insert into service_time (id, ticks, wall_millis)
  select 1, 0, 0 where not exists (select 1 from service_time);

create table if not exists run (
  id varchar(100) not null,
  number bigint not null,
  pipeline varchar(100) not null,
  state varchar(20) not null,
  why varchar(8192),
  idempotency_key varchar(1000),
  digest varchar(200) not null,
  submitted_at_millis bigint not null,
  ended_at_millis bigint,
  late_events_dropped bigint not null,
  constraint run_pk primary key (id)
);

create table if not exists task (
  run_id varchar(100) not null,
  task_id varchar(200) not null,
  place integer not null,
  state varchar(20) not null,
  reason varchar(40),
  total bigint not null,
  ready bigint not null,
  processing bigint not null,
  completed bigint not null,
  failed bigint not null,
  orphaned bigint not null,
  pending bigint not null,
  skipped bigint not null,
  worker_starts bigint not null,
  worker_failures bigint not null,
  worker_retirements bigint not null,
  worker_restarts bigint not null,
  constraint task_pk primary key (run_id, task_id)
);

-- Rare facts, as sentences.
create table if not exists audit (
  seq bigint not null,
  at_millis bigint not null,
  run_id varchar(100) not null,
  task_id varchar(200),
  worker varchar(40),
  kind varchar(40) not null,
  message varchar(8192) not null,
  constraint audit_pk primary key (seq)
);
create index if not exists audit_by_run on audit (run_id, seq);

-- Each failed attempt, of blocks that were tried again too.
create table if not exists block_failure (
  run_id varchar(100) not null,
  task_id varchar(200) not null,
  block bigint not null,
  attempt integer not null,
  worker varchar(400) not null,
  at_millis bigint not null,
  error varchar(8192),
  constraint block_failure_pk primary key (run_id, task_id, block, attempt)
);
