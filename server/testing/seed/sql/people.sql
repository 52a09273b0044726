-- Trees: a vast one in the first family and a few people in each other. Who has the account is one of them.

create temp table seed_members as
select f.id as user_id, p.key, f.at,
  case when p.is_self then f.id else pg_temp.seed_id(f.at, 'person ' || f.n || ' ' || p.key) end as id,
  p.first_name, p.last_name, p.sex, p.born
from seed_people p join seed_families f on p.tree = case when f.n = 1 then 'vast' else 'small' end;

insert into public.family_members
  (user_id, id, first_name, last_name, sex, date_of_birth, born_from, born_to, place_of_birth, created_at, updated_at)
select m.user_id, m.id, m.first_name, m.last_name, m.sex, m.born::text,
  -- Days as contract/calendar-day.ts counts them, from the first of the year 0.
  make_date(m.born, 1, 1) - date '0001-01-01' + 366, make_date(m.born, 12, 31) - date '0001-01-01' + 366, 'Odessa',
  m.at, m.at
from seed_members m where m.id <> m.user_id order by m.at, m.key;
update public.family_members o set sex = m.sex, created_at = m.at
from seed_members m where o.user_id = m.user_id and o.id = m.id and m.id = m.user_id;

insert into public.family_connections (user_id, id, type, kind, from_id, to_id, created_at, updated_at)
select f.id, pg_temp.seed_id(f.at, 'connection ' || f.n || ' ' || c.from_key || ' ' || c.to_key), c.type,
  case c.type when 'parent' then 'birth' else 'married' end, a.id, b.id, f.at, f.at
from seed_connections c
join seed_families f on c.tree = case when f.n = 1 then 'vast' else 'small' end
join seed_members a on a.user_id = f.id and a.key = c.from_key
join seed_members b on b.user_id = f.id and b.key = c.to_key
order by f.n;
