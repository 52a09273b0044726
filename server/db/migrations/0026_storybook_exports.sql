-- Books as files: the newest of each format is kept until another takes its place or the book goes.

create table public.storybook_exports (
  user_id uuid not null,
  id uuid not null,
  storybook_id uuid not null,
  format text not null check (format in ('epub')),
  state text not null default 'pending' check (state in ('pending', 'processing', 'completed', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  file_name text not null,
  mime_type text not null,
  storage_key text not null,
  size_bytes bigint,
  sha256 text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, storybook_id) references public.storybooks (user_id, id) on delete cascade
);
create index storybook_exports_of_book on public.storybook_exports (user_id, storybook_id, format);
create trigger touch before update on public.storybook_exports for each row execute function app.touch();
create trigger announce after insert or update or delete on public.storybook_exports
  for each row execute function app.announce();

create function app.on_storybook_export_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into app.storage_deletions (storage_key) values (old.storage_key) on conflict do nothing;
  return null;
end
$$;
create trigger object_goes_with_its_row after delete on public.storybook_exports
for each row execute function app.on_storybook_export_deleted();

alter table public.storybook_exports enable row level security;
create policy "people keep the files of their own storybooks" on public.storybook_exports
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, delete on public.storybook_exports to authenticated, kinora_worker;
grant update (state, progress, size_bytes, sha256) on public.storybook_exports to kinora_worker;
