-- Somebody whose page is shared is found by whom it is shared with, as stories and storybooks are (docs/decisions/018): by
-- name and facts, which the page shows, and nobody and nothing else of that family comes along.

create function app.findable_people() returns table (owner_id uuid, person_id uuid)
language sql stable
as $$
  select a.user_id, a.resource_id from public.shared_access a
  where a.shared_with_user_id = (select auth.uid()) and a.resource_type = 'family_member'
$$;
revoke execute on function app.findable_people from public;
grant execute on function app.findable_people to authenticated, kinora_search;

create policy "those a person is shared with find them" on public.search_entries
  for select to authenticated
  using (kind = 'person' and (user_id, source_id) in (select f.owner_id, f.person_id from app.findable_people() f));

-- The functions below are that role's, and only who belongs to it may write them anew.
do $$
begin
  grant kinora_search to current_user;
exception
  when insufficient_privilege then
    if not pg_has_role(current_user, 'kinora_search', 'member') then raise; end if;
end
$$;

-- Where an answer stands, by keys alone: the words are then read under the policies, by whoever asks. The best stories
-- with their best places, after a place in that order; then people, prompts and storybooks.
create or replace function app.search_hits(
  asked jsonb, spread boolean, most_stories integer, after_score float8 default null, after_story uuid default null
)
returns table (
  user_id uuid, kind text, source_id uuid, piece integer, story_id uuid, score float8,
  story_score float8, story_hits bigint, place bigint
)
language plpgsql stable security definer rows 30 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with findable as materialized (
    select f.owner_id, f.story_id, null::uuid as person_id from app.findable() f
    union all
    select p.owner_id, '00000000-0000-0000-0000-000000000000', p.person_id from app.findable_people() p
  ), questions as materialized (
    select o.owner_id, q.wanted, q.unwanted
    from (select distinct f.owner_id from findable f) o
    cross join lateral app.search_query(o.owner_id, asked, spread) q
    where q.wanted is not null
  ), refused as materialized (
    select m.user_id, m.story_id, m.source_id
    from questions q cross join lateral app.search_matches(q.owner_id, q.unwanted) m
    where q.unwanted is not null
  ), found as materialized (
    select m.user_id, m.kind, m.source_id, m.piece, m.story_id, m.score, w.number, cardinality(q.wanted) as numbers
    from questions q
    cross join lateral unnest(q.wanted) with ordinality w (words, number)
    cross join lateral app.search_matches(q.owner_id, w.words) m
    join findable f on f.owner_id = m.user_id and f.story_id = m.story_id
      and (f.person_id is null or (m.kind = 'person' and f.person_id = m.source_id))
    where not exists (
      select from refused r
      where r.user_id = m.user_id and r.story_id = m.story_id
        and (m.story_id <> '00000000-0000-0000-0000-000000000000' or r.source_id = m.source_id)
    )
  ), stories as (
    select f.user_id, f.story_id, max(f.score) as score, count(*) as hits
    from found f
    where f.story_id <> '00000000-0000-0000-0000-000000000000' and f.kind <> 'storybook'
    group by f.user_id, f.story_id
    having bit_or(1 << f.number::integer) = (2 << max(f.numbers)) - 2
      and (after_score is null or (max(f.score), f.story_id) < (after_score, after_story))
    order by score desc, f.story_id desc
    limit most_stories
  ), places as (
    select f.user_id, f.kind, f.source_id, f.piece, f.story_id, f.score, s.score as story_score, s.hits as story_hits,
      row_number() over (partition by f.user_id, f.story_id order by f.kind = 'story' desc, f.score desc, f.source_id, f.piece)
        as place
    from stories s join found f on f.user_id = s.user_id and f.story_id = s.story_id
    union all
    select f.user_id, f.kind, f.source_id, f.piece, f.story_id, f.score, null, null,
      row_number() over (partition by f.kind order by f.score desc, f.source_id)
    from found f
    where (f.story_id = '00000000-0000-0000-0000-000000000000' or f.kind = 'storybook')
      and f.numbers = 1 and after_score is null
  )
  select p.* from places p where p.place <= 4;
end
$$;

-- For each word the name in the family that it may have been meant for, if there is one: "magdalna", magdalena.
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
  join public.search_entries e on e.user_id = o.owner_id and e.names <> '' and w.word <<% e.names
  join findable f on f.owner_id = e.user_id and f.story_id = e.story_id
    and (f.person_id is null or (e.kind = 'person' and f.person_id = e.source_id))
  cross join lateral string_to_table(e.names, ' ') n (name)
  where similarity(w.word, n.name) >= 0.4
  order by w.word, similarity(w.word, n.name) desc, n.name
$$;

revoke kinora_search from current_user;
