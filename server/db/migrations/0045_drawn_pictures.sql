-- Pictures of books that a machine drew, in a style that the family picks, with one description of each person.

alter table public.storybooks
  add column picture_style text not null default 'watercolour'
    check (picture_style in ('watercolour', 'pencil', 'ink', 'pastel', 'woodcut', 'gouache'));
grant update (picture_style) on public.storybooks to authenticated;

-- How somebody of the family looks wherever they are drawn.
create table public.likenesses (
  user_id uuid not null,
  id uuid not null,
  description text not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, id) references public.family_members (user_id, id) on delete cascade
);
create trigger touch before update on public.likenesses for each row execute function app.touch();
alter table public.likenesses enable row level security;
create policy "people say how their own family looks" on public.likenesses
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on public.likenesses to authenticated;
grant select on public.likenesses to kinora_worker;

create table public.storybook_drawings (
  user_id uuid not null,
  id uuid not null,
  storybook_id uuid not null,
  page_id uuid not null,
  -- removed: the page shows what it showed before, until somebody takes that back.
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'removed')),
  failure text,
  model text,
  media_id uuid,
  -- What the page showed: a picture of the family, or none.
  before_picture_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, storybook_id) references public.storybooks (user_id, id) on delete cascade,
  foreign key (user_id, page_id) references public.storybook_pages (user_id, id) on delete cascade,
  foreign key (user_id, media_id) references public.media (user_id, id) on delete set null (media_id)
);
create index storybook_drawings_of_book on public.storybook_drawings (user_id, storybook_id);
create index storybook_drawings_of_page on public.storybook_drawings (user_id, page_id, created_at desc);
create index storybook_drawings_by_media on public.storybook_drawings (user_id, media_id);
create trigger touch before update on public.storybook_drawings for each row execute function app.touch();
create trigger announce after insert or update or delete on public.storybook_drawings
  for each row execute function app.announce();

alter table public.storybook_drawings enable row level security;
create policy "people keep the drawings of their own storybooks" on public.storybook_drawings
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.storybook_drawings to authenticated, kinora_worker;
grant insert (user_id, id, storybook_id, page_id) on public.storybook_drawings to authenticated;
grant update (state) on public.storybook_drawings to authenticated;
grant update (state, failure, model, media_id, before_picture_id) on public.storybook_drawings to kinora_worker;
grant delete on public.storybook_drawings to kinora_worker;

-- A drawing's file is there for its page alone.
create function app.on_drawing_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.media m where m.user_id = old.user_id and m.id = old.media_id;
  return null;
end
$$;
create trigger file_goes_with_its_drawing after delete on public.storybook_drawings
for each row when (old.media_id is not null) execute function app.on_drawing_deleted();

-- One that comes back was drawn before; what came to nothing costs nothing.
create function app.count_drawings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.month_uses u where u.user_id = new.user_id and u.kind = 'picture' and u.subject_id = new.id;
  else
    perform app.count_ai_page(new.user_id, 'picture', new.id);
  end if;
  return null;
end
$$;
create trigger count_drawings after insert on public.storybook_drawings
for each row when (not app.is_restoring()) execute function app.count_drawings();
create trigger count_failed_drawings after update of state on public.storybook_drawings
for each row when (old.state <> 'failed' and new.state = 'failed') execute function app.count_drawings();

-- Drawn pictures belong to a book and to no story, so those whom the book is shared with see them by the book.
create function app.in_drawn_book(owner uuid, picture uuid) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.storybook_drawings d
    join public.storybooks b on b.user_id = d.user_id and b.id = d.storybook_id and b.deleted_at is null
    join public.shared_access a
      on a.user_id = d.user_id and a.resource_type = 'storybook' and a.resource_id = d.storybook_id
    where d.user_id = owner and d.media_id = picture and d.state = 'done' and a.shared_with_user_id = auth.uid()
  )
$$;
revoke execute on function app.in_drawn_book from public;
grant execute on function app.in_drawn_book to authenticated;
create policy "those a book is shared with see what was drawn for it" on public.media
  for select to authenticated
  using (user_id <> (select auth.uid()) and story_id is null and app.in_drawn_book(user_id, id));

create or replace function app.empty_deleted_storybooks(days integer) returns void
language sql security definer set search_path = ''
as $$
  delete from public.storybooks where deleted_at < now() - make_interval(days => days);
  delete from public.storybook_drawings where state = 'removed' and updated_at < now() - make_interval(days => days);
$$;
