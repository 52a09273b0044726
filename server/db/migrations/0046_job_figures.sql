-- What an operator watches of the queue, whose own tables are the owner's alone. Jobs that failed for the last time stay
-- in it and are never due again.

create function app.job_figures()
returns table (due bigint, running bigint, failing bigint, given_up bigint, oldest_due_seconds double precision)
language sql security definer stable set search_path = ''
as $$
  select
    count(*) filter (where is_due),
    count(*) filter (where locked_at is not null),
    count(*) filter (where attempts > 0 and attempts < max_attempts and locked_at is null),
    count(*) filter (where attempts >= max_attempts and locked_at is null),
    coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::double precision
  from (
    select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
    from graphile_worker.jobs
  ) as jobs
$$;
revoke execute on function app.job_figures() from public;
grant execute on function app.job_figures() to kinora_worker;
