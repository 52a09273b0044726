-- Every change a screen may show is announced on one channel; each server process passes its people's on.
-- Columns that move every second of a recording (sizes, chunk counts) announce nothing.

create function app.announce() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('kinora_changes', json_build_object(
    'userId', coalesce(changed ->> 'user_id', changed ->> 'id'),
    'table', tg_table_name,
    'operation', tg_op,
    'id', coalesce(changed ->> 'id', changed ->> 'user_id'),
    'storyId', case when tg_table_name = 'stories' then changed ->> 'id' else changed ->> 'story_id' end
  )::text);
  return null;
end
$$;

create trigger announce after insert or update or delete on public.stories
  for each row execute function app.announce();
create trigger announce after insert or update or delete on public.story_notes
  for each row execute function app.announce();
create trigger announce after insert or update or delete on public.family_members
  for each row execute function app.announce();
create trigger announce after update on public.profiles
  for each row execute function app.announce();
create trigger announce after update on public.subscriptions
  for each row execute function app.announce();

create trigger announce_arrival after insert or delete on public.recordings
  for each row execute function app.announce();
create trigger announce_state after update on public.recordings
  for each row when (old.state is distinct from new.state or old.duration_ms is distinct from new.duration_ms)
  execute function app.announce();

create trigger announce_arrival after insert or delete on public.media
  for each row execute function app.announce();
create trigger announce_state after update on public.media
  for each row when (old.state is distinct from new.state) execute function app.announce();

create trigger announce_usage after update on public.usage_tracking
  for each row when (
    old.storage_used_bytes / 50000000 <> new.storage_used_bytes / 50000000
    or old.ai_analysis_hours_used <> new.ai_analysis_hours_used
    or old.collaborators_count <> new.collaborators_count
  )
  execute function app.announce();
