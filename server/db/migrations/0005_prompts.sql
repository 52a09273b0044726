-- Questions to ask, and playlists of them. Official ones belong to nobody and are read by everybody.

create table public.prompts (
  id uuid primary key default app.uuidv7(),
  user_id uuid references public.profiles (id) on delete cascade,
  text text not null,
  category text not null default 'General',
  is_official boolean not null default false,
  author text,
  created_at timestamptz not null default now(),
  check (is_official = (user_id is null))
);
create index prompts_of_owner on public.prompts (user_id, created_at desc, id desc);

create table public.playlists (
  id uuid primary key default app.uuidv7(),
  user_id uuid references public.profiles (id) on delete cascade,
  name text not null,
  description text not null default '',
  is_official boolean not null default false,
  author text,
  created_at timestamptz not null default now(),
  check (is_official = (user_id is null))
);
create index playlists_of_owner on public.playlists (user_id, created_at desc, id desc);

create table public.playlist_prompts (
  playlist_id uuid not null references public.playlists (id) on delete cascade,
  prompt_id uuid not null references public.prompts (id) on delete cascade,
  position integer not null,
  primary key (playlist_id, prompt_id)
);

alter table public.prompts enable row level security;
alter table public.playlists enable row level security;
alter table public.playlist_prompts enable row level security;

create policy "everybody reads the official prompts and their own" on public.prompts
  for select to authenticated, kinora_worker using (is_official or user_id = (select auth.uid()));
create policy "everybody reads the official playlists and their own" on public.playlists
  for select to authenticated, kinora_worker using (is_official or user_id = (select auth.uid()));
create policy "who reads a playlist reads its order" on public.playlist_prompts
  for select to authenticated, kinora_worker
  using (exists (select from public.playlists p where p.id = playlist_id));

grant select on public.prompts, public.playlists, public.playlist_prompts to authenticated, kinora_worker;
