-- How somebody likes dates to be written, and what of their profile they show to whoever has its address.

alter table public.profiles
  add column date_format text not null default 'month-first' check (date_format in ('month-first', 'day-first', 'year-first'));
grant update (date_format) on public.profiles to authenticated;

-- A row is a profile that is public. Phone and e-mail never are, so there is no way to say so.
create table public.public_profiles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- SHA-256 of the address's 256 random bits, and the same bits sealed under the server's own secret.
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  token_sealed text not null,
  shows_picture boolean not null default false,
  shows_location boolean not null default false,
  shows_bio boolean not null default false
);
create unique index public_profiles_by_token on public.public_profiles (token_hash);
alter table public.public_profiles enable row level security;
create policy "people say what of them is public" on public.public_profiles
  for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, delete on public.public_profiles to authenticated;
grant update (shows_picture, shows_location, shows_bio) on public.public_profiles to authenticated;

-- What whoever has the address sees, and nothing else.
create function app.read_public_profile(hash text)
returns table (user_id uuid, name text, location text, bio text, picture uuid)
language sql stable security definer set search_path = ''
as $$
  select
    shown.user_id,
    p.full_name,
    case when shown.shows_location then p.location else '' end,
    case when shown.shows_bio then p.bio else '' end,
    case when shown.shows_picture then self.portrait_media_id end
  from public.public_profiles shown
  join public.profiles p on p.id = shown.user_id
  left join public.family_members self on self.user_id = p.id and self.id = p.id
  where shown.token_hash = hash
$$;
revoke execute on function app.read_public_profile from public;
grant execute on function app.read_public_profile to anon;
