-- Storybooks are shared as stories are: a viewer reads and hears a book, an editor also changes its pages, an admin also
-- shares it and moves it to the trash. Which stories are in it, and how they are laid out, is its owner's alone: the pages
-- are made from stories that the others may not see.

alter table public.shared_access
  add column storybook_id uuid generated always as (case when resource_type = 'storybook' then resource_id end) stored,
  add foreign key (user_id, storybook_id) references public.storybooks (user_id, id) on delete cascade;
alter table public.invitations
  add column storybook_id uuid generated always as (case when resource_type = 'storybook' then resource_id end) stored,
  add foreign key (user_id, storybook_id) references public.storybooks (user_id, id) on delete cascade;

create function app.storybook_role(owner uuid, book uuid) returns text
language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when owner = auth.uid() then 'owner'
    else (
      select a.role
      from public.shared_access a
      join public.storybooks b on b.user_id = a.user_id and b.id = a.storybook_id
      where a.shared_with_user_id = auth.uid() and a.resource_type = 'storybook' and a.resource_id = book
        and a.user_id = owner and (b.deleted_at is null or a.role = 'admin')
    )
  end
$$;
revoke execute on function app.storybook_role from public;
grant execute on function app.storybook_role to authenticated;

-- The two functions that know every kind of thing that is shared: who may do what with it, and what it is called.
create or replace function app.resource_role(kind text, owner uuid, resource uuid) returns text
language sql stable parallel safe security definer set search_path = ''
as $$
  select case kind
    when 'story' then app.story_role(owner, resource)
    when 'storybook' then app.storybook_role(owner, resource)
  end
