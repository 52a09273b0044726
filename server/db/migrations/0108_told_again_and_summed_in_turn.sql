-- News that wait without a job that will tell them: whatever happened next was taken to be told with them, and never was.
delete from public.notices n where not exists (
  select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = 'tell_news' and j.payload ->> 'userId' = n.user_id::text and j.payload ->> 'id' = n.id::text
    and (j.attempts < j.max_attempts or j.locked_at is not null)
);

-- Of two recordings that ended in the same moment, the one that waited for the story's row wrote a sum without the other: it had added
-- them up before it waited. A statement that begins behind the lock sees both. A file may claim to last longer than a story can tell.
create or replace function app.sum_story_duration() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  story uuid := case when tg_op = 'DELETE' then old.story_id else new.story_id end;
begin
  perform from public.stories s where s.user_id = owner and s.id = story for no key update;
  update public.stories set duration = (
    select least(round(coalesce(sum(r.duration_ms), 0) / 1000.0), 2147483647)
    from public.recordings r
    where r.user_id = owner and r.story_id = story and (r.track_group is null or r.track_group = r.id)
  )
  where user_id = owner and id = story;
  return null;
end
$$;
-- The lengths that were told without one of the recordings.
update public.recordings r set duration_ms = r.duration_ms from public.stories s
where s.user_id = r.user_id and s.id = r.story_id and s.duration <> (
  select least(round(coalesce(sum(a.duration_ms), 0) / 1000.0), 2147483647) from public.recordings a
  where a.user_id = s.user_id and a.story_id = s.id and (a.track_group is null or a.track_group = a.id)
);

-- A transcript that ended in the same moment as another did the same, and its story was said to be written down still, for good.
create or replace function app.sum_transcription() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  story uuid := case when tg_op = 'DELETE' then old.story_id else new.story_id end;
  status text;
begin
  perform from public.stories s where s.user_id = owner and s.id = story for no key update;
  status := coalesce((
    select (array['failed', 'processing', 'pending', 'completed'])[
      min(array_position(array['failed', 'processing', 'pending', 'completed'], t.state))]
    from public.transcripts t
    left join public.recordings r on r.user_id = t.user_id and r.id = t.id
    where t.user_id = owner and t.story_id = story and coalesce(r.track_group, r.id) is not distinct from r.id
  ), 'pending');
  update public.stories s set transcription_status = status
  where s.user_id = owner and s.id = story and (tg_op <> 'DELETE' or s.transcription_status <> status);
  return null;
end
$$;

update public.transcripts t set state = t.state from public.stories s
where s.user_id = t.user_id and s.id = t.story_id and s.transcription_status = 'processing'
  and t.state in ('completed', 'failed') and not exists (
    select from public.transcripts o where o.user_id = s.user_id and o.story_id = s.id and o.state = 'processing'
  );

-- What a person said of a file as they sent it, such as its name, was kept for good once the file had come or was refused.
create or replace function app.expired_uploads() returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  -- A file that belongs to no story is led to by this row alone. So many at a time: those of years are cleared by as many turns.
  select u.user_id, u.id from public.uploads u
  where u.expires_at < now() and (u.state = 'receiving' or not exists (
    select from public.media m where m.user_id = u.user_id and m.id = u.id and m.story_id is null
  ))
  order by u.expires_at limit 10000
$$;
drop index public.uploads_expired;
create index uploads_expired on public.uploads (expires_at);
