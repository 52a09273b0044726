-- The planner, which saw the whole statement, looked names up among those of all families and kept one family's. Asked one
-- family at a time (`offset 0` keeps it from being seen whole) it takes the index by owner and name.
do $$
begin
  grant kinora_search to current_user;
exception
  when insufficient_privilege then
    if not pg_has_role(current_user, 'kinora_search', 'member') then raise; end if;
end
$$;

create or replace function app.similar_names(words text[]) returns table (word text, name text)
language sql stable security definer rows 10 set search_path = pg_catalog, public, extensions, pg_temp
as $$
  with findable as materialized (
    select f.owner_id, f.story_id, null::uuid as person_id from app.findable() f
    union all
    select p.owner_id, '00000000-0000-0000-0000-000000000000', p.person_id from app.findable_people() p
  )
  select distinct on (w.word) w.word, n.name
  from unnest(words) w (word)
  cross join (select distinct f.owner_id from findable f) o
  cross join lateral (
    select e.user_id, e.story_id, e.kind, e.source_id, e.names
    from public.search_entries e
    where e.user_id = o.owner_id and e.names <> '' and w.word <<% e.names
    offset 0
  ) e
  join findable f on f.owner_id = e.user_id and f.story_id = e.story_id
    and (f.person_id is null or (e.kind = 'person' and f.person_id = e.source_id))
  cross join lateral string_to_table(e.names, ' ') n (name)
  where similarity(w.word, n.name) >= 0.4
  order by w.word, similarity(w.word, n.name) desc, n.name
$$;

revoke kinora_search from current_user;

-- What was brought in, latest first: it was sorted, all of it, to show twenty.
create index archive_imports_newest on public.archive_imports (user_id, created_at desc);
