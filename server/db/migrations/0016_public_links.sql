-- A link that shows exactly one thing to whoever holds it, until it is turned off, runs out, or the thing is deleted.
-- Requests with such a link run as a role of their own. It has been granted the columns that the page shows and no others,
-- and may write nothing; within the grants the policies leave it the one link that the request proved, and what that opens.

do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'kinora_reader') then
      create role kinora_reader nologin noinherit;
    end if;
  exception
    when duplicate_object or unique_violation then null; -- roles belong to the cluster
  end;
  begin
    grant kinora_reader to current_user;
  exception
    when others then
      if not pg_has_role(current_user, 'kinora_reader', 'member') then raise; end if;
  end;
end
$$;
grant usage on schema app, public, auth to kinora_reader;
grant execute on function auth.jwt(), auth.uid(), auth.role() to kinora_reader;

create table public.public_links (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  resource_type text not null check (resource_type in ('story', 'storybook', 'family_member')),
  resource_id uuid not null,
  -- A link to a story needs the story, and goes with it.
  story_id uuid generated always as (case when resource_type = 'story' then resource_id end) stored,
  -- SHA-256 of the link's 256 random bits, to find it by.
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  -- The same bits sealed under the server's own secret, so that its owner can be shown the link again.
  token_sealed text not null,
  expires_at timestamptz,
  password_hash text,
  revoked_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index public_links_by_token on public.public_links (token_hash);
create unique index public_links_one_open on public.public_links (user_id, resource_type, resource_id)
  where revoked_at is null;
create trigger announce after insert or update or delete on public.public_links
  for each row execute function app.announce();

alter table public.public_links enable row level security;
create policy "people keep the links to what is theirs" on public.public_links
  for all to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "jobs read the links" on public.public_links
  for select to kinora_worker using (user_id = (select auth.uid()));
-- The server states `link_hash` for a token somebody sent, and `link_id` for an address that it signed itself.
create policy "a link shows itself to who holds it" on public.public_links
  for select to kinora_reader
  using (
    token_hash = (select auth.jwt() ->> 'link_hash')
    or id = (select (auth.jwt() ->> 'link_id')::uuid)
  );
grant select, insert, delete on public.public_links to authenticated;
grant update (expires_at, password_hash, revoked_at) on public.public_links to authenticated;
grant select on public.public_links to kinora_worker;
grant select (user_id, id, resource_type, resource_id, story_id, token_hash, expires_at, password_hash, revoked_at)
  on public.public_links to kinora_reader;

-- Whether the request's link opens this story now. `link_word` is the SHA-256 of the stored password hash, which the
-- server states once it has checked the password: a changed password closes what was opened with the one before.
create function app.link_opens(owner uuid, story uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.public_links l
    where l.user_id = owner and l.story_id = story
      and l.revoked_at is null
      and (l.expires_at is null or l.expires_at > now())
      and (
        l.password_hash is null
        or encode(sha256(convert_to(l.password_hash, 'UTF8')), 'hex') = auth.jwt() ->> 'link_word'
      )
  )
$$;
revoke execute on function app.link_opens from public;
grant execute on function app.link_opens to kinora_reader;

create policy "a link shows its story" on public.stories
  for select to kinora_reader using (deleted_at is null and app.link_opens(user_id, id));
-- What belongs to a story is shown where the story itself is.
create policy "a link shows its story’s journal" on public.story_notes for select to kinora_reader
  using (exists (select from public.stories s where s.user_id = story_notes.user_id and s.id = story_id));
create policy "a link shows its story’s recordings" on public.recordings for select to kinora_reader
  using (exists (select from public.stories s where s.user_id = recordings.user_id and s.id = story_id));
create policy "a link shows its story’s files" on public.media for select to kinora_reader
  using (exists (select from public.stories s where s.user_id = media.user_id and s.id = story_id));
create policy "a link shows its story’s transcript" on public.transcript_lines for select to kinora_reader
  using (exists (select from public.stories s where s.user_id = transcript_lines.user_id and s.id = story_id));
create policy "a link shows its story’s transcripts" on public.transcripts for select to kinora_reader
  using (exists (select from public.stories s where s.user_id = transcripts.user_id and s.id = story_id));
create policy "a link shows who speaks in its story" on public.transcript_speakers for select to kinora_reader
  using (exists (
    select from public.transcripts t where t.user_id = transcript_speakers.user_id and t.id = transcript_id
  ));

grant select (user_id, id, title, description, method, date, duration, speakers, created_at, deleted_at)
  on public.stories to kinora_reader;
grant select (user_id, id, story_id, text, timestamp, position) on public.story_notes to kinora_reader;
grant select (user_id, id, story_id, part, kind, state, mime_type, started_at, duration_ms, original_media_id)
  on public.recordings to kinora_reader;
grant select (
  user_id, id, story_id, recording_id, source_media_id, role, kind, state, file_name, mime_type, size_bytes, sha256,
  storage_key, duration_ms, width, height, created_at, caption, position
) on public.media to kinora_reader;
grant select (user_id, id, story_id) on public.transcripts to kinora_reader;
grant select (user_id, id, transcript_id, story_id, position, speaker, start_ms, end_ms, text, reading)
  on public.transcript_lines to kinora_reader;
grant select (user_id, transcript_id, key, name, merged_into) on public.transcript_speakers to kinora_reader;

-- Counters of what may be tried only so often. The server alone counts.
create table app.rate_limits (
  key text primary key,
  points integer not null,
  expire bigint
);
alter table app.rate_limits enable row level security;
create policy "the server counts" on app.rate_limits for all to kinora_worker using (true) with check (true);
grant select, insert, update, delete on app.rate_limits to kinora_worker;
