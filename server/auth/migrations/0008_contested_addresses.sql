-- Several have signed up with an address that nobody has proven, each with a password of their own. Whoever then proves it by the
-- mail is its owner; which of the passwords is theirs nobody can tell.
alter table auth.users add column contested_at timestamptz;
comment on column auth.users.contested_at is
  'When somebody signed up again with another password before the address was proven; means nothing afterwards';
