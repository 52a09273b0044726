-- The studio kept 'Current User' as a speaker where an account had no name yet. Others read it: it gives way to the name
-- where there is one now, and goes where there is none.
update public.stories s
set speakers = (
  select coalesce(array_agg(named.name order by named.place), '{}')
  from (
    select said.name, min(said.place) as place
    from (
      select case each.name when 'Current User' then btrim(p.full_name) else each.name end as name, each.place
      from unnest(s.speakers) with ordinality as each (name, place)
    ) said
    where said.name <> '' group by said.name
  ) named
)
from public.profiles p
where p.id = s.user_id and 'Current User' = any (s.speakers);
