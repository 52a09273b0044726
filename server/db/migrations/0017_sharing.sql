-- Who else may see, change or look after something, besides its owner; and letters to those who have no account yet.

-- Viewers are counted apart from collaborators (editors and admins); null means unlimited.
alter table app.plan_limits add column viewers integer;
create index profiles_email on public.profiles (lower(email));

create function app.name_of_person(person uuid) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(nullif(p.full_name, ''), split_part(p.email, '@', 1)) from public.profiles p where p.id = person $$;
revoke execute on function app.name_of_person from public;

create table public.shared_access (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  resource_type text not null check (resource_type in ('story', 'storybook', 'family_member')),
  resource_id uuid not null,
  story_id uuid generated always as (case when resource_type = 'story' then resource_id end) stored,
  shared_with_user_id uuid not null references public.profiles (id) on delete cascade,
  shared_by_user_id uuid references public.profiles (id) on delete set null,
  role text not null default 'viewer' check (role in ('viewer', 'editor', 'admin')),
  -- Profiles are private. These follow them, so that the two sides of a sharing know each other's names.
  owner_name text not null default '',
  person_name text not null default '',
  person_email text not null default '',
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint shared_once unique (user_id, resource_type, resource_id, shared_with_user_id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade,
  check (shared_with_user_id <> user_id)
);
create index shared_with_person on public.shared_access (shared_with_user_id, resource_type, resource_id);
create index shared_newest on public.shared_access (shared_with_user_id, created_at desc, id desc);

create table public.invitations (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  resource_type text not null check (resource_type in ('story', 'storybook', 'family_member')),
  resource_id uuid not null,
  story_id uuid generated always as (case when resource_type = 'story' then resource_id end) stored,
  email text not null check (email = lower(email)),
  role text not null default 'viewer' check (role in ('viewer', 'editor', 'admin')),
  invited_by uuid not null references public.profiles (id) on delete cascade,
  -- SHA-256 of the 256 random bits that only the letter carries.
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index invitations_by_token on public.invitations (token_hash);
create unique index invitations_once on public.invitations (user_id, resource_type, resource_id, email)
  where accepted_at is null;

-- What the person whose claims are set may do: 'owner', 'admin', 'editor', 'viewer', or null for nothing. What lies in the
-- trash is there for its owner and for admins, who may take it out again.
create or replace function app.story_role(owner uuid, story uuid) returns text
language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when owner = auth.uid() then 'owner'
    else (
      select a.role
      from public.shared_access a
      join public.stories s on s.user_id = a.user_id and s.id = a.story_id
      where a.shared_with_user_id = auth.uid() and a.resource_type = 'story' and a.resource_id = story
        and a.user_id = owner and (s.deleted_at is null or a.role = 'admin')
    )
  end
$$;
-- Storybooks and people get their own branch here when they can be shared; until then nobody shares them.
create function app.resource_role(kind text, owner uuid, resource uuid) returns text
language sql stable parallel safe security definer set search_path = ''
as $$ select case kind when 'story' then app.story_role(owner, resource) end $$;
create function app.recording_role(owner uuid, recording uuid) returns text
language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when owner = auth.uid() then 'owner'
    else (
      -- An added film or sound has a transcript, too, under its own id.
      select app.story_role(owner, coalesce(
        (select r.story_id from public.recordings r where r.user_id = owner and r.id = recording),
        (select m.story_id from public.media m where m.user_id = owner and m.id = recording)
      ))
    )
  end
$$;
revoke execute on function app.resource_role, app.recording_role from public;
grant execute on function app.resource_role, app.recording_role to authenticated;

-- Asked for other people's rows alone: in what order PostgreSQL joins policies is its own affair.
create policy "those it is shared with see a story" on public.stories
  for select to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, id) is not null);
create policy "those it is shared with change a story" on public.stories
  for update to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, id) in ('editor', 'admin'));
create policy "those it is shared with see the notes" on public.story_notes
  for select to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) is not null);
create policy "those it is shared with write notes" on public.story_notes
  for insert to authenticated with check (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with reword notes" on public.story_notes
  for update to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with take out notes" on public.story_notes
  for delete to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those who take out notes bring them back" on public.deleted_notes
  for all to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
-- Bytes are added and taken out by the owner alone, whose room they take.
create policy "those it is shared with see the recordings" on public.recordings
  for select to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) is not null);
