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

-- A talk that two devices recorded told that it could not be heard, or is waited for, by the transcript of the second track, which is
-- shown nowhere. As with a story's length, the first track counts.
create or replace function app.sum_transcription() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  story uuid := case when tg_op = 'DELETE' then old.story_id else new.story_id end;
  status text := coalesce((
    select (array['failed', 'processing', 'pending', 'completed'])[
      min(array_position(array['failed', 'processing', 'pending', 'completed'], t.state))]
    from public.transcripts t
    left join public.recordings r on r.user_id = t.user_id and r.id = t.id
    where t.user_id = owner and t.story_id = story and coalesce(r.track_group, r.id) is not distinct from r.id
  ), 'pending');
begin
  update public.stories s set transcription_status = status
  where s.user_id = owner and s.id = story and (tg_op <> 'DELETE' or s.transcription_status <> status);
  return null;
end
$$;
create trigger sum_transcription_of_tracks after update of track_group on public.recordings
for each row when (old.track_group is distinct from new.track_group) execute function app.sum_transcription();
