-- Whoever has access and was invited to something else as well is one person, and takes one place of the plan. With the
-- last place, two letters to one address could not both be accepted: the first was refused.
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
    where i.user_id = owner and i.accepted_at is null and i.expires_at > now()
  ) people
$$;

create or replace function app.count_people() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  roles constant text[] := '{viewer,editor,admin}';
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
  -- out takes its place anew.
  if tg_op = 'DELETE' or app.is_restoring() then return null; end if;
  if tg_op = 'UPDATE'
    and array_position(roles, new.role) <= array_position(roles, old.role)
    and coalesce((to_jsonb(old) ->> 'expires_at')::timestamptz > now(), true) then return null; end if;
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