create policy "those it is shared with see the files" on public.media
  for select to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) is not null);
create policy "those it is shared with describe the files" on public.media
  for update to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with see the transcripts" on public.transcripts
  for select to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) is not null);
create policy "those it is shared with ask for transcripts" on public.transcripts
  for insert to authenticated with check (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with go on with transcripts" on public.transcripts
  for update to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with see the pieces" on public.transcript_pieces
  for select to authenticated using (user_id <> (select auth.uid()) and app.recording_role(user_id, transcript_id) is not null);
create policy "those it is shared with see the segments" on public.transcript_segments
  for select to authenticated using (user_id <> (select auth.uid()) and app.recording_role(user_id, transcript_id) is not null);
create policy "those it is shared with see the speakers" on public.transcript_speakers
  for select to authenticated using (user_id <> (select auth.uid()) and app.recording_role(user_id, transcript_id) is not null);
create policy "those it is shared with add speakers" on public.transcript_speakers
  for insert to authenticated with check (user_id <> (select auth.uid()) and app.recording_role(user_id, transcript_id) in ('editor', 'admin'));
create policy "those it is shared with name speakers" on public.transcript_speakers
  for update to authenticated using (user_id <> (select auth.uid()) and app.recording_role(user_id, transcript_id) in ('editor', 'admin'));
create policy "those it is shared with see the lines" on public.transcript_lines
  for select to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) is not null);
