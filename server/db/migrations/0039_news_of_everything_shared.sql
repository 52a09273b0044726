-- Whoever gets to see a storybook or somebody's page is told of it as of a story. News that wait name the thing by its
-- kind, as sharings do, and go with it.

drop trigger news on public.shared_access;
alter table public.notices
  add column resource_type text not null default 'story' check (resource_type in ('story', 'storybook', 'family_member')),
  add column resource_id uuid;
update public.notices set resource_id = story_id;
alter table public.notices
  alter column resource_type drop default,
  alter column resource_id set not null,
  drop column story_id;
alter table public.notices
  add column story_id uuid generated always as (case when resource_type = 'story' then resource_id end) stored,
  add column storybook_id uuid generated always as (case when resource_type = 'storybook' then resource_id end) stored,
  add column member_id uuid generated always as (case when resource_type = 'family_member' then resource_id end) stored,
  add foreign key (owner_id, story_id) references public.stories (user_id, id) on delete cascade,
  add foreign key (owner_id, storybook_id) references public.storybooks (user_id, id) on delete cascade,
  add foreign key (owner_id, member_id) references public.family_members (user_id, id) on delete cascade;
create unique index notices_once on public.notices (user_id, kind, owner_id, resource_type, resource_id);
create index notices_of_resource on public.notices (owner_id, resource_type, resource_id);

drop function app.note_news(uuid, text, uuid, uuid, text);
create function app.note_news(person uuid, what text, owner uuid, of_type text, of_id uuid, actor text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  noted uuid;
begin
  insert into public.notices (user_id, kind, owner_id, resource_type, resource_id, actor_name)
  values (person, what, owner, of_type, of_id, coalesce(actor, ''))
  on conflict (user_id, kind, owner_id, resource_type, resource_id) do nothing
  returning id into noted;
  if noted is null then
    update public.notices n set has_others = true
    where n.user_id = person and n.kind = what and n.owner_id = owner
      and n.resource_type = of_type and n.resource_id = of_id and n.actor_name <> coalesce(actor, '');
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

create or replace function app.on_news_of_sharing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_news(
    new.shared_with_user_id, 'shared', new.user_id, new.resource_type, new.resource_id,
    app.name_of_person(coalesce(new.shared_by_user_id, new.user_id))
  );
  return null;
end
$$;
-- Whoever takes up an invitation knows of it, and nobody is told of what comes back.
create trigger news after insert on public.shared_access
  for each row when (new.shared_with_user_id is distinct from auth.uid() and not app.is_restoring())
  execute function app.on_news_of_sharing();
create or replace function app.on_news_of_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_news(new.user_id, 'comment', new.user_id, 'story', new.story_id, new.author_name);
  return null;
end
$$;
create or replace function app.on_news_of_transcript() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.note_news(new.user_id, 'transcript', new.user_id, 'story', new.story_id, '');
  return null;
end
$$;

-- Takes one piece of news out to tell it; nothing for what the person may no longer see.
drop function app.take_news(uuid);
create function app.take_news(news uuid)
returns table (
  kind text, resource_type text, resource_id uuid, title text, actor_name text, has_others boolean, email text
)
language sql security definer set search_path = ''
as $$
  with taken as (
    delete from public.notices n where n.user_id = auth.uid() and n.id = news returning n.*
  )
  select t.kind, t.resource_type, t.resource_id, found.title, t.actor_name, t.has_others, p.email
  from taken t
  join public.profiles p on p.id = t.user_id
  cross join lateral (select app.resource_title(t.resource_type, t.owner_id, t.resource_id) as title) found
  where found.title is not null and (
    t.owner_id = t.user_id or exists (
      select from public.shared_access a
      where a.user_id = t.owner_id and a.resource_type = t.resource_type and a.resource_id = t.resource_id
        and a.shared_with_user_id = t.user_id
    )
  )
$$;
revoke execute on function app.take_news from public;
grant execute on function app.take_news to kinora_worker;

-- "No more of these mails", by whoever holds one: the server has checked what it signed.
create function app.end_notice_mails() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.notice_wishes (user_id, email)
  select p.id, false from public.profiles p where p.id = auth.uid()
  on conflict (user_id) do update set email = false;
  return found;
end
$$;
revoke execute on function app.end_notice_mails from public;
grant execute on function app.end_notice_mails to kinora_worker;
