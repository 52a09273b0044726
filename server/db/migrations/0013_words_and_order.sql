-- A file of a story has words of its own and a place among the others, and we say what we found inside it. An entry that
-- is taken out lies in a bin for as long as a deleted story does, so that taking it back puts it where it was.

alter table public.media
  add column caption text not null default '',
  add column position integer not null default 0 check (position >= 0),
  -- incomplete: its end is missing. unreadable: nothing in it could be opened. protected: encrypted. silent: a film
  -- without sound. no_preview: fine, but nothing here can draw it.
  add column finding text check (finding in ('incomplete', 'unreadable', 'protected', 'silent', 'no_preview')),
  add column examined_at timestamptz;
update public.media set examined_at = now() where state = 'stored' and role = 'original';

drop trigger announce_state on public.media;
create trigger announce_state after update on public.media
  for each row when (
    old.state is distinct from new.state
    or old.caption is distinct from new.caption
    or old.position is distinct from new.position
    or old.examined_at is distinct from new.examined_at
  )
  execute function app.announce();

create table public.deleted_notes (
  user_id uuid not null,
  id uuid not null,
  story_id uuid not null,
  text text not null,
  timestamp text not null,
  position integer not null,
  created_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index deleted_notes_of_story on public.deleted_notes (user_id, story_id);
create index deleted_notes_oldest on public.deleted_notes (deleted_at);

alter table public.deleted_notes enable row level security;
create policy "people keep their own deleted notes" on public.deleted_notes
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on public.deleted_notes to authenticated, kinora_worker;

-- The nightly job's other half: it needs to know nobody's notes to let them go.
create function app.empty_notes_bin(days integer) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.deleted_notes n where n.deleted_at < now() - make_interval(days => days)
$$;
revoke execute on function app.empty_notes_bin from public;
grant execute on function app.empty_notes_bin to kinora_worker;
