-- Books made of stories: their pages are rows, so that a family can change one without the others.

create table public.storybooks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  title text not null,
  description text not null default '',
  cover_media_id uuid,
  -- The number of the last change to anything but the words of a page.
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, cover_media_id) references public.media (user_id, id) on delete set null (cover_media_id)
);
create index storybooks_newest on public.storybooks (user_id, created_at desc, id desc) where deleted_at is null;
create index storybooks_in_trash on public.storybooks (deleted_at) where deleted_at is not null;
create index storybooks_by_cover on public.storybooks (user_id, cover_media_id);
create trigger touch before update on public.storybooks for each row execute function app.touch();

create table public.storybook_stories (
  user_id uuid not null,
  storybook_id uuid not null,
  story_id uuid not null,
  position integer not null,
  primary key (user_id, storybook_id, story_id),
  foreign key (user_id, storybook_id) references public.storybooks (user_id, id) on delete cascade,
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index storybook_stories_by_story on public.storybook_stories (user_id, story_id);

create table public.storybook_pages (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  storybook_id uuid not null,
  position integer not null,
  kind text not null check (kind in ('cover', 'dedication', 'chapter', 'text', 'photo', 'closing')),
  -- A page outlives its story: the family's book keeps the words.
  story_id uuid,
  content jsonb not null,
  edited boolean not null default false,
  version bigint not null default 0,
  -- Taken out by hand; it can be put back until the book is laid out anew.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, storybook_id) references public.storybooks (user_id, id) on delete cascade,
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete set null (story_id)
);
create index storybook_pages_in_order on public.storybook_pages (user_id, storybook_id, position);
create index storybook_pages_by_story on public.storybook_pages (user_id, story_id);
create trigger touch before update on public.storybook_pages for each row execute function app.touch();

-- A plan allows so many new books in a calendar month (UTC); one in the trash was made all the same. Whoever makes two
-- at once waits at the row of their plan.
create function app.limit_storybooks() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  allowed integer;
begin
  select limits.storybooks_per_month into allowed
  from public.subscriptions plan join app.plan_limits limits on limits.tier = plan.tier
  where plan.user_id = new.user_id
  for update of plan;

  if allowed is not null and allowed < (
    select count(*) from public.storybooks s
    where s.user_id = new.user_id
      and s.created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc'
  ) then
    raise exception 'storybook limit reached' using
      errcode = 'KN422', detail = json_build_object('allowed', allowed)::text;
  end if;
  return null;
end
$$;
create trigger limit_storybooks after insert on public.storybooks
for each row execute function app.limit_storybooks();

create trigger announce after insert or update or delete on public.storybooks
  for each row execute function app.announce();
create trigger announce_words after update on public.storybook_pages
  for each row when (old.version is distinct from new.version) execute function app.announce();

alter table public.storybooks enable row level security;
alter table public.storybook_stories enable row level security;
alter table public.storybook_pages enable row level security;

create policy "people keep their own storybooks" on public.storybooks
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people choose the stories of their own storybooks" on public.storybook_stories
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep the pages of their own storybooks" on public.storybook_pages
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select, delete on public.storybooks, public.storybook_stories, public.storybook_pages
  to authenticated, kinora_worker;
grant insert on public.storybook_stories, public.storybook_pages to authenticated, kinora_worker;
-- When a book was made decides what its month still allows, so nobody says or changes that.
grant insert (user_id, id, title, description, cover_media_id) on public.storybooks
  to authenticated, kinora_worker;
grant update (title, description, cover_media_id, version, deleted_at) on public.storybooks
  to authenticated, kinora_worker;
grant update (position) on public.storybook_stories to authenticated, kinora_worker;
grant update (position, content, edited, version, removed_at) on public.storybook_pages
  to authenticated, kinora_worker;

-- What the nightly job empties.
create function app.empty_deleted_storybooks(days integer) returns void
language sql security definer set search_path = ''
as $$
  delete from public.storybooks where deleted_at < now() - make_interval(days => days)
$$;
revoke execute on function app.empty_deleted_storybooks from public;
grant execute on function app.empty_deleted_storybooks to kinora_worker;
