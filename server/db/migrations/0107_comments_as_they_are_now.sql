-- Whoever took a comment back within the minute that news wait was told of all the same, by name: only what is still there is news, and
-- of those who said it.
alter table public.notices add column created_at timestamptz not null default '-infinity';
-- For what waits now, everything that is still there counts.
alter table public.notices alter column created_at set default now();

-- Of two who comment at once, the one who began first may write second: the news begin with the earlier of them.
create or replace function app.note_news(person uuid, what text, owner uuid, of_type text, of_id uuid, actor text) returns void
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
    update public.notices n set
      has_others = n.has_others or n.actor_name <> coalesce(actor, ''),
      created_at = least(n.created_at, now())
    where n.user_id = person and n.kind = what and n.owner_id = owner
      and n.resource_type = of_type and n.resource_id = of_id;
    return;
  end if;
  perform graphile_worker.add_job(
    identifier => 'tell_news',
    payload => json_build_object('userId', person, 'id', noted),
    run_at => now() + interval '1 minute'
  );
end
$$;

create or replace function app.take_news(news uuid)
returns table (
  kind text, resource_type text, resource_id uuid, title text, actor_name text, has_others boolean, email text
)
language sql security definer set search_path = ''
as $$
  with taken as (
    delete from public.notices n where n.user_id = auth.uid() and n.id = news returning n.*
  )
  select t.kind, t.resource_type, t.resource_id, found.title, who.actor_name, who.has_others, p.email
  from taken t
  join public.profiles p on p.id = t.user_id
  cross join lateral (select app.resource_title(t.resource_type, t.owner_id, t.resource_id) as title) found
  cross join lateral (
    select t.actor_name, t.has_others where t.kind <> 'comment'
    union all
    select (array_agg(c.author_name order by c.created_at, c.id))[1], count(distinct c.author_name) > 1
    from public.comments c
    where t.kind = 'comment' and c.user_id = t.owner_id and c.story_id = t.story_id and c.deleted_at is null
      and c.author_id is distinct from t.owner_id and c.created_at >= t.created_at
    having count(*) > 0
  ) who
  where found.title is not null and (
    t.owner_id = t.user_id or exists (
      select from public.shared_access a
      where a.user_id = t.owner_id and a.resource_type = t.resource_type and a.resource_id = t.resource_id
        and a.shared_with_user_id = t.user_id
    )
  )
$$;

-- Whoever has no name is named by their address, and went on to be named by an earlier one at what they had said.
drop trigger comments_follow_the_name on public.profiles;
create trigger comments_follow_the_name after update of full_name, email on public.profiles
  for each row when (old.full_name <> new.full_name or (new.full_name = '' and old.email <> new.email))
  execute function app.on_profile_renamed();
update public.comments c set author_name = split_part(p.email, '@', 1)
from public.profiles p
where p.id = c.author_id and p.full_name = '' and c.author_name <> split_part(p.email, '@', 1);
