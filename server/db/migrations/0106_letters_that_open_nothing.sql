-- Letters of somebody who may share no more open nothing, and yet held places of the plan for a fortnight. And whoever sent a letter of
-- the owner's again made it theirs, so that it opened nothing once the owner had removed them.

-- For whoever sees the letters of a thing: they see the sharings that it asks for as well, and as themselves.
create or replace function app.may_still_share(letter public.invitations) returns boolean
language sql stable set search_path = ''
as $$
  select letter.invited_by = letter.user_id or exists (
    select from public.shared_access a
    where a.user_id = letter.user_id and a.resource_type = letter.resource_type
      and a.resource_id = letter.resource_id and a.shared_with_user_id = letter.invited_by and a.role = 'admin'
  )
$$;
grant execute on function app.may_still_share to authenticated, kinora_worker;

create or replace function app.people_of(owner uuid, out collaborators integer, out viewers integer)
language sql stable set search_path = ''
as $$
  select count(distinct person) filter (where role <> 'viewer'), count(distinct person) filter (where role = 'viewer')
  from (
    select a.shared_with_user_id::text as person, a.role from public.shared_access a where a.user_id = owner
    union all
    select coalesce(
      -- Who took an earlier letter to that address, which may be at home under another one.
      (select taken.accepted_by::text from public.invitations taken
        where taken.user_id = owner and taken.email = i.email and taken.accepted_by is not null limit 1),
      (select known.shared_with_user_id::text from public.shared_access known
        where known.user_id = owner and known.person_email = i.email limit 1),
      i.email
    ), i.role
    from public.invitations i
    where i.user_id = owner and i.accepted_at is null and i.expires_at > now() and app.may_still_share(i)
  ) people
$$;

create or replace function app.count_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  roles constant text[] := '{viewer,editor,admin}';
  had_place boolean := true;
  before public.invitations;
  collaborators integer;
  viewers integer;
  allowed record;
begin
  perform from public.usage_tracking u where u.user_id = owner for update;
  select p.collaborators, p.viewers into collaborators, viewers from app.people_of(owner) p;
  update public.usage_tracking u set collaborators_count = (
    select count(distinct a.shared_with_user_id) from public.shared_access a where a.user_id = owner and a.role <> 'viewer'
  ) where u.user_id = owner;

  -- Taking away and giving less is always possible, also for who has more than their plan allows. A letter that had run
  -- out, or was of somebody who may share no more, takes its place anew.
  if tg_op = 'DELETE' or app.is_restoring() then return null; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'invitations' then
    before := old;
    had_place := before.expires_at > now() and app.may_still_share(before);
  end if;
  if tg_op = 'UPDATE' and had_place
    and array_position(roles, new.role) <= array_position(roles, old.role) then return null; end if;
  select a.collaborators, a.viewers into allowed from app.allowances a where a.user_id = owner;
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

-- A letter of the owner's stays theirs, whoever sends it again; one that gives more than they gave is of whoever wrote that.
create function app.keep_inviter() returns trigger
language plpgsql set search_path = ''
as $$
declare
  roles constant text[] := '{viewer,editor,admin}';
begin
  if old.invited_by = old.user_id and array_position(roles, new.role) <= array_position(roles, old.role) then
    new.invited_by := old.invited_by;
  elsif new.invited_by is distinct from auth.uid() then
    raise exception 'nobody sends a letter in the name of somebody else' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger keep_inviter before update of role, invited_by on public.invitations
  for each row execute function app.keep_inviter();
create policy "admins send letters of the owner's again" on public.invitations
  for update to authenticated
  using (app.resource_role(resource_type, user_id, resource_id) = 'admin')
  with check (
    invited_by = user_id and accepted_at is null
    and app.resource_role(resource_type, user_id, resource_id) = 'admin'
  );
