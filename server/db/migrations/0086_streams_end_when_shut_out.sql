-- Who is shut out, and whose session loses the second factor that had raised it, is told on the channel of changes, too: the routes
-- know them no more, and their live streams would have gone on.
create function app.on_session_lowered() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('kinora_changes', json_build_object('userId', new.user_id, 'ended', new.id)::text);
  return null;
end
$$;
create trigger streams_end_with_second_factor after update of aal on auth.sessions
  for each row when (old.aal = 'aal2' and new.aal = 'aal1') execute function app.on_session_lowered();

create function app.on_shut_out() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('kinora_changes', json_build_object('userId', s.user_id, 'ended', s.id)::text)
  from auth.sessions s where s.user_id = new.id;
  return null;
end
$$;
create trigger streams_end_when_shut_out after update of banned_until on auth.users
  for each row when (new.banned_until is distinct from old.banned_until and new.banned_until > now())
  execute function app.on_shut_out();

-- A browser is pushed to until its session ends. A token is believed for up to a minute longer, and what was kept in that minute
-- nobody took away again.
create or replace function app.keep_push_device(address text, public_key text, secret text, called text, most integer)
returns setof public.push_devices
language plpgsql security definer set search_path = ''
as $$
declare
  own_session uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  -- Held: whoever ends it meanwhile waits, and then takes this browser with it.
  perform from auth.sessions s where s.id = own_session for key share;
  if own_session is not null and not found then return; end if;

  delete from public.push_devices d where d.endpoint = address and d.user_id <> auth.uid();
  insert into public.push_devices (user_id, endpoint, p256dh, auth, name, session_id)
  values (auth.uid(), address, public_key, secret, called, own_session)
  on conflict (endpoint) do update
  set p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name, session_id = excluded.session_id;
  delete from public.push_devices d where d.user_id = auth.uid() and d.endpoint <> address and d.id not in (
    select kept.id from public.push_devices kept
    where kept.user_id = auth.uid() and kept.endpoint <> address order by kept.created_at desc limit most - 1
  );
  return query select * from public.push_devices d where d.user_id = auth.uid() and d.endpoint = address;
end
$$;
