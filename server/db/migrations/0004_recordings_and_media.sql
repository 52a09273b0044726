-- Bytes a family gave us, and the recordings they belong to.

create table public.recordings (
  user_id uuid not null,
  id uuid not null,
  story_id uuid not null,
  part integer not null check (part >= 0),
  kind text not null check (kind in ('video', 'audio')),
  state text not null default 'receiving'
    check (state in ('receiving', 'verifying', 'damaged', 'safe', 'ready', 'failed')),
  mime_type text not null,
  quality text not null check (quality in ('high', 'medium', 'low')),
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Who said that it was over: the device, or the server after a day of silence.
  ended_by text check (ended_by in ('device', 'server')),
  next_index integer not null default 0,
  received_bytes bigint not null default 0,
  duration_ms bigint,
  -- What the device says the whole should hash to, and what the stored bytes, read again, did hash to.
  claimed_sha256 text check (claimed_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  original_media_id uuid not null,
  last_chunk_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index recordings_of_story on public.recordings (user_id, story_id, part);
create index recordings_silent on public.recordings (last_chunk_at) where state = 'receiving';
create trigger touch before update on public.recordings for each row execute function app.touch();

create table public.recording_chunks (
  user_id uuid not null,
  recording_id uuid not null,
  index integer not null check (index >= 0),
  byte_offset bigint not null check (byte_offset >= 0),
  size integer not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  damaged boolean not null default false,
  primary key (user_id, recording_id, index),
  foreign key (user_id, recording_id) references public.recordings (user_id, id) on delete cascade
);

create table public.media (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  story_id uuid,
  recording_id uuid,
  -- Set on derived files: what they were made from.
  source_media_id uuid,
  role text not null check (role in ('original', 'playback', 'poster', 'peaks')),
  kind text not null check (kind in ('video', 'audio', 'image', 'document')),
  -- receiving: the size is what was reserved (an upload) or has come so far (a recording).
  state text not null default 'receiving' check (state in ('receiving', 'stored')),
  file_name text not null default '',
  mime_type text not null,
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  duration_ms bigint,
  width integer,
  height integer,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade,
  foreign key (user_id, recording_id) references public.recordings (user_id, id) on delete cascade,
  foreign key (user_id, source_media_id) references public.media (user_id, id) on delete cascade,
  check ((role = 'original') = (source_media_id is null))
);
create index media_of_story on public.media (user_id, story_id, role);
create unique index media_derived_once on public.media (user_id, source_media_id, role)
  where source_media_id is not null;

-- An upload by tus; its media row carries the reservation while it comes.
create table public.uploads (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  story_id uuid,
  state text not null default 'receiving' check (state in ('receiving', 'stored', 'refused')),
  code text,
  file_name text not null default '',
  size_bytes bigint not null check (size_bytes >= 0),
  byte_offset bigint not null default 0 check (byte_offset >= 0),
  metadata jsonb not null default '{}',
  storage_key text not null,
  media_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index uploads_expired on public.uploads (expires_at) where state = 'receiving';
create trigger touch before update on public.uploads for each row execute function app.touch();

-- Objects whose last row is gone. Filled by the transaction that deletes the row, emptied by a job.
create table app.storage_deletions (
  storage_key text primary key,
  deleted_at timestamptz not null default now()
);
alter table app.storage_deletions enable row level security;
create policy "the worker empties the bin" on app.storage_deletions for all to kinora_worker using (true) with check (true);
grant select, delete on app.storage_deletions to kinora_worker;

create function app.on_media_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.storage_deletions (storage_key) values (old.storage_key) on conflict do nothing;
  return old;
end
$$;
create trigger object_goes_with_its_row after delete on public.media
for each row execute function app.on_media_deleted();

-- Usage is counted as rows change, and the limit holds inside the writing transaction: the row lock on
-- usage_tracking makes two writers racing for the last byte queue up, and the second one fails. Only original
-- bytes count; copies that we derive are ours to pay for.
create function app.count_storage() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  grown bigint := 0;
  used bigint;
  allowed bigint;
begin
  if tg_op <> 'DELETE' and new.role = 'original' then grown := grown + new.size_bytes; end if;
  if tg_op <> 'INSERT' and old.role = 'original' then grown := grown - old.size_bytes; end if;
  if grown = 0 then return null; end if;

  update public.usage_tracking set storage_used_bytes = greatest(storage_used_bytes + grown, 0)
  where user_id = owner returning storage_used_bytes into used;
  if grown < 0 then return null; end if;

  select limits.storage_bytes into allowed
  from public.subscriptions plan join app.plan_limits limits on limits.tier = plan.tier
  where plan.user_id = owner;
  if allowed is not null and used > allowed then
    raise exception 'storage limit reached' using
      errcode = 'KN507',
      detail = json_build_object('usedBytes', used - grown, 'limitBytes', allowed)::text;
  end if;
  return null;
end
$$;
create trigger count_storage after insert or delete or update of size_bytes, role on public.media
for each row execute function app.count_storage();

create function app.sum_story_duration() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  story uuid := case when tg_op = 'DELETE' then old.story_id else new.story_id end;
begin
  update public.stories set duration = (
    select round(coalesce(sum(r.duration_ms), 0) / 1000.0)
    from public.recordings r where r.user_id = owner and r.story_id = story
  )
  where user_id = owner and id = story;
  return null;
end
$$;
create trigger sum_story_duration after insert or delete or update of duration_ms on public.recordings
for each row execute function app.sum_story_duration();

alter table public.recordings enable row level security;
alter table public.recording_chunks enable row level security;
alter table public.media enable row level security;
alter table public.uploads enable row level security;

create policy "people keep their own recordings" on public.recordings
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own chunks" on public.recording_chunks
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own media" on public.media
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own uploads" on public.uploads
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select, insert, update, delete on
  public.recordings, public.recording_chunks, public.media, public.uploads
to authenticated, kinora_worker;

-- What the sweeps look for; they then work row by row as the owner.
create function app.silent_recordings(hours integer) returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  select r.user_id, r.id from public.recordings r
  where r.state = 'receiving' and r.last_chunk_at < now() - make_interval(hours => hours)
$$;
revoke execute on function app.silent_recordings from public;
grant execute on function app.silent_recordings to kinora_worker;

create function app.expired_uploads() returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  select u.user_id, u.id from public.uploads u where u.state = 'receiving' and u.expires_at < now()
$$;
revoke execute on function app.expired_uploads from public;
grant execute on function app.expired_uploads to kinora_worker;
