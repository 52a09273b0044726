-- What no route lets anybody do the database refuses as well: to name another family's file, to have any work done, and to pass
-- for the restoring of an archive.

-- A file lies under its owner and its own id. What copies, portraits, drawings and restored files are called the server alone says.
create policy "a file lies in its own place" on public.media as restrictive for insert to authenticated, kinora_link
  with check (storage_key = 'media/' || user_id::text || '/' || id::text);
create policy "an upload lies in its own place" on public.uploads as restrictive for insert to authenticated
  with check (storage_key = 'media/' || user_id::text || '/' || id::text);
create policy "a book’s file lies in its own place" on public.storybook_exports as restrictive for insert to authenticated
  with check (storage_key = 'media/' || user_id::text || '/book-' || id::text);
create function app.keep_place() returns trigger
language plpgsql
as $$
begin
  if current_user in ('authenticated', 'kinora_link') then
    raise insufficient_privilege using message = 'a file stays where it is';
  end if;
  return new;
end
$$;
create trigger keep_place before update of user_id, id, storage_key on public.media
for each row when (
  (new.user_id, new.id, new.storage_key) is distinct from (old.user_id, old.id, old.storage_key)
) execute function app.keep_place();
create trigger keep_place before update of user_id, id, storage_key on public.uploads
for each row when (
  (new.user_id, new.id, new.storage_key) is distinct from (old.user_id, old.id, old.storage_key)
) execute function app.keep_place();

-- For what happens in consequence, whoever caused it.
create function app.add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => add_job.job_key,
    run_at => add_job.run_at
  );
end
$$;
revoke execute on function app.add_job from public;

-- What a role may have done, and for whom. `role` is the one that was taken: a claim anybody could state.
create or replace function app.enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := auth.uid();
  family text := payload ->> 'userId';
  allowed boolean := case current_setting('role')
    when 'authenticated' then
      task = 'send_mail'
      or task in (
        'caption_recording', 'cut_recording', 'draw_picture', 'export_storybook', 'finalise_recording',
        'find_suggestions', 'follow_leaving', 'make_archive', 'process_upload', 'read_story', 'restore_archive',
        'transcribe_recording', 'write_chapter'
      )
      and (
        family = person::text
        or exists (
          select from public.shared_access a
          where a.shared_with_user_id = person and a.user_id::text = family
        )
      )
    when 'kinora_link' then task = 'finalise_recording' and family = person::text
    when 'kinora_auth' then task in ('send_mail', 'send_sms')
    -- Whoever does the work hands it on; and whoever owns the tables.
    when 'kinora_worker' then true
    when 'none' then true
    else false
  end;
begin
  if allowed is not true then
    raise insufficient_privilege using message = current_setting('role') || ' may not queue ' || task;
  end if;
  perform app.add_job(task, payload, job_key, run_at);
end
$$;

create or replace function app.on_payer_moved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.subscriptions s where s.user_id = new.id and s.stripe_customer_id is not null
  ) then
    perform app.add_job('move_payer', json_build_object('userId', new.id)::jsonb);
  end if;
  return null;
end
$$;
create or replace function app.on_subscription_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.add_job('end_stripe_subscription', json_build_object('customerId', old.stripe_customer_id)::jsonb);
  return null;
end
$$;

-- The transactions that restore just now. A row is gone before its transaction ends: nobody else ever sees one.
create unlogged table app.restorations (transaction xid8 primary key);
alter table app.restorations enable row level security;
create function app.begin_restoring() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.restorations values (pg_current_xact_id()) on conflict do nothing;
  perform set_config('kinora.restoring', 'on', true);
end
$$;
create function app.end_restoring() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from app.restorations where transaction = pg_current_xact_id();
  perform set_config('kinora.restoring', '', true);
end
$$;
revoke execute on function app.begin_restoring from public;
revoke execute on function app.end_restoring from public;
create function app.has_begun_restoring() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from app.restorations where transaction = pg_current_xact_id_if_assigned()) $$;
revoke execute on function app.has_begun_restoring from public;
-- Whoever changes a row whose triggers ask.
grant execute on function app.has_begun_restoring to authenticated, kinora_auth, kinora_link, kinora_recorder, kinora_worker;

-- The setting says where it is worth looking. By itself it is nothing: any session can make it.
create or replace function app.is_restoring() returns boolean
language sql stable
as $$
  select case when coalesce(current_setting('kinora.restoring', true), '') = 'on' then app.has_begun_restoring() else false end
$$;
create or replace function app.restore_rows(wanted text, columns text[], rows jsonb) returns integer
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
  perform app.begin_restoring();
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
  perform app.end_restoring();
  return added;
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
  perform app.begin_restoring();
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
  perform app.end_restoring();
end
$$;
