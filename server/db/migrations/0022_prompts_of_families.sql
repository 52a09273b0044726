-- Families write questions and playlists of their own, give them to everybody when they wish, and remember what was asked.

alter table public.prompts
  -- The number of the last change to the words.
  add column version integer not null default 0,
  -- The prompt that somebody added to their own: adding it twice is adding it once.
  add column copied_from uuid,
  add column published_at timestamptz,
  -- The operator took it out of Community; withdrawing and publishing again does not bring it back.
  add column hidden_at timestamptz,
  add column words tsvector generated always as (to_tsvector('simple', app.plain_text(text))) stored;
create unique index prompts_copied_once on public.prompts (user_id, copied_from) where copied_from is not null;
create index prompts_in_community on public.prompts (created_at desc, id desc)
  where published_at is not null and hidden_at is null;

alter table public.playlists
  add column version integer not null default 0,
  add column published_at timestamptz,
  add column hidden_at timestamptz,
  add column words tsvector
    generated always as (to_tsvector('simple', app.plain_text(name || ' ' || description))) stored;
create index playlists_in_community on public.playlists (created_at desc, id desc)
  where published_at is not null and hidden_at is null;
create index playlist_prompts_by_prompt on public.playlist_prompts (prompt_id);

-- What is published carries its author's name as the profile has it, and nothing else of them.
create function app.public_name(person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(btrim(p.full_name), ''), 'A Kinora family') from public.profiles p where p.id = person
$$;
revoke execute on function app.public_name from public;

create function app.on_published() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.user_id is not null then
    new.author := case when new.published_at is not null then app.public_name(new.user_id) end;
  end if;
  return new;
end
$$;
create trigger published before insert or update of published_at on public.prompts
  for each row execute function app.on_published();
create trigger published before insert or update of published_at on public.playlists
  for each row execute function app.on_published();

create function app.on_author_renamed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.prompts set published_at = published_at where user_id = new.id and published_at is not null;
  update public.playlists set published_at = published_at where user_id = new.id and published_at is not null;
  return null;
end
$$;
create trigger published_prompts_follow_the_name after update of full_name on public.profiles
  for each row when (old.full_name <> new.full_name) execute function app.on_author_renamed();

-- Whoever publishes a playlist publishes their own questions in it as far as its readers go.
create function app.in_community_playlist(prompt uuid, owner uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.playlist_prompts link join public.playlists list on list.id = link.playlist_id
    where link.prompt_id = prompt and list.user_id = owner
      and list.published_at is not null and list.hidden_at is null
  )
$$;
revoke execute on function app.in_community_playlist from public;
grant execute on function app.in_community_playlist to authenticated, kinora_worker;

drop policy "everybody reads the official prompts and their own" on public.prompts;
drop policy "everybody reads the official playlists and their own" on public.playlists;
create policy "people read official prompts, their own, and what others published" on public.prompts
  for select to authenticated, kinora_worker
  using (
    is_official or user_id = (select auth.uid())
    or (hidden_at is null and (published_at is not null or app.in_community_playlist(id, user_id)))
  );
create policy "people read official playlists, their own, and what others published" on public.playlists
  for select to authenticated, kinora_worker
  using (
    is_official or user_id = (select auth.uid()) or (published_at is not null and hidden_at is null)
  );

create policy "people write prompts of their own" on public.prompts
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own prompts" on public.prompts
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete their own prompts" on public.prompts
  for delete to authenticated using (user_id = (select auth.uid()));
create policy "people make playlists of their own" on public.playlists
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "people change their own playlists" on public.playlists
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people delete their own playlists" on public.playlists
  for delete to authenticated using (user_id = (select auth.uid()));

-- A playlist holds official questions and one's own; a question of somebody else becomes one's own first, so that no list
-- loses a question because its author withdrew it.
create policy "people fill their own playlists with official questions and their own" on public.playlist_prompts
  for insert to authenticated
  with check (
    exists (select from public.playlists p where p.id = playlist_id and p.user_id = (select auth.uid()))
    and exists (
      select from public.prompts q where q.id = prompt_id and (q.is_official or q.user_id = (select auth.uid()))
    )
  );
create policy "people order their own playlists" on public.playlist_prompts
  for update to authenticated
  using (exists (select from public.playlists p where p.id = playlist_id and p.user_id = (select auth.uid())));
create policy "people take questions out of their own playlists" on public.playlist_prompts
  for delete to authenticated
  using (exists (select from public.playlists p where p.id = playlist_id and p.user_id = (select auth.uid())));

