-- A link that lets somebody without an account record into one story: a phone beside the computer, a relative far away.
-- Its requests run as a role of their own. That role has been granted nothing but what recording takes, so a table that
-- comes later is closed to it until somebody says otherwise; within the grants, the policies leave a link only what its
-- own device has recorded by it.

do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'kinora_link') then
      create role kinora_link nologin noinherit;
    end if;
  exception
    when duplicate_object or unique_violation then null; -- roles belong to the cluster
  end;
  begin
    grant kinora_link to current_user;
  exception
    when others then
      if not pg_has_role(current_user, 'kinora_link', 'member') then raise; end if;
  end;
end
$$;
grant usage on schema app, public, auth to kinora_link;
grant execute on function auth.jwt(), auth.uid(), auth.role() to kinora_link;

create table public.recording_links (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  -- The story may not exist before its first recording begins.
  story_id uuid not null,
  purpose text not null check (purpose in ('phone', 'relative')),
  made_by uuid not null,
  title text not null,
  -- What the phone shows large: the question just now.
  question text not null default '',
  -- Who it is for, in the family's own words.
  label text not null default '',
  -- SHA-256 of the 256 random bits that only the link itself carries.
  secret_hash text not null check (secret_hash ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of what the first device that opened it keeps.
  device_hash text check (device_hash ~ '^[0-9a-f]{64}$'),
  first_used_at timestamptz,
  stop_asked_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index recording_links_by_secret on public.recording_links (secret_hash);
create index recording_links_of_story on public.recording_links (user_id, story_id, created_at);
create trigger touch before update on public.recording_links for each row execute function app.touch();
create trigger announce after insert or update or delete on public.recording_links
  for each row execute function app.announce();

alter table public.recordings
  -- The link and the device that recorded it; null when somebody signed in did.
  add column link_id uuid,
  add column link_device text,
  add foreign key (user_id, link_id) references public.recording_links (user_id, id),
  add check ((link_id is null) = (link_device is null));
create index recordings_of_link on public.recordings (user_id, link_id) where link_id is not null;

alter table public.recording_links enable row level security;
create policy "people keep their own links" on public.recording_links
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update on public.recording_links to authenticated;
grant select on public.recording_links to kinora_worker;

-- Whom a secret belongs to and how it stands. The first device that opens a link keeps it.
create function app.find_recording_link(link uuid, secret text, device text, opening boolean)
returns table (user_id uuid, state text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  found_link public.recording_links;
begin
  select * into found_link from public.recording_links l where l.secret_hash = secret and l.id = link;
  if not found then return; end if;

  if opening and found_link.device_hash is null and found_link.revoked_at is null and found_link.expires_at > now() then
    update public.recording_links l set device_hash = device, first_used_at = coalesce(l.first_used_at, now())
    where l.user_id = found_link.user_id and l.id = link and l.device_hash is null;
    select * into found_link from public.recording_links l where l.user_id = found_link.user_id and l.id = link;
  end if;
  return query select found_link.user_id, case
    when found_link.revoked_at is not null then 'revoked'
    when found_link.expires_at <= now() then 'expired'
    when found_link.device_hash is distinct from device then 'taken'
    else 'open' end;
end
$$;
revoke execute on function app.find_recording_link from public;
grant execute on function app.find_recording_link to kinora_link;

-- The story of the link that the transaction's claims name. Whatever was begun in time may arrive for a week after the
-- link has run out; what was revoked is over at once.
create function app.link_story() returns uuid
language sql stable security definer set search_path = ''
as $$
  select l.story_id from public.recording_links l
  where l.user_id = auth.uid() and l.id = (auth.jwt() ->> 'link')::uuid
    and l.revoked_at is null and l.expires_at > now() - interval '7 days'
$$;
-- The same where something new may begin: in time, and on the device that keeps the link.
create function app.link_story_to_begin() returns uuid
language sql stable security definer set search_path = ''
as $$
  select l.story_id from public.recording_links l
  where l.user_id = auth.uid() and l.id = (auth.jwt() ->> 'link')::uuid
    and l.revoked_at is null and l.expires_at > now() and l.device_hash = auth.jwt() ->> 'device'
$$;
-- How many recordings that story has and the number for the next; a link sees only its own.
create function app.link_parts() returns table (parts integer, next_part integer)
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer, coalesce(max(r.part) + 1, 0)::integer from public.recordings r
  where r.user_id = auth.uid() and r.story_id = app.link_story()
$$;
revoke execute on function app.link_story, app.link_story_to_begin, app.link_parts from public;
grant execute on function app.link_story, app.link_story_to_begin, app.link_parts to kinora_link;

create policy "a link reads itself" on public.recording_links for select to kinora_link
  using (
    user_id = (select auth.uid()) and id = ((select auth.jwt()) ->> 'link')::uuid
    and story_id = (select app.link_story())
  );
grant select (user_id, id, story_id, purpose, title, question, stop_asked_at, expires_at)
  on public.recording_links to kinora_link;

create policy "a link's device begins recordings in its story" on public.recordings for insert to kinora_link
  with check (
    user_id = (select auth.uid()) and story_id = (select app.link_story_to_begin())
    and link_id = ((select auth.jwt()) ->> 'link')::uuid and link_device = (select auth.jwt()) ->> 'device'
  );
create policy "a link's device sees what it recorded" on public.recordings for select to kinora_link
  using (
    user_id = (select auth.uid()) and story_id = (select app.link_story())
    and link_id = ((select auth.jwt()) ->> 'link')::uuid and link_device = (select auth.jwt()) ->> 'device'
  );
create policy "a link's device goes on with what it recorded" on public.recordings for update to kinora_link
  using (
    user_id = (select auth.uid()) and story_id = (select app.link_story())
    and link_id = ((select auth.jwt()) ->> 'link')::uuid and link_device = (select auth.jwt()) ->> 'device'
  );
create policy "a link's device throws away what it recorded" on public.recordings for delete to kinora_link
  using (
    user_id = (select auth.uid()) and story_id = (select app.link_story())
    and link_id = ((select auth.jwt()) ->> 'link')::uuid and link_device = (select auth.jwt()) ->> 'device'
  );
grant select, insert, update, delete on public.recordings to kinora_link;

-- Chunks and files follow their recording: the subquery runs under the policies above.
create policy "a link's chunks are those of its recordings" on public.recording_chunks for all to kinora_link
  using (exists (select from public.recordings r where r.user_id = recording_chunks.user_id and r.id = recording_id))
  with check (exists (select from public.recordings r where r.user_id = recording_chunks.user_id and r.id = recording_id));
create policy "a link's files are those of its recordings" on public.media for all to kinora_link
  using (exists (select from public.recordings r where r.user_id = media.user_id and r.id = recording_id))
  with check (
    exists (
      select from public.recordings r
      where r.user_id = media.user_id and r.id = recording_id and r.story_id = media.story_id
    )
  );
grant select, insert, update on public.recording_chunks to kinora_link;
grant select, insert, update, delete on public.media to kinora_link;

-- The story is made by its first recording, as it is when somebody signed in records. Whether it lies in the trash is all
-- that a link may know of it.
create policy "a link finds its story" on public.stories for select to kinora_link
  using (user_id = (select auth.uid()) and id = (select app.link_story()));
create policy "a link's first recording makes its story" on public.stories for insert to kinora_link
  with check (user_id = (select auth.uid()) and id = (select app.link_story_to_begin()));
grant select (user_id, id, deleted_at) on public.stories to kinora_link;
grant insert (user_id, id, title, description, method, speakers, date, time) on public.stories to kinora_link;

-- Whether the owner has room left is asked before anybody talks for an hour.
create policy "a link knows whether there is room" on public.usage_tracking for select to kinora_link
  using (user_id = (select auth.uid()) and (select app.link_story()) is not null);
create policy "a link knows what the plan allows" on public.subscriptions for select to kinora_link
  using (user_id = (select auth.uid()) and (select app.link_story()) is not null);
grant select (user_id, storage_used_bytes) on public.usage_tracking to kinora_link;
grant select (user_id, tier) on public.subscriptions to kinora_link;
grant select on app.plan_limits to kinora_link;

-- Of all jobs, a link may cause the one that ends its own recording.
create or replace function app.enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'kinora_link'
    and (task <> 'finalise_recording' or payload ->> 'userId' is distinct from auth.uid()::text) then
    raise insufficient_privilege using message = 'a recording link may not queue ' || task;
  end if;
  perform graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => enqueue.job_key,
    run_at => enqueue.run_at
  );
end
$$;
grant execute on function app.enqueue to kinora_link;

-- Two devices that recorded the same talk are tracks of one recording: the group is named after the track that the others
-- are placed against. A moment t of a track stands at offset_ms + t * (1 + drift_ppm / 1000000) on the group's clock.
alter table public.recordings
  add column track_group uuid,
  add column offset_ms integer,
  add column drift_ppm real,
  add check ((track_group is null) = (offset_ms is null) and (track_group is null) = (drift_ppm is null));

-- Of tracks that lie over one another the first one counts.
create or replace function app.sum_story_duration() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  story uuid := case when tg_op = 'DELETE' then old.story_id else new.story_id end;
begin
  update public.stories set duration = (
    select round(coalesce(sum(r.duration_ms), 0) / 1000.0)
    from public.recordings r
    where r.user_id = owner and r.story_id = story and (r.track_group is null or r.track_group = r.id)
  )
  where user_id = owner and id = story;
  return null;
end
$$;
create trigger sum_story_duration_of_tracks after update of track_group on public.recordings
for each row execute function app.sum_story_duration();
create trigger announce_tracks after update on public.recordings
  for each row when (old.track_group is distinct from new.track_group) execute function app.announce();
