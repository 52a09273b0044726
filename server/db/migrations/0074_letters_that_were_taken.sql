-- A letter may be taken by somebody whose account has another address than it was sent to, or had it then. Nobody sees such a
-- letter any more, and the address stood in it when the account was gone.
create or replace function app.erase_account(person uuid) returns boolean
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
  delete from public.invitations where (email = address or accepted_by = person) and user_id <> person;
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
