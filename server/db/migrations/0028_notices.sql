-- Who is told of what while they are elsewhere: by mail, and by push on the devices that asked for it.

-- Whoever never said anything is told by mail, of everything.
create table public.notice_wishes (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email boolean not null default true,
  shared boolean not null default true,
  comment boolean not null default true,
  transcript boolean not null default true
);

create table public.push_devices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  -- Where its push service is reached, and the keys that only this browser can read with.
  endpoint text not null check (endpoint like 'https://%'),
  p256dh text not null,
  auth text not null,
  name text not null default '',
  -- Signing this browser out ends the pushes to it.
  session_id uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index push_devices_endpoint on public.push_devices (endpoint);

-- News that wait to be told; they go with the telling. What happens again meanwhile is told once.
create table public.notices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  kind text not null check (kind in ('shared', 'comment', 'transcript')),
  owner_id uuid not null,
  story_id uuid not null,
  actor_name text not null default '',
  has_others boolean not null default false,
  primary key (user_id, id),
  foreign key (owner_id, story_id) references public.stories (user_id, id) on delete cascade
);
create unique index notices_once on public.notices (user_id, kind, owner_id, story_id);
create index notices_of_story on public.notices (owner_id, story_id);

alter table public.notice_wishes enable row level security;
alter table public.push_devices enable row level security;
alter table public.notices enable row level security;
create policy "people say what they want to be told of" on public.notice_wishes
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "jobs read the wishes" on public.notice_wishes
  for select to kinora_worker using (user_id = (select auth.uid()));
create policy "people see and end what is pushed to" on public.push_devices
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "jobs push, and forget devices that are gone" on public.push_devices
  for all to kinora_worker using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people see what waits to be told to them" on public.notices
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.notices to authenticated;
grant select, insert, update on public.notice_wishes to authenticated;
grant select on public.notice_wishes to kinora_worker;
grant select, delete on public.push_devices to authenticated, kinora_worker;

-- A browser has one address for pushes, whoever is signed in there: it belongs to the last one who asked.
create function app.keep_push_device(address text, public_key text, secret text, called text, most integer)
returns setof public.push_devices
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.push_devices d where d.endpoint = address and d.user_id <> auth.uid();
  insert into public.push_devices (user_id, endpoint, p256dh, auth, name, session_id)
  values (auth.uid(), address, public_key, secret, called, (auth.jwt() ->> 'session_id')::uuid)
  on conflict (endpoint) do update
  set p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name, session_id = excluded.session_id;
  delete from public.push_devices d where d.user_id = auth.uid() and d.endpoint <> address and d.id not in (
    select kept.id from public.push_devices kept
    where kept.user_id = auth.uid() and kept.endpoint <> address order by kept.created_at desc limit most - 1
  );
  return query select * from public.push_devices d where d.user_id = auth.uid() and d.endpoint = address;
end
$$;
revoke execute on function app.keep_push_device from public;
grant execute on function app.keep_push_device to authenticated;

create function app.on_session_ended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.push_devices where user_id = old.user_id and session_id = old.id;
  return null;
end
$$;
create trigger pushes_end_with_session after delete on auth.sessions
  for each row execute function app.on_session_ended();

-- Notes news for somebody and has them told a little later, so that a burst is one message.
create function app.note_news(person uuid, what text, owner uuid, story uuid, actor text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  noted uuid;
begin
  insert into public.notices (user_id, kind, owner_id, story_id, actor_name)
  values (person, what, owner, story, coalesce(actor, ''))
  on conflict (user_id, kind, owner_id, story_id) do nothing
  returning id into noted;
  if noted is null then
    update public.notices n set has_others = true
    where n.user_id = person and n.kind = what and n.owner_id = owner and n.story_id = story
      and n.actor_name <> coalesce(actor, '');
    return;
  end if;
  perform graphile_worker.add_job(
    identifier => 'tell_news',
    payload => json_build_object('userId', person, 'id', noted),
    run_at => now() + interval '1 minute'
  );
end
$$;
revoke execute on function app.note_news from public;

create function app.on_news_of_sharing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_news(
    new.shared_with_user_id, 'shared', new.user_id, new.story_id,
    app.name_of_person(coalesce(new.shared_by_user_id, new.user_id))
  );
  return null;
end
$$;
-- Whoever takes up an invitation knows of it.
create trigger news after insert on public.shared_access
  for each row when (new.resource_type = 'story' and new.shared_with_user_id is distinct from auth.uid())
  execute function app.on_news_of_sharing();

create function app.on_news_of_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_news(new.user_id, 'comment', new.user_id, new.story_id, new.author_name);
  return null;
end
$$;
create trigger news after insert on public.comments
  for each row when (new.author_id is distinct from new.user_id) execute function app.on_news_of_comment();

create function app.on_news_of_transcript() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_news(new.user_id, 'transcript', new.user_id, new.story_id, '');
  return null;
end
$$;
create trigger news after update of state on public.transcripts
  for each row when (new.state = 'completed' and old.state <> 'completed' and new.story_id is not null)
  execute function app.on_news_of_transcript();

-- Takes one piece of news out to tell it; nothing for what the person may no longer see.
create function app.take_news(news uuid)
returns table (kind text, story_id uuid, title text, actor_name text, has_others boolean, email text)
language sql security definer set search_path = ''
as $$
  with taken as (
    delete from public.notices n where n.user_id = auth.uid() and n.id = news returning n.*
  )
  select t.kind, t.story_id, s.title, t.actor_name, t.has_others, p.email
  from taken t
  join public.stories s on s.user_id = t.owner_id and s.id = t.story_id and s.deleted_at is null
  join public.profiles p on p.id = t.user_id
  where t.owner_id = t.user_id or exists (
    select from public.shared_access a
    where a.user_id = t.owner_id and a.story_id = t.story_id and a.shared_with_user_id = t.user_id
  )
$$;
revoke execute on function app.take_news from public;
grant execute on function app.take_news to kinora_worker;
