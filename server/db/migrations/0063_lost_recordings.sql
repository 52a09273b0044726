-- Ended recordings that no job works on: the storage failed for so many days that the queue has given it up.
create function app.lost_recordings() returns table (user_id uuid, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select r.user_id, r.id from public.recordings r
  where r.state in ('verifying', 'safe') and not exists (
    select from graphile_worker.jobs j
    where j.key = 'finalise ' || r.id and (j.attempts < j.max_attempts or j.locked_at is not null)
  );
end
$$;
revoke execute on function app.lost_recordings from public;
grant execute on function app.lost_recordings to kinora_worker;
create index recordings_being_finished on public.recordings (user_id, id) where state in ('verifying', 'safe');
