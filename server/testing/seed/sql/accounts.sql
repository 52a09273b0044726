-- The families: an account each, as a sign-up leaves it. The first ones are large, and pay for it.

create temp table seed_families as
select n, at, n <= size.large as is_large,
  pg_temp.seed_id(at, 'family ' || n) as id,
  'family-' || lpad(n::text, 4, '0') || '@' || size.domain as email,
  names.first[1 + n % cardinality(names.first)] || ' ' || names.last[1 + n % cardinality(names.last)] as name
from seed_size size
cross join seed_names names
cross join lateral generate_series(1, size.families) n
cross join lateral (select timestamptz '2025-01-01Z' + n * interval '1 minute') made (at);
create unique index on seed_families (n);
analyze seed_families;

insert into auth.users
  (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
select f.id, f.email, size.password_hash, f.at, '{"provider": "email", "providers": ["email"]}',
  jsonb_build_object('full_name', f.name), f.at, f.at
from seed_families f cross join seed_size size order by f.n;

insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
select pg_temp.seed_id(f.at, 'identity ' || f.n), f.id, 'email', f.id,
  jsonb_build_object('sub', f.id, 'email', f.email, 'email_verified', true), f.at, f.at
from seed_families f order by f.n;

update public.profiles p set created_at = f.at from seed_families f where p.id = f.id;
-- Whoever has more heard in a month than an hour could not have it in the free plan. A line is five seconds long.
update public.subscriptions s set tier = 'generation', source = 'operator'
from seed_families f cross join seed_size z
where s.user_id = f.id and (f.is_large or z.stories_of_small * (z.lines_of_small + 1) * 5 > 3600);
-- Nobody reads an invented address.
insert into public.notice_wishes (user_id, email) select f.id, false from seed_families f;
