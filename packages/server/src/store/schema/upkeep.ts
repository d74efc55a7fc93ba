// Keys, nodes and erasures. schema.ts says how to read the column types.

export const upkeepTables = `
-- Each key of SECRET_KEY under which something may be encrypted, with a proof that is encrypted with it.
create table secret_keys (
  id {key} primary key, proof {bytes} not null, first_used_at {int} not null
) {strict};

-- What signs links and cursors and hashes addresses. Of a purpose the lowest place is in use; the others are recognised.
create table stored_keys (
  purpose {key} not null, place {int} not null, sealed {bytes} not null, created_at {int} not null,
  primary key (purpose, place)
) {strict};

-- The processes that serve this database, and which key each encrypts with.
create table nodes (id {key} primary key, seals_with {key} not null, seen_at {int} not null) {strict};

-- One row that is there to be written, so that readiness can tell whether writes work.
create table write_probe (id {int} primary key, written_at {int} not null) {strict};
insert into write_probe (id, written_at) values (1, 0);

-- When the last backup was made; one row, once there is one.
create table last_backup (id {int} primary key, made_at {int} not null) {strict};

-- Erasures of people: step and place say how far each has come.
create table erasures (
  person_id {key} primary key references people (id), account_id {key}, address_hash {key},
  step {int} not null, place {text} not null, done {int} not null, total {int} not null,
  started_at {int} not null,
  due_at {int}, -- when to go on with it, null once it is over
  finished_at {int}
) {strict};
-- The job that goes on with them.
create index erasures_by_due on erasures (due_at, person_id) where due_at is not null;
-- Whoever asks whether an address was erased.
create index erasures_by_address on erasures (address_hash) where address_hash is not null;
`
