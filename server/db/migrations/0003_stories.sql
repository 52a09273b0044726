-- A story and the notes taken while it was told.

create table public.stories (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  title text not null,
  description text not null default '',
  method text not null check (method in ('recording', 'journal', 'upload')),
  date text not null default '',
  time text not null default '',
  duration integer not null default 0 check (duration >= 0),
  recorded_by text not null default '',
  speakers text[] not null default '{}',
  location text not null default '',
  tags text[] not null default '{}',
  context text not null default '',
  transcription_status text not null default 'pending'
    check (transcription_status in ('pending', 'processing', 'completed', 'failed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (user_id, id)
);
create index stories_newest on public.stories (user_id, created_at desc, id desc) where deleted_at is null;
create index stories_in_trash on public.stories (deleted_at) where deleted_at is not null;
create trigger touch before update on public.stories for each row execute function app.touch();

create table public.story_notes (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  story_id uuid not null,
  text text not null,
  timestamp text not null default '00:00',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index story_notes_of_story on public.story_notes (user_id, story_id, position, id);
create trigger touch before update on public.story_notes for each row execute function app.touch();

alter table public.stories enable row level security;
alter table public.story_notes enable row level security;

create policy "people keep their own stories" on public.stories
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own notes" on public.story_notes
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select, insert, update, delete on public.stories, public.story_notes to authenticated, kinora_worker;

-- What the nightly job empties; it then works row by row as the owner.
create function app.expired_stories(days integer) returns table (user_id uuid, id uuid)
language sql stable security definer set search_path = ''
as $$
  select s.user_id, s.id from public.stories s where s.deleted_at < now() - make_interval(days => days)
$$;
revoke execute on function app.expired_stories from public;
grant execute on function app.expired_stories to kinora_worker;
