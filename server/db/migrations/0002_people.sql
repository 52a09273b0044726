-- Who keeps stories here, what they pay for, what they use, and who their family is.

create table public.profiles (
  id uuid primary key,
  full_name text not null default '',
  email text not null default '',
  avatar_url text,
  phone text not null default '',
  location text not null default '',
  bio text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on public.profiles for each row execute function app.touch();

create table public.subscriptions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  tier text not null default 'free' references app.plan_limits (tier) deferrable initially deferred,
  status text not null default 'active',
  updated_at timestamptz not null default now()
);
create trigger touch before update on public.subscriptions for each row execute function app.touch();

create table public.usage_tracking (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  storage_used_bytes bigint not null default 0 check (storage_used_bytes >= 0),
  storage_used_gb numeric generated always as (storage_used_bytes / 1000000000.0) stored,
  ai_analysis_hours_used numeric not null default 0,
  collaborators_count integer not null default 0
);

create table public.family_members (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  first_name text not null,
  last_name text not null,
  relationship text not null default 'Other',
  date_of_birth text not null default '',
  place_of_birth text not null default '',
  current_location text not null default '',
  email text not null default '',
  phone text not null default '',
  bio text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index family_members_newest on public.family_members (user_id, created_at desc, id desc);
create trigger touch before update on public.family_members for each row execute function app.touch();

-- An account becomes a profile in the transaction that makes it; the auth service knows nothing of profiles.
create function app.on_user_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named text := coalesce(new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'name', '');
begin
  if tg_op = 'UPDATE' then
    update public.profiles set email = coalesce(new.email, '') where id = new.id and email <> coalesce(new.email, '');
    return new;
  end if;

  insert into public.profiles (id, full_name, email) values (new.id, named, coalesce(new.email, ''));
  insert into public.subscriptions (user_id) values (new.id);
  insert into public.usage_tracking (user_id) values (new.id);
  return new;
end
$$;
create trigger profile_of_user after insert or update of email on auth.users
for each row execute function app.on_user_written();

create function app.on_user_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.profiles where id = old.id;
  return old;
end
$$;
create trigger profile_goes_with_user after delete on auth.users
for each row execute function app.on_user_deleted();

alter table public.profiles enable row level security;
alter table public.subscriptions enable row level security;
alter table public.usage_tracking enable row level security;
alter table public.family_members enable row level security;

create policy "people see themselves" on public.profiles
  for select to authenticated, kinora_worker using (id = (select auth.uid()));
create policy "people change themselves" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "people see their plan" on public.subscriptions
  for select to authenticated, kinora_worker using (user_id = (select auth.uid()));
create policy "people see their usage" on public.usage_tracking
  for select to authenticated, kinora_worker using (user_id = (select auth.uid()));
create policy "people keep their own family" on public.family_members
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select, update (full_name, avatar_url, phone, location, bio) on public.profiles to authenticated;
grant select on public.profiles to kinora_worker;
grant select on public.subscriptions, public.usage_tracking to authenticated, kinora_worker;
grant select, insert, update, delete on public.family_members to authenticated, kinora_worker;
