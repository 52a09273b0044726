-- The tree: what is known of a person, who "you" are in it, and the lines between people.

alter table public.family_members
  add column sex text not null default 'unknown' check (sex in ('female', 'male', 'other', 'unknown')),
  add column birth_name text not null default '',
  add column date_of_death text not null default '',
  add column place_of_death text not null default '',
  add column is_deceased boolean not null default false,
  -- What the dates say, as days since 0001-01-01: null where nothing could be read out of them.
  add column born_from integer,
  add column born_to integer,
  add column died_from integer,
  add column died_to integer,
  -- Through whom a grandparent, an aunt or a cousin belongs to the family, where somebody said so.
  add column via_id uuid,
  add column portrait_media_id uuid,
  -- Stands for somebody nobody has named yet: what the derivation knows them by.
  add column placeholder_key text,
  -- What an imported person was called in their file, so that nothing is imported twice.
  add column source_key text,
  add column version integer not null default 0,
  -- The account's own person carries the account's id: everybody has one, and nobody has two.
  add column is_self boolean generated always as (id = user_id) stored,
  add constraint family_members_via foreign key (user_id, via_id)
    references public.family_members (user_id, id) on delete set null (via_id),
  add constraint family_members_portrait foreign key (user_id, portrait_media_id)
    references public.media (user_id, id) on delete set null (portrait_media_id);
create unique index family_members_placeholders on public.family_members (user_id, placeholder_key)
  where placeholder_key is not null;
create unique index family_members_sources on public.family_members (user_id, source_key)
  where source_key is not null;
create index family_members_portraits on public.family_members (user_id, portrait_media_id)
  where portrait_media_id is not null;
create index family_members_vias on public.family_members (user_id, via_id) where via_id is not null;

create function app.count_version() returns trigger
language plpgsql
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger count_version before update on public.family_members
for each row execute function app.count_version();

-- "You" come with the account and are called what the account is called.
create function app.first_word(name text) returns text
language sql immutable parallel safe
as $$ select split_part(btrim(name), ' ', 1) $$;
create function app.other_words(name text) returns text
language sql immutable parallel safe
as $$ select btrim(substr(btrim(name), length(split_part(btrim(name), ' ', 1)) + 1)) $$;

create function app.keep_own_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.family_members (user_id, id, first_name, last_name)
  values (new.id, new.id, app.first_word(new.full_name), app.other_words(new.full_name))
  on conflict (user_id, id) do update
  set first_name = excluded.first_name, last_name = excluded.last_name
  where (family_members.first_name, family_members.last_name) is distinct from (excluded.first_name, excluded.last_name);
  return null;
end
$$;
create trigger own_person after insert or update of full_name on public.profiles
for each row execute function app.keep_own_person();
insert into public.family_members (user_id, id, first_name, last_name)
select id, id, app.first_word(full_name), app.other_words(full_name) from public.profiles;

-- parent: from the parent to the child. partner, other: the direction says nothing.
create table public.family_connections (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  type text not null check (type in ('parent', 'partner', 'other')),
  kind text not null,
  from_id uuid not null,
  to_id uuid not null,
  label text not null default '',
  start_date text not null default '',
  start_place text not null default '',
  end_date text not null default '',
  -- Derived from the labels relative to "you"; such a line is never deleted by hand.
  is_automatic boolean not null default false,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, from_id) references public.family_members (user_id, id) on delete cascade,
  foreign key (user_id, to_id) references public.family_members (user_id, id) on delete cascade,
  check (from_id <> to_id),
  check (
    (type = 'parent' and kind in ('birth', 'adoptive', 'step', 'foster', 'unknown'))
    or (type = 'partner' and kind in ('married', 'partners', 'engaged', 'separated', 'divorced', 'widowed', 'unknown'))
    or (type = 'other' and kind = 'unknown')
  )
);
-- One line between two people, whichever way it was drawn.
create unique index family_connections_pair on public.family_connections
  (user_id, least(from_id, to_id), greatest(from_id, to_id));
create index family_connections_from on public.family_connections (user_id, from_id);
create index family_connections_to on public.family_connections (user_id, to_id, type);
create trigger touch before update on public.family_connections for each row execute function app.touch();
create trigger count_version before update on public.family_connections
for each row execute function app.count_version();
create trigger announce after insert or update or delete on public.family_connections
for each row execute function app.announce();

alter table public.family_connections enable row level security;
create policy "people keep their own lines" on public.family_connections
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, update, delete on public.family_connections to authenticated, kinora_worker;
