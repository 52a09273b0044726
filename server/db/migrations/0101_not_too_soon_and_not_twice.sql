-- A recording that is still being verified, or of which its device is asked for something again, was read like what has long been safe:
-- what was missing was told to be lost for good, and what had the right length got the hash of wrong bytes.
-- The state is asked for row by row: a join would read all recordings to find a few files.
create or replace function app.fixity_due(days integer, most integer) returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  (select m.user_id, m.id from public.media m
   where m.state = 'stored' and m.sha256 is null and m.created_at < now() - interval '1 hour'
     and coalesce(m.checked_at, m.verified_at, m.created_at) < now() - interval '1 hour'
     and (
       select r.state in ('verifying', 'damaged') from public.recordings r where r.user_id = m.user_id and r.id = m.recording_id
     ) is not true
   order by m.created_at limit most)
  union all
  (select m.user_id, m.id from public.media m
   where m.state = 'stored' and m.sha256 is not null
     and coalesce(m.checked_at, m.verified_at, m.created_at) < now() - make_interval(days => days)
     and (
       select r.state in ('verifying', 'damaged') from public.recordings r where r.user_id = m.user_id and r.id = m.recording_id
     ) is not true
   order by coalesce(m.checked_at, m.verified_at, m.created_at) limit most)
$$;
