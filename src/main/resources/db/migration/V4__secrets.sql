-- What the service thought up for itself: the key with which it signs the cookies of those who have
-- signed in. Without the row a new one is made, and everybody has to sign in again.
-- ("If not exists": as in the first migration.)
create table if not exists service_secret (
  name varchar(40) not null,
  secret bytea not null,
  constraint service_secret_pk primary key (name)
);
