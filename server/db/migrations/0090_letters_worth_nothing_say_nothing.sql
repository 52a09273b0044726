-- A letter of somebody who may share no more was worth nothing, and yet told for a fortnight what the story is called by now, also whoever
-- had written it to themselves. It says as little as it gives.
create function app.may_still_share(letter public.invitations) returns boolean
language sql stable security definer set search_path = ''
as $$
  select letter.invited_by = letter.user_id or exists (
    select from public.shared_access a
    where a.user_id = letter.user_id and a.resource_type = letter.resource_type
      and a.resource_id = letter.resource_id and a.shared_with_user_id = letter.invited_by and a.role = 'admin'
  )
$$;
revoke execute on function app.may_still_share from public;

create or replace function app.read_invitation(token text)
returns table (resource_type text, title text, inviter text, role text, state text)
language sql stable security definer set search_path = ''
as $$
  select i.resource_type, found.title, app.name_of_person(i.invited_by), i.role, case
    when i.accepted_at is not null then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end
  from public.invitations i
  cross join lateral (select app.resource_title(i.resource_type, i.user_id, i.resource_id) as title) found
  where i.token_hash = token and found.title is not null and app.may_still_share(i)
$$;

create or replace function app.accept_invitation(token text)
returns table (state text, resource_type text, resource_id uuid)
language plpgsql security definer set search_path = ''
as $$
declare
  letter public.invitations;
  roles constant text[] := array['viewer', 'editor', 'admin'];
begin
  select i.* into letter from public.invitations i where i.token_hash = token for update of i;
  if not found or auth.uid() is null then return; end if;
  if app.resource_title(letter.resource_type, letter.user_id, letter.resource_id) is null then return; end if;
  if not app.may_still_share(letter) then return; end if;

  if letter.accepted_by = auth.uid() or letter.user_id = auth.uid() then
    return query select 'accepted', letter.resource_type, letter.resource_id; return;
  end if;
  if letter.accepted_at is not null then return query select 'used', null::text, null::uuid; return; end if;
  if letter.expires_at <= now() then return query select 'expired', null::text, null::uuid; return; end if;

  update public.invitations i set accepted_at = now(), accepted_by = auth.uid()
  where i.user_id = letter.user_id and i.id = letter.id;
  insert into public.shared_access as given
    (user_id, resource_type, resource_id, shared_with_user_id, shared_by_user_id, role)
  values (letter.user_id, letter.resource_type, letter.resource_id, auth.uid(), letter.invited_by, letter.role)
  on conflict on constraint shared_once do update set role = excluded.role
  where array_position(roles, given.role) < array_position(roles, excluded.role);
  return query select 'accepted', letter.resource_type, letter.resource_id;
end
$$;