$$;
-- Null for what is gone or lies in the trash. It asks nobody who they are, so only other functions call it.
create function app.resource_title(kind text, owner uuid, resource uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case kind
    when 'story' then (
      select s.title from public.stories s where s.user_id = owner and s.id = resource and s.deleted_at is null
    )
    when 'storybook' then (
      select b.title from public.storybooks b where b.user_id = owner and b.id = resource and b.deleted_at is null
    )
  end
$$;
revoke execute on function app.resource_title from public;

-- What a letter invites to, for whoever holds it.
drop function app.read_invitation(text);
create function app.read_invitation(token text)
returns table (resource_type text, title text, inviter text, role text, state text)
language sql stable security definer set search_path = ''
as $$
  select i.resource_type, found.title, app.name_of_person(i.invited_by), i.role, case
    when i.accepted_at is not null then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end
  from public.invitations i
  cross join lateral (select app.resource_title(i.resource_type, i.user_id, i.resource_id) as title) found
  where i.token_hash = token and found.title is not null
$$;
revoke execute on function app.read_invitation from public;
grant execute on function app.read_invitation to anon, authenticated;

-- Turns a letter into access, once. A letter of somebody who may no longer share is worth nothing.
create or replace function app.accept_invitation(token text)
returns table (state text, resource_type text, resource_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  letter public.invitations;
begin
  select i.* into letter from public.invitations i where i.token_hash = token for update of i;
  if not found or auth.uid() is null then return; end if;
  if app.resource_title(letter.resource_type, letter.user_id, letter.resource_id) is null then return; end if;
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

create policy "those it is shared with see a storybook" on public.storybooks
  for select to authenticated
  using (user_id <> (select auth.uid()) and app.storybook_role(user_id, id) is not null);
create policy "those it is shared with change a storybook" on public.storybooks
  for update to authenticated
  using (user_id <> (select auth.uid()) and app.storybook_role(user_id, id) in ('editor', 'admin'));
create policy "those it is shared with see which stories are in it" on public.storybook_stories
  for select to authenticated
  using (user_id <> (select auth.uid()) and app.storybook_role(user_id, storybook_id) is not null);
-- What was taken out is there for those who may put it back.
create policy "those it is shared with read the pages" on public.storybook_pages
  for select to authenticated
  using (
    user_id <> (select auth.uid())
    and app.storybook_role(user_id, storybook_id) in ('viewer', 'editor', 'admin')
    and (removed_at is null or app.storybook_role(user_id, storybook_id) <> 'viewer')
  );
create policy "those it is shared with change the pages" on public.storybook_pages
  for update to authenticated
  using (user_id <> (select auth.uid()) and app.storybook_role(user_id, storybook_id) in ('editor', 'admin'));

do $$
declare
  changed_by_others text;
begin
  foreach changed_by_others in array '{storybooks,storybook_pages}'::text[]
  loop
    execute format('create trigger keep_owner before update of user_id on public.%I for each row
      when (old.user_id <> new.user_id) execute function app.refuse_new_owner()', changed_by_others);
  end loop;
end
$$;
create function app.guard_shared_storybook() returns trigger
language plpgsql
as $$
begin
  if new.deleted_at is distinct from old.deleted_at and app.storybook_role(old.user_id, old.id) <> 'admin' then
    raise exception 'only owners and admins delete' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_shared before update on public.storybooks
  for each row when (old.user_id <> auth.uid()) execute function app.guard_shared_storybook();
create function app.guard_shared_page() returns trigger
language plpgsql
as $$
begin
  if new.position <> old.position or new.content ->> 'kind' <> old.kind then
    raise exception 'only its owner lays a book out' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_shared before update on public.storybook_pages
  for each row when (old.user_id <> auth.uid()) execute function app.guard_shared_page();

-- The pictures on the pages of a shared book, and the recordings its words are from, are part of the book. Nothing else of
-- its stories is, and nothing of other stories, whatever somebody writes onto a page.
create function app.in_shared_book(owner uuid, story uuid, variadic files uuid[]) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.shared_access a
    join public.storybooks b on b.user_id = a.user_id and b.id = a.storybook_id and b.deleted_at is null
    join public.storybook_stories chosen
      on chosen.user_id = b.user_id and chosen.storybook_id = b.id and chosen.story_id = story
    join public.stories s on s.user_id = owner and s.id = story and s.deleted_at is null
    where a.shared_with_user_id = auth.uid() and a.user_id = owner and a.resource_type = 'storybook'
      and (
        b.cover_media_id = any (files)
        or exists (
          select from public.storybook_pages p
          where p.user_id = b.user_id and p.storybook_id = b.id and p.removed_at is null
            and (
              (p.content ->> 'pictureId')::uuid = any (files)
              or exists (
                select from jsonb_path_query(p.content, '$.passages[*].voice.recordingId') heard
                where (heard #>> '{}')::uuid = any (files)
              )
            )
        )
      )
  )
$$;
revoke execute on function app.in_shared_book from public;
grant execute on function app.in_shared_book to authenticated;
create policy "those a book is shared with see its pictures and hear its voices" on public.media
  for select to authenticated
  using (
    user_id <> (select auth.uid()) and story_id is not null
    and app.in_shared_book(user_id, story_id, id, recording_id, source_media_id)
  );

-- A change is told to its row's owner and to everybody whom the thing is shared with at that moment: whoever lost access
-- hears nothing more.
create or replace function app.announce() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  owner uuid := coalesce(changed ->> 'user_id', changed ->> 'id');
  story uuid := case when tg_table_name = 'stories' then changed ->> 'id' else changed ->> 'story_id' end;
  -- What somebody may be shared with to hear of this row.
  kind text := case
    when tg_table_name in ('stories', 'story_notes', 'comments', 'recordings', 'media', 'transcripts') then 'story'
    when tg_table_name in ('storybooks', 'storybook_pages') then 'storybook'
  end;
  resource uuid := case
    when kind = 'story' then story
    when tg_table_name = 'storybooks' then (changed ->> 'id')::uuid
    when kind = 'storybook' then (changed ->> 'storybook_id')::uuid
  end;
  listener uuid;
begin
  for listener in
    select owner union
    select (changed ->> 'shared_with_user_id')::uuid where tg_table_name = 'shared_access' union
    select a.shared_with_user_id from public.shared_access a
    where a.user_id = owner and a.resource_type = kind and a.resource_id = resource
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