grant insert (id, user_id, text, category, copied_from) on public.prompts to authenticated;
grant update (text, category, version, published_at) on public.prompts to authenticated;
grant insert (id, user_id, name, description) on public.playlists to authenticated;
grant update (name, description, version, published_at) on public.playlists to authenticated;
grant insert (playlist_id, prompt_id, position) on public.playlist_prompts to authenticated;
grant update (position) on public.playlist_prompts to authenticated;
grant delete on public.prompts, public.playlists, public.playlist_prompts to authenticated;

create trigger announce after insert or update or delete on public.prompts
  for each row execute function app.announce();
create trigger announce after insert or update or delete on public.playlists
  for each row execute function app.announce();

-- A question that was asked, in which story and when.
create table public.prompt_asks (
  user_id uuid not null,
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  story_id uuid not null,
  asked_at timestamptz not null default now(),
  primary key (user_id, prompt_id, story_id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index prompt_asks_of_story on public.prompt_asks (user_id, story_id);
create index prompt_asks_by_prompt on public.prompt_asks (prompt_id);
alter table public.prompt_asks enable row level security;
create policy "people keep what they asked" on public.prompt_asks
  for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid()) and exists (select from public.prompts q where q.id = prompt_id)
  );
create policy "jobs read what was asked" on public.prompt_asks
  for select to kinora_worker using (user_id = (select auth.uid()));
grant select, insert, update, delete on public.prompt_asks to authenticated;
grant select on public.prompt_asks to kinora_worker;
create trigger announce after insert or update or delete on public.prompt_asks
  for each row execute function app.announce();

-- What people think does not belong in Community. One report a person and thing.
create table public.community_reports (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  prompt_id uuid references public.prompts (id) on delete cascade,
  playlist_id uuid references public.playlists (id) on delete cascade,
  reason text not null default '',
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  check (num_nonnulls(prompt_id, playlist_id) = 1)
);
create unique index community_reports_of_prompt on public.community_reports (user_id, prompt_id);
create unique index community_reports_of_playlist on public.community_reports (user_id, playlist_id);
create index community_reports_by_prompt on public.community_reports (prompt_id);
create index community_reports_by_playlist on public.community_reports (playlist_id);
alter table public.community_reports enable row level security;
create policy "people read their own reports" on public.community_reports
  for select to authenticated using (user_id = (select auth.uid()));
create policy "people report what others published" on public.community_reports
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (
      exists (
        select from public.prompts q
        where q.id = prompt_id and q.published_at is not null and q.user_id <> (select auth.uid())
      )
      or exists (
        select from public.playlists p
        where p.id = playlist_id and p.published_at is not null and p.user_id <> (select auth.uid())
      )
    )
  );
grant select on public.community_reports to authenticated;
grant insert (user_id, id, prompt_id, playlist_id, reason) on public.community_reports to authenticated;

-- The server states `operator` for people whose address the settings name as the operator's.
create function app.is_operator() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(auth.jwt() ->> 'operator' = 'true', false) $$;

create function app.reported_in_community()
returns table (kind text, id uuid, words text, author text, hidden boolean, reports bigint, reasons text[])
language sql stable security definer set search_path = ''
as $$
  select thing.*, said.reports, said.reasons
  from (
    select 'prompt', q.id, q.text, q.author, q.hidden_at is not null from public.prompts q
    union all
    select 'playlist', p.id, p.name, p.author, p.hidden_at is not null from public.playlists p
  ) as thing (kind, id, words, author, hidden)
  cross join lateral (
    select count(*) as reports, array_agg(r.reason order by r.created_at) filter (where r.reason <> '') as reasons,
      max(r.created_at) as latest
    from public.community_reports r
    where (thing.kind = 'prompt' and r.prompt_id = thing.id) or (thing.kind = 'playlist' and r.playlist_id = thing.id)
  ) as said
  where app.is_operator() and (said.reports > 0 or thing.hidden)
  order by thing.hidden, said.latest desc nulls last
  limit 200
$$;

create function app.hide_in_community(kind text, item uuid, hide boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  since timestamptz := case when hide then now() end;
begin
  if not app.is_operator() then
    raise exception 'only the operator hides' using errcode = 'insufficient_privilege';
  end if;
  if kind = 'prompt' then
    update public.prompts q set hidden_at = since where q.id = item and not q.is_official;
  else
    update public.playlists p set hidden_at = since where p.id = item and not p.is_official;
  end if;
  return found;
end
$$;
revoke execute on function app.reported_in_community, app.hide_in_community from public;
grant execute on function app.is_operator, app.reported_in_community, app.hide_in_community to authenticated;
