-- Of an account that is to go nobody else sees anything, and what it had given to Community was seen there, with its name,
-- until the day came. It is held with the rest.
alter table public.account_deletions add column held_publications jsonb not null default '{}';

-- Since when each prompt and each playlist of somebody's is in Community.
create function app.publications_of(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'prompts', (
      select coalesce(jsonb_object_agg(q.id, q.published_at), '{}') from public.prompts q
      where q.user_id = person and q.published_at is not null
    ),
    'playlists', (
      select coalesce(jsonb_object_agg(l.id, l.published_at), '{}') from public.playlists l
      where l.user_id = person and l.published_at is not null
    )
  )
$$;
revoke execute on function app.publications_of from public;

create or replace function app.close_account(days integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := auth.uid();
  moment timestamptz := now();
begin
  insert into public.account_deletions
    (user_id, requested_at, erase_at, held_sharings, held_invitations, held_profile, held_publications)
  values (
    person, moment, moment + make_interval(days => days),
    (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.shared_access a where a.user_id = person),
    (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.invitations i where i.user_id = person),
    (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.public_profiles s where s.user_id = person),
    app.publications_of(person)
  )
  on conflict do nothing;
  if not found then return; end if;
  delete from public.shared_access where user_id = person;
  delete from public.invitations where user_id = person;
  delete from public.public_profiles where user_id = person;
  update public.prompts set published_at = null where user_id = person and published_at is not null;
  update public.playlists set published_at = null where user_id = person and published_at is not null;
  update public.public_links set revoked_at = moment where user_id = person and revoked_at is null;
  update public.recording_links set revoked_at = moment where user_id = person and revoked_at is null;
end
$$;

create or replace function app.keep_account() returns void
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
  update public.prompts q set published_at = (kept.held_publications -> 'prompts' ->> q.id::text)::timestamptz
  where q.user_id = person and q.published_at is null and kept.held_publications -> 'prompts' ? q.id::text;
  update public.playlists l set published_at = (kept.held_publications -> 'playlists' ->> l.id::text)::timestamptz
  where l.user_id = person and l.published_at is null and kept.held_publications -> 'playlists' ? l.id::text;
  update public.public_links l set revoked_at = null
  where l.user_id = person and l.revoked_at = kept.requested_at and not exists (
    select from public.public_links o where o.user_id = person and o.resource_type = l.resource_type
      and o.resource_id = l.resource_id and o.revoked_at is null
  );
  update public.recording_links set revoked_at = null where user_id = person and revoked_at = kept.requested_at;
  perform set_config('kinora.restoring', '', true);
end
$$;

update public.account_deletions d set held_publications = app.publications_of(d.user_id);
update public.prompts set published_at = null
where published_at is not null and user_id in (select d.user_id from public.account_deletions d);
update public.playlists set published_at = null
where published_at is not null and user_id in (select d.user_id from public.account_deletions d);
