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
