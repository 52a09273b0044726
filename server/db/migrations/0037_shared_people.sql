-- People of the family are shared as stories and storybooks are: a viewer sees one person's page, an editor also changes
-- the facts and the portrait, an admin also shares it. Nobody else of the tree comes along, and no line. Where somebody
-- stands in the tree, and whether they are in it, is its owner's alone: nothing brings a removed person back.

alter table public.shared_access
  add column member_id uuid generated always as (case when resource_type = 'family_member' then resource_id end) stored,
  add foreign key (user_id, member_id) references public.family_members (user_id, id) on delete cascade,
  -- What an account shows of its own person it says in its public profile.
  add constraint nobody_shares_themselves check (resource_type <> 'family_member' or resource_id <> user_id);
alter table public.invitations
  add column member_id uuid generated always as (case when resource_type = 'family_member' then resource_id end) stored,
  add foreign key (user_id, member_id) references public.family_members (user_id, id) on delete cascade,
  add constraint nobody_shares_themselves check (resource_type <> 'family_member' or resource_id <> user_id);

-- Whoever stands for somebody unnamed is nobody to be shown.
create function app.person_role(owner uuid, member uuid) returns text
language sql stable parallel safe security definer set search_path = ''
as $$
  select case
    when owner = auth.uid() then 'owner'
    else (
      select a.role
      from public.shared_access a
      join public.family_members m on m.user_id = a.user_id and m.id = a.member_id and m.placeholder_key is null
      where a.shared_with_user_id = auth.uid() and a.resource_type = 'family_member' and a.resource_id = member
        and a.user_id = owner
    )
  end
$$;
revoke execute on function app.person_role from public;
grant execute on function app.person_role to authenticated;

create or replace function app.resource_role(kind text, owner uuid, resource uuid) returns text
language sql stable parallel safe security definer set search_path = ''
as $$
  select case kind
    when 'story' then app.story_role(owner, resource)
    when 'storybook' then app.storybook_role(owner, resource)
    when 'family_member' then app.person_role(owner, resource)
  end
$$;
create or replace function app.resource_title(kind text, owner uuid, resource uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case kind
    when 'story' then (
      select s.title from public.stories s where s.user_id = owner and s.id = resource and s.deleted_at is null
    )
    when 'storybook' then (
      select b.title from public.storybooks b where b.user_id = owner and b.id = resource and b.deleted_at is null
    )
    when 'family_member' then (
      -- Whoever has a single name has it as the first and as the last.
      select btrim(concat_ws(' ', m.first_name, nullif(m.last_name, m.first_name))) from public.family_members m
      where m.user_id = owner and m.id = resource and m.placeholder_key is null
    )
  end
$$;

create policy "those it is shared with see a person" on public.family_members
  for select to authenticated
  using (user_id <> (select auth.uid()) and app.person_role(user_id, id) is not null);
create policy "those it is shared with change a person" on public.family_members
  for update to authenticated
  using (user_id <> (select auth.uid()) and app.person_role(user_id, id) in ('editor', 'admin'));
create trigger keep_owner before update of user_id on public.family_members
  for each row when (old.user_id <> new.user_id) execute function app.refuse_new_owner();

-- Facts are changed, and nothing that places somebody in the tree. The portrait changes by app.put_portrait alone: whoever
-- could name any file of the owner's as the portrait would be shown it.
create function app.guard_shared_person() returns trigger
language plpgsql
as $$
declare
  -- A generated column is not computed yet.
  facts constant text[] :=
    '{is_self,first_name,last_name,sex,birth_name,date_of_birth,place_of_birth,date_of_death,place_of_death,is_deceased,
      born_from,born_to,died_from,died_to,current_location,email,phone,bio,version,updated_at}';
begin
  if to_jsonb(new) - facts - 'portrait_media_id' <> to_jsonb(old) - facts - 'portrait_media_id' then
    raise exception 'only its owner changes the tree' using errcode = 'insufficient_privilege';
  end if;
  if new.portrait_media_id is distinct from old.portrait_media_id and current_user = 'authenticated' then
    raise exception 'a portrait is given as a picture' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger guard_shared before update on public.family_members
  for each row when (old.user_id <> auth.uid()) execute function app.guard_shared_person();

-- The portrait of whoever is shared, and no other file of the family's.
create function app.is_shared_portrait(owner uuid, file uuid) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.family_members m
    where m.user_id = owner and m.portrait_media_id = file and app.person_role(owner, m.id) is not null
  )
$$;
revoke execute on function app.is_shared_portrait from public;
grant execute on function app.is_shared_portrait to authenticated;
create policy "those a person is shared with see the portrait" on public.media
  for select to authenticated
  using (user_id <> (select auth.uid()) and story_id is null and app.is_shared_portrait(user_id, id));

-- Takes a portrait away; its bytes go with its row. The answer is whether there is such a person to change.
create function app.drop_portrait(owner uuid, member uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  before uuid;
begin
  if coalesce(app.person_role(owner, member), 'viewer') = 'viewer' then return false; end if;
  select m.portrait_media_id into before from public.family_members m
  where m.user_id = owner and m.id = member for update;
  if not found then return false; end if;
  delete from public.media where user_id = owner and id = before;
  return true;
end
$$;
-- Gives a person the picture that was stored as a portrait under this id. It takes room of the owner's, whoever gives it.
create function app.put_portrait(owner uuid, member uuid, picture uuid, type text, bytes bigint, hash text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not app.drop_portrait(owner, member) then return false; end if;
  insert into public.media (user_id, id, role, kind, state, file_name, mime_type, size_bytes, sha256, storage_key)
  values (owner, picture, 'original', 'image', 'stored', 'portrait.jpg', type, bytes, hash,
    format('media/%s/%s.portrait', owner, picture));
  update public.family_members set portrait_media_id = picture where user_id = owner and id = member;
  return true;
end
$$;
revoke execute on function app.drop_portrait, app.put_portrait from public;
grant execute on function app.drop_portrait, app.put_portrait to authenticated;

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
    when tg_table_name = 'family_members' then 'family_member'
  end;
  resource uuid := case
    when kind = 'story' then story
    when tg_table_name in ('storybooks', 'family_members') then (changed ->> 'id')::uuid
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