create policy "those it is shared with add lines" on public.transcript_lines
  for insert to authenticated with check (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with correct lines" on public.transcript_lines
  for update to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with join lines" on public.transcript_lines
  for delete to authenticated using (user_id <> (select auth.uid()) and app.story_role(user_id, story_id) in ('editor', 'admin'));
create policy "those it is shared with see the history" on public.transcript_edits
  for select to authenticated using (user_id <> (select auth.uid()) and app.recording_role(user_id, transcript_id) is not null);
create policy "those it is shared with add to the history" on public.transcript_edits
  for insert to authenticated with check (
    user_id <> (select auth.uid()) and author_id = (select auth.uid())
    and app.recording_role(user_id, transcript_id) in ('editor', 'admin')
  );
create policy "those who look after a story keep its link" on public.public_links
  for all to authenticated using (app.resource_role(resource_type, user_id, resource_id) in ('owner', 'admin'));

alter table public.shared_access enable row level security;
create policy "both sides of a sharing and those who look after it see it" on public.shared_access
  for select to authenticated using (
    user_id = (select auth.uid()) or shared_with_user_id = (select auth.uid())
    or app.resource_role(resource_type, user_id, resource_id) = 'admin'
  );
create policy "owners and admins share" on public.shared_access
  for insert to authenticated with check (
    shared_by_user_id = (select auth.uid())
    and app.resource_role(resource_type, user_id, resource_id) in ('owner', 'admin')
  );
create policy "owners and admins change roles" on public.shared_access
  for update to authenticated using (app.resource_role(resource_type, user_id, resource_id) in ('owner', 'admin'));
create policy "owners and admins end a sharing, and whoever it is with" on public.shared_access
  for delete to authenticated using (
    shared_with_user_id = (select auth.uid())
    or app.resource_role(resource_type, user_id, resource_id) in ('owner', 'admin')
  );
create policy "jobs see the sharings" on public.shared_access
  for select to kinora_worker using (user_id = (select auth.uid()));
grant select, delete on public.shared_access to authenticated;
grant insert (user_id, resource_type, resource_id, shared_with_user_id, shared_by_user_id, role)
  on public.shared_access to authenticated;
grant update (role) on public.shared_access to authenticated;
grant select on public.shared_access to kinora_worker;

alter table public.invitations enable row level security;
create policy "owners and admins invite" on public.invitations
  for all to authenticated
  using (app.resource_role(resource_type, user_id, resource_id) in ('owner', 'admin'))
  with check (
    invited_by = (select auth.uid()) and accepted_at is null
    and app.resource_role(resource_type, user_id, resource_id) in ('owner', 'admin')
  );
create policy "jobs see the invitations" on public.invitations
  for select to kinora_worker using (user_id = (select auth.uid()));
grant select, insert, delete on public.invitations to authenticated;
grant update (role, invited_by, token_hash, expires_at) on public.invitations to authenticated;
grant select on public.invitations to kinora_worker;

-- No row changes its owner: whoever may change other people's rows could otherwise make them their own.
create function app.refuse_new_owner() returns trigger
language plpgsql
as $$
begin
  raise exception 'rows stay with their owner' using errcode = 'insufficient_privilege';
end
$$;
do $$
declare
  changed_by_others text;
begin
  foreach changed_by_others in array
    '{stories,story_notes,deleted_notes,media,transcripts,transcript_speakers,transcript_lines}'::text[]
  loop
    execute format('create trigger keep_owner before update of user_id on public.%I for each row
      when (old.user_id <> new.user_id) execute function app.refuse_new_owner()', changed_by_others);
  end loop;
end
$$;

-- What of a row others than its owner change: a story's words, and its place in the trash where they look after it; a
-- file's caption and place.
create function app.guard_shared_story() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.method, new.created_at) is distinct from (old.id, old.method, old.created_at) then
    raise exception 'this is not changed' using errcode = 'insufficient_privilege';
  end if;
  if new.deleted_at is distinct from old.deleted_at and app.story_role(old.user_id, old.id) <> 'admin' then
    raise exception 'only owners and admins delete' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_shared before update on public.stories
  for each row when (old.user_id <> auth.uid()) execute function app.guard_shared_story();
create function app.guard_shared_media() returns trigger
language plpgsql
as $$
begin
  if to_jsonb(new) - '{caption,position}'::text[] <> to_jsonb(old) - '{caption,position}'::text[] then
    raise exception 'only its owner changes a file' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_shared before update on public.media
  for each row when (old.user_id <> auth.uid()) execute function app.guard_shared_media();

-- Names of both sides, from their profiles and never from whoever writes.
create function app.name_sharing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.owner_name := coalesce(app.name_of_person(new.user_id), '');
  new.person_name := coalesce(app.name_of_person(new.shared_with_user_id), '');
  new.person_email := coalesce((select p.email from public.profiles p where p.id = new.shared_with_user_id), '');
  return new;
end
$$;
create trigger name_sharing before insert on public.shared_access
  for each row execute function app.name_sharing();
create function app.rename_sharings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.shared_access set owner_name = app.name_of_person(new.id) where user_id = new.id;
  update public.shared_access set person_name = app.name_of_person(new.id), person_email = new.email
  where shared_with_user_id = new.id;
  return null;
end
$$;
create trigger sharings_follow_the_name after update of full_name, email on public.profiles
  for each row when (old.full_name <> new.full_name or old.email <> new.email)
  execute function app.rename_sharings();

-- People are counted as the rows change, and the plan holds inside the writing transaction: the lock on usage_tracking
-- makes two who share at once queue up. A letter that still waits takes a place, too.
create function app.count_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  collaborators integer;
  viewers integer;
  allowed app.plan_limits;
begin
  perform from public.usage_tracking u where u.user_id = owner for update;
  with people as (
    select a.shared_with_user_id::text as person, a.role from public.shared_access a where a.user_id = owner
    union all
    select i.email, i.role from public.invitations i
    where i.user_id = owner and i.accepted_at is null and i.expires_at > now()
  )
  select count(distinct person) filter (where role <> 'viewer'), count(distinct person) filter (where role = 'viewer')
  into collaborators, viewers from people;
  update public.usage_tracking u set collaborators_count = (
    select count(distinct a.shared_with_user_id) from public.shared_access a where a.user_id = owner and a.role <> 'viewer'
  ) where u.user_id = owner;

  -- Taking away and giving less is always possible, also for who has more than their plan allows.
  if tg_op = 'DELETE' then return null; end if;
  select limits.* into allowed
  from public.subscriptions plan join app.plan_limits limits on limits.tier = plan.tier where plan.user_id = owner;
  if new.role = 'viewer' and viewers > allowed.viewers then
    raise exception 'as many viewers as the plan allows' using errcode = 'KN423',
      detail = json_build_object('kind', 'viewers', 'limit', allowed.viewers)::text;
  end if;
  if new.role <> 'viewer' and collaborators > allowed.collaborators then
    raise exception 'as many collaborators as the plan allows' using errcode = 'KN423',
      detail = json_build_object('kind', 'collaborators', 'limit', allowed.collaborators)::text;
  end if;
  return null;
end
$$;
create trigger count_people after insert or delete or update of role on public.shared_access
  for each row execute function app.count_people();
create trigger count_people after insert or update of role, expires_at on public.invitations
  for each row execute function app.count_people();

-- Who has this address; asked only by people who share, and told only whether somebody has.
create function app.account_with_email(wanted text) returns uuid
language sql stable security definer set search_path = ''
as $$ select p.id from public.profiles p where lower(p.email) = lower(wanted) order by p.created_at limit 1 $$;
revoke execute on function app.account_with_email from public;
grant execute on function app.account_with_email to authenticated;

-- What a letter invites to, for whoever holds it.
create function app.read_invitation(token text) returns table (title text, inviter text, role text, state text)
language sql stable security definer set search_path = ''
as $$
  select s.title, app.name_of_person(i.invited_by), i.role, case
    when i.accepted_at is not null then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end
  from public.invitations i
  join public.stories s on s.user_id = i.user_id and s.id = i.story_id and s.deleted_at is null
  where i.token_hash = token
$$;
revoke execute on function app.read_invitation from public;
grant execute on function app.read_invitation to anon, authenticated;

-- Turns a letter into access, once. A letter of somebody who may no longer share is worth nothing.
create function app.accept_invitation(token text) returns table (state text, resource_type text, resource_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  letter public.invitations;
begin
  select i.* into letter from public.invitations i
  join public.stories s on s.user_id = i.user_id and s.id = i.story_id and s.deleted_at is null
  where i.token_hash = token for update of i;
  if not found or auth.uid() is null then return; end if;
  if letter.invited_by <> letter.user_id and not exists (
    select from public.shared_access a
    where a.user_id = letter.user_id and a.resource_type = letter.resource_type
      and a.resource_id = letter.resource_id and a.shared_with_user_id = letter.invited_by and a.role = 'admin'
  ) then
    return;
  end if;

  if letter.accepted_by = auth.uid() or letter.user_id = auth.uid() then
    return query select 'accepted', letter.resource_type, letter.resource_id; return;
  end if;
  if letter.accepted_at is not null then return query select 'used', null::text, null::uuid; return; end if;
  if letter.expires_at <= now() then return query select 'expired', null::text, null::uuid; return; end if;

  update public.invitations i set accepted_at = now(), accepted_by = auth.uid()
  where i.user_id = letter.user_id and i.id = letter.id;
  insert into public.shared_access (user_id, resource_type, resource_id, shared_with_user_id, shared_by_user_id, role)
  values (letter.user_id, letter.resource_type, letter.resource_id, auth.uid(), letter.invited_by, letter.role)
  on conflict on constraint shared_once do nothing;
  return query select 'accepted', letter.resource_type, letter.resource_id;
end
$$;
revoke execute on function app.accept_invitation from public;
grant execute on function app.accept_invitation to authenticated;

-- A change is told to its row's owner and to everybody whom the story is shared with at that moment: whoever lost access
-- hears nothing more.
create or replace function app.announce() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  owner uuid := coalesce(changed ->> 'user_id', changed ->> 'id');
  story uuid := case when tg_table_name = 'stories' then changed ->> 'id' else changed ->> 'story_id' end;
  listener uuid;
begin
  for listener in
    select owner union
    select (changed ->> 'shared_with_user_id')::uuid where tg_table_name = 'shared_access' union
    select a.shared_with_user_id from public.shared_access a
    where a.user_id = owner and a.resource_type = 'story' and a.resource_id = story
      and tg_table_name in ('stories', 'story_notes', 'comments', 'recordings', 'media', 'transcripts')
  loop
    perform pg_notify('kinora_changes', json_build_object(
      'userId', listener, 'table', tg_table_name,
      'operation', tg_op,
      'id', coalesce(changed ->> 'id', changed ->> 'user_id'),
      'storyId', story
    )::text);
  end loop;
  return null;
end
$$;
create trigger announce after insert or update or delete on public.shared_access
  for each row execute function app.announce();
create trigger announce after insert or update or delete on public.invitations
  for each row execute function app.announce();
