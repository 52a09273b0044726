-- Several have signed up with an address that nobody has proven, each with a password of their own. Whoever then proves it by the
-- mail is its owner; which of the passwords is theirs nobody can tell. No column of `users`: processes of an older version, which
-- read all of its columns by prepared statements, would fail while they are replaced.
create table auth.contested_addresses (
  user_id uuid primary key references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
comment on table auth.contested_addresses is
  'Accounts that somebody signed up for again with another password before the address was proven; means nothing afterwards';

-- As in 0001: nobody but the service's own role gets anything.
alter table auth.contested_addresses enable row level security;
create policy service on auth.contested_addresses to kinora_auth using (true) with check (true);
grant select, insert, update, delete on auth.contested_addresses to kinora_auth;
