-- The trigrams of pg_trgm know only the letters that the database's libc locale calls letters. The embedded PostgreSQL's is C, on every
-- system alike, so a name in Cyrillic or Greek that was written wrongly was never found. Where a word has no trigrams, it is compared
-- letter by letter: of up to five letters one may be wrong, of more than five two.
create extension if not exists fuzzystrmatch with schema public;

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
  ),
  near as (
    select w.word, n.name, similarity(w.word, n.name) as likeness
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
    union all
    select w.word, n.name, 1 - n.wrong::real / char_length(w.word)
    -- No longer than what is compared at most (255 letters), and not so short that every short name is like it.
    from (
      select u.word from unnest(words) u (word)
      where show_trgm(u.word) = '{}' and char_length(u.word) between 4 and 60
      offset 0
    ) w
    cross join (select distinct f.owner_id from findable f) o
    cross join lateral (
      select e.user_id, e.story_id, e.kind, e.source_id, e.names
      from public.search_entries e
      where e.user_id = o.owner_id and e.names <> ''
      offset 0
    ) e
    join findable f on f.owner_id = e.user_id and f.story_id = e.story_id
      and (f.person_id is null or (e.kind = 'person' and f.person_id = e.source_id))
    cross join lateral (
      select s.name, case
        when abs(char_length(s.name) - char_length(w.word)) <= 2 then levenshtein_less_equal(w.word, s.name, 2)
        else 3
      end as wrong
      from string_to_table(e.names, ' ') s (name)
      offset 0
    ) n
    where n.wrong <= case when char_length(w.word) > 5 then 2 else 1 end
  )
  select distinct on (near.word) near.word, near.name from near order by near.word, near.likeness desc, near.name
$$;

revoke kinora_search from current_user;
