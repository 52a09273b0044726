-- The whole of an account in one file, on its way out and on its way in; and the end of an account.

create table public.archive_exports (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'processing', 'completed', 'failed')),
  -- Bytes written of those that are to be written; unknown until everything has been counted.
  done_bytes bigint not null default 0,
  total_bytes bigint,
  file_count integer,
  size_bytes bigint,
  storage_key text not null generated always as ('media/' || user_id::text || '/archive-' || id::text) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (user_id, id)
);
create unique index archive_exports_one_at_a_time on public.archive_exports (user_id)
  where state in ('pending', 'processing');
create index archive_exports_expired on public.archive_exports (expires_at) where expires_at is not null;
create trigger touch before update on public.archive_exports for each row execute function app.touch();
create trigger announce after insert or update or delete on public.archive_exports
  for each row execute function app.announce();

create table public.archive_imports (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  state text not null default 'receiving'
    check (state in ('receiving', 'checking', 'restoring', 'completed', 'failed')),
  file_name text not null default '',
  size_bytes bigint not null check (size_bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  -- Bytes of the present step that are done.
  done_bytes bigint not null default 0,
  -- What was found wrong with the file, where something was.
  problem text,
  -- How many of each kind came in.
  counts jsonb not null default '{}',
  storage_key text not null generated always as ('media/' || user_id::text || '/import-' || id::text) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index archive_imports_one_at_a_time on public.archive_imports (user_id)
  where state in ('receiving', 'checking', 'restoring');
create index archive_imports_stale on public.archive_imports (updated_at);
create trigger touch before update on public.archive_imports for each row execute function app.touch();
create trigger announce after insert or delete on public.archive_imports
  for each row execute function app.announce();
create trigger announce_work after update on public.archive_imports
  for each row when (old.state <> new.state or old.done_bytes <> new.done_bytes) execute function app.announce();

create function app.on_archive_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.storage_deletions (storage_key) values (old.storage_key) on conflict do nothing;
  return null;
end
$$;
create trigger object_goes_with_its_row after delete on public.archive_exports
for each row execute function app.on_archive_deleted();
create trigger object_goes_with_its_row after delete on public.archive_imports
for each row execute function app.on_archive_deleted();

alter table public.archive_exports enable row level security;
alter table public.archive_imports enable row level security;
create policy "people take their own archive out" on public.archive_exports
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people bring their own archive in" on public.archive_imports
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, delete on public.archive_exports, public.archive_imports to authenticated;
grant update (state, received_bytes) on public.archive_imports to authenticated;
grant select, update, delete on public.archive_exports, public.archive_imports to kinora_worker;

-- What the sweep looks for; it then works row by row as the owner.
create function app.expired_archives(import_hours integer) returns table (kind text, user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  select 'export', e.user_id, e.id from public.archive_exports e where e.expires_at < now()
  union all
  select 'import', i.user_id, i.id from public.archive_imports i
  where i.updated_at < now() - make_interval(hours => import_hours)
$$;
revoke execute on function app.expired_archives from public;
grant execute on function app.expired_archives to kinora_worker;

-- Every row of one table that an account keeps, whole: what the archive takes out of it stands in the code.
create function app.archive_rows(wanted text) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  in_order text := (
    select string_agg(format('t.%I', a.attname), ', ' order by array_position(i.indkey::integer[], a.attnum::integer))
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indisprimary and i.indrelid = format('public.%I', wanted)::regclass
  );
begin
  if auth.uid() is null then return; end if;
  return query execute format(
    case wanted
      when 'playlist_prompts' then
        'select to_jsonb(t) from public.%I t join public.playlists l on l.id = t.playlist_id where l.user_id = $1'
      when 'profiles' then 'select to_jsonb(t) from public.%I t where t.id = $1'
      else 'select to_jsonb(t) from public.%I t where t.user_id = $1'
    end || ' order by ' || in_order, wanted) using auth.uid();
end
$$;
revoke execute on function app.archive_rows from public;
grant execute on function app.archive_rows to kinora_worker;

-- Whether an archive is being written into the tables: dates, versions and names are then those of the archive.
create function app.is_restoring() returns boolean
language sql stable
as $$ select coalesce(current_setting('kinora.restoring', true), '') = 'on' $$;

create or replace function app.touch() returns trigger
language plpgsql
as $$
begin
  if not app.is_restoring() then new.updated_at := now(); end if;
  return new;
end
$$;
create or replace function app.count_version() returns trigger
language plpgsql
as $$
begin
  if not app.is_restoring() then new.version := old.version + 1; end if;
  return new;
end
$$;
drop trigger comment_written on public.comments;
create trigger comment_written before update of text, deleted_at on public.comments
for each row execute function app.on_comment_written();
create trigger comment_written_first before insert on public.comments
for each row when (not app.is_restoring()) execute function app.on_comment_written();
-- A file of a book that comes back was made before.
drop trigger count_exports on public.storybook_exports;
create trigger count_exports after insert on public.storybook_exports
for each row when (not app.is_restoring()) execute function app.count_exports();
-- Nor is anybody told of what comes back.
drop trigger news on public.comments;
create trigger news after insert on public.comments
  for each row when (new.author_id is distinct from new.user_id and not app.is_restoring())
  execute function app.on_news_of_comment();
drop trigger news on public.shared_access;
create trigger news after insert on public.shared_access
  for each row when (
    new.resource_type = 'story' and new.shared_with_user_id is distinct from auth.uid() and not app.is_restoring()
  )
  execute function app.on_news_of_sharing();

-- Puts rows of an archive back, always as the account's own. What is there already stays as it is. The answer says how
-- many were new.
create function app.restore_rows(wanted text, columns text[], rows jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  names text := (select string_agg(format('%I', name), ', ') from unnest(columns) name);
  -- What hangs on somebody or something that this account does not have is left out.
  held text := case wanted
    when 'playlist_prompts' then
      'exists (select from public.playlists l where l.id = r.playlist_id and l.user_id = auth.uid())
       and exists (select from public.prompts q where q.id = r.prompt_id and (q.is_official or q.user_id = auth.uid()))'
    when 'prompt_asks' then
      'exists (select from public.prompts q where q.id = r.prompt_id and (q.is_official or q.user_id = auth.uid()))'
    when 'family_connections' then
      'exists (select from public.family_members m where m.user_id = auth.uid() and m.id = r.from_id)
       and exists (select from public.family_members m where m.user_id = auth.uid() and m.id = r.to_id)'
    else 'true' end;
  owned jsonb := case wanted
    when 'playlist_prompts' then rows
    else (select coalesce(jsonb_agg(r || jsonb_build_object('user_id', auth.uid())), '[]') from jsonb_array_elements(rows) r)
  end;
  added integer;
begin
  if auth.uid() is null then raise exception 'nobody to restore for' using errcode = 'insufficient_privilege'; end if;
  perform set_config('kinora.restoring', 'on', true);
  -- "You" are there from the start; as long as nobody has changed anything there, the archive knows better.
  if wanted = 'family_members' then
    execute format(
      'update public.family_members m set (%1$s) = (select %1$s from jsonb_populate_record(null::public.family_members, r))
       from jsonb_array_elements($1) r
       where m.user_id = auth.uid() and m.id = auth.uid() and (r ->> ''id'')::uuid = m.id and m.version = 0', names)
      using owned;
  end if;
  execute format(
    'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1) r
     where %3$s on conflict do nothing', wanted, names, held) using owned;
  get diagnostics added = row_count;
  perform set_config('kinora.restoring', '', true);
  return added;
end
$$;
revoke execute on function app.restore_rows from public;
grant execute on function app.restore_rows to kinora_worker;

create function app.restore_profile(said jsonb) returns void
language sql security definer set search_path = ''
as $$
  update public.profiles p set
    phone = coalesce(nullif(p.phone, ''), said ->> 'phone', ''),
    location = coalesce(nullif(p.location, ''), said ->> 'location', ''),
    bio = coalesce(nullif(p.bio, ''), said ->> 'bio', '')
  where p.id = auth.uid()
$$;
revoke execute on function app.restore_profile from public;
grant execute on function app.restore_profile to kinora_worker;

-- An account that its person wants to be gone. Until the day comes nothing is lost, but nobody else sees it any more: what
-- was shared is held here, and the links are off.
create table public.account_deletions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  erase_at timestamptz not null,
  held_sharings jsonb not null default '[]',
  held_invitations jsonb not null default '[]',
  held_profile jsonb not null default '[]'
);
create index account_deletions_due on public.account_deletions (erase_at);
create trigger announce after insert or delete on public.account_deletions
  for each row execute function app.announce();
alter table public.account_deletions enable row level security;
create policy "people see the end of their account" on public.account_deletions
  for select to authenticated, kinora_worker using (user_id = (select auth.uid()));
grant select on public.account_deletions to authenticated, kinora_worker;

-- Called once the person has proved who they are.
create function app.close_account(days integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := auth.uid();
  moment timestamptz := now();
begin
  insert into public.account_deletions
    (user_id, requested_at, erase_at, held_sharings, held_invitations, held_profile)
  values (
    person, moment, moment + make_interval(days => days),
    (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.shared_access a where a.user_id = person),
    (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.invitations i where i.user_id = person),
    (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.public_profiles s where s.user_id = person)
  )
  on conflict do nothing;
  if not found then return; end if;
  delete from public.shared_access where user_id = person;
  delete from public.invitations where user_id = person;
  delete from public.public_profiles where user_id = person;
  update public.public_links set revoked_at = moment where user_id = person and revoked_at is null;
  update public.recording_links set revoked_at = moment where user_id = person and revoked_at is null;
end
$$;
revoke execute on function app.close_account from public;
grant execute on function app.close_account to authenticated;

-- What cannot come back, as with somebody who has gone meanwhile, stays away and keeps nothing else from coming back.
create function app.keep_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := auth.uid();
  kept public.account_deletions;
  held jsonb;
begin
  delete from public.account_deletions where user_id = person returning * into kept;
  if kept.user_id is null then return; end if;
  perform set_config('kinora.restoring', 'on', true);
  for held in select * from jsonb_array_elements(kept.held_sharings) loop
    begin
      insert into public.shared_access
        (user_id, id, resource_type, resource_id, shared_with_user_id, shared_by_user_id, role, created_at)
      select r.user_id, r.id, r.resource_type, r.resource_id, r.shared_with_user_id,
        (select p.id from public.profiles p where p.id = r.shared_by_user_id), r.role, r.created_at
      from jsonb_populate_record(null::public.shared_access, held) r;
    exception
      when integrity_constraint_violation or sqlstate 'KN423' then null;
    end;
  end loop;
  for held in select * from jsonb_array_elements(kept.held_invitations) loop
    begin
      insert into public.invitations
        (user_id, id, resource_type, resource_id, email, role, invited_by, token_hash, expires_at, accepted_at,
         accepted_by, created_at)
      select r.user_id, r.id, r.resource_type, r.resource_id, r.email, r.role, r.invited_by, r.token_hash, r.expires_at,
        r.accepted_at, (select p.id from public.profiles p where p.id = r.accepted_by), r.created_at
      from jsonb_populate_record(null::public.invitations, held) r;
    exception
      when integrity_constraint_violation or sqlstate 'KN423' then null;
    end;
  end loop;
  insert into public.public_profiles
  select r.* from jsonb_populate_recordset(null::public.public_profiles, kept.held_profile) r on conflict do nothing;
  update public.public_links l set revoked_at = null
  where l.user_id = person and l.revoked_at = kept.requested_at and not exists (
    select from public.public_links o where o.user_id = person and o.resource_type = l.resource_type
      and o.resource_id = l.resource_id and o.revoked_at is null
  );
  update public.recording_links set revoked_at = null where user_id = person and revoked_at = kept.requested_at;
  perform set_config('kinora.restoring', '', true);
end
$$;
revoke execute on function app.keep_account from public;
grant execute on function app.keep_account to authenticated;

create function app.due_deletions() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select d.user_id from public.account_deletions d where d.erase_at <= now() $$;
revoke execute on function app.due_deletions from public;
grant execute on function app.due_deletions to kinora_worker;

create or replace function app.refuse_change() returns trigger
language plpgsql
as $$
begin
  -- The one thing that changes in history: a name that has to be forgotten.
  if coalesce(current_setting('kinora.erasing', true), '') = 'on' then return new; end if;
  raise exception '% is never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Erases an account whose day has come, and every trace of it in what belongs to others. Objects go to the bin. What the
-- person wrote as comments goes; corrections in other families' transcripts stay, without a name.
create function app.erase_account(person uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  address text := (select lower(p.email) from public.profiles p where p.id = person);
begin
  perform from public.account_deletions d where d.user_id = person and d.erase_at <= now() for update;
  if not found then return false; end if;

  perform set_config('kinora.erasing', 'on', true);
  insert into app.storage_deletions (storage_key)
  select u.storage_key from public.uploads u where u.user_id = person on conflict do nothing;

  delete from public.comments where author_id = person and user_id <> person;
  update public.comments set deleted_by = null where deleted_by = person and user_id <> person;
  update public.transcript_edits set author_id = nobody, author_name = ''
  where author_id = person and user_id <> person;
  update public.suggestions set decided_by = null where decided_by = person and user_id <> person;
  update public.story_proposals set decided_by = null where decided_by = person and user_id <> person;
  update public.public_links set created_by = user_id where created_by = person and user_id <> person;
  update public.recording_links set made_by = user_id where made_by = person and user_id <> person;
  delete from public.invitations where email = address and user_id <> person;
  update public.account_deletions d set
    held_sharings = (
      select coalesce(jsonb_agg(h), '[]') from jsonb_array_elements(d.held_sharings) h
      where h ->> 'shared_with_user_id' <> person::text
    ),
    held_invitations = (
      select coalesce(jsonb_agg(h), '[]') from jsonb_array_elements(d.held_invitations) h
      where h ->> 'email' <> address and h ->> 'invited_by' <> person::text
    )
  where d.user_id <> person and (d.held_sharings || d.held_invitations)::text ~ person::text
    or (address <> '' and strpos(d.held_invitations::text, address) > 0 and d.user_id <> person);

  delete from auth.audit_log_entries where user_id = person;
  delete from auth.users where id = person;
  delete from public.profiles where id = person;
  delete from public.search_entries where user_id = person;
  delete from graphile_worker._private_jobs j
  where j.payload ->> 'userId' = person::text and j.locked_at is null;
  perform set_config('kinora.erasing', '', true);
  return true;
end
$$;
revoke execute on function app.erase_account from public;
grant execute on function app.erase_account to kinora_worker;
