-- Recordings of two devices that wait to be compared, on a server with nothing that reads sound. Screens say so, and a
-- scheduled job compares them once it can.

alter table public.recordings add column awaits_comparison boolean not null default false;
create index recordings_awaiting_comparison on public.recordings (user_id, story_id) where awaits_comparison;
create trigger announce_awaiting_comparison after update on public.recordings
  for each row when (old.awaits_comparison <> new.awaits_comparison) execute function app.announce();

create function app.stories_awaiting_comparison() returns table (user_id uuid, story_id uuid)
language sql stable security definer set search_path = ''
as $$
  select distinct r.user_id, r.story_id from public.recordings r where r.awaits_comparison
$$;
revoke all on function app.stories_awaiting_comparison from public;
grant execute on function app.stories_awaiting_comparison to kinora_worker;
