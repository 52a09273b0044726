-- What every later table leans on: the worker's role, ids, jobs, plan limits.
-- anon, authenticated and auth.uid() come from the auth service's migrations, which run first.

do $$
begin
  create role kinora_worker nologin;
exception
  when duplicate_object or unique_violation then null; -- roles belong to the cluster: another database may have made it
end
$$;

create schema app;
grant usage on schema app to anon, authenticated, kinora_worker;
grant usage on schema public to anon, authenticated, kinora_worker;
grant usage on schema auth to anon, authenticated, kinora_worker;

-- RFC 9562 version 7, so that rows sort by the time they were made. PostgreSQL has its own only from 18 on.
create function app.uuidv7() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex'
  )::uuid
$$;

-- A job is as durable as the row that asked for it: this runs inside the causing transaction.
create function app.enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => enqueue.job_key,
    run_at => enqueue.run_at
  );
end
$$;
revoke execute on function app.enqueue from public;
grant execute on function app.enqueue to authenticated, kinora_worker;

create function app.touch() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- The catalogue itself stands in contract/plans.ts and is copied here at every start, so that the database can
-- enforce it. A reference table: every node of a cluster has it whole. null means unlimited.
create table app.plan_limits (
  tier text primary key,
  storage_bytes bigint,
  ai_hours_per_month numeric,
  collaborators integer,
  storybooks_per_month integer
);
grant select on app.plan_limits to authenticated, kinora_worker;
