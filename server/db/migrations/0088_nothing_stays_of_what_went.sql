-- What names somebody in others' accounts: their corrections stay without a name, and what they were given or asked goes. Who
-- asked to go has put aside whom they had shared with: whoever had shared it for them, or taken a letter under another address,
-- stood in there by their id and that address when their own account was gone.
create function app.forget_elsewhere(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  address text := (select lower(p.email) from public.profiles p where p.id = person);
begin
  perform set_config('kinora.erasing', 'on', true);
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
      select coalesce(jsonb_agg(
        case when h ->> 'shared_by_user_id' = person::text then h - 'shared_by_user_id' else h end
      ), '[]')
      from jsonb_array_elements(d.held_sharings) h
      where h ->> 'shared_with_user_id' <> person::text
    ),
    held_invitations = (
      select coalesce(jsonb_agg(h), '[]') from jsonb_array_elements(d.held_invitations) h
      where h ->> 'email' <> address and h ->> 'invited_by' <> person::text
        and h ->> 'accepted_by' is distinct from person::text
    )
  where d.user_id <> person and (d.held_sharings || d.held_invitations)::text ~ person::text
    or (address <> '' and strpos(d.held_invitations::text, address) > 0 and d.user_id <> person);
  delete from graphile_worker._private_jobs j
  where j.payload ->> 'userId' = person::text and j.locked_at is null;
  perform set_config('kinora.erasing', '', true);
end
$$;
revoke execute on function app.forget_elsewhere from public;

create or replace function app.erase_account(person uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.account_deletions d where d.user_id = person and d.erase_at <= now() for update;
  if not found then return false; end if;

  insert into app.storage_deletions (storage_key)
  select u.storage_key from public.uploads u where u.user_id = person on conflict do nothing;
  delete from auth.audit_log_entries where user_id = person;
  delete from auth.users where id = person;
  -- For one that nobody signs in to here.
  perform app.forget_elsewhere(person) from public.profiles p where p.id = person;
  delete from public.profiles where id = person;
  delete from public.search_entries where user_id = person;
  return true;
end
$$;

-- Where an operator removed an account its name stood on in the corrections, and its address in the letters.
create or replace function app.on_user_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.forget_elsewhere(old.id);
  delete from public.profiles where id = old.id;
  return old;
end
$$;

-- A story went on telling that a film of it could not be heard, or is waited for, when that film had been taken out. Where it
-- tells the same as before it is not waited for: it may be being put in order, which waits for the film.
create or replace function app.sum_transcription() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  story uuid := case when tg_op = 'DELETE' then old.story_id else new.story_id end;
  status text := coalesce((
    select (array['failed', 'processing', 'pending', 'completed'])[
      min(array_position(array['failed', 'processing', 'pending', 'completed'], t.state))]
    from public.transcripts t where t.user_id = owner and t.story_id = story
  ), 'pending');
begin
  update public.stories s set transcription_status = status
  where s.user_id = owner and s.id = story and (tg_op <> 'DELETE' or s.transcription_status <> status);
  return null;
end
$$;
create trigger sum_transcription_of_what_went after delete on public.transcripts
for each row execute function app.sum_transcription();
