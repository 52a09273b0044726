-- What is asked of the search, and the one way past the policies (docs/decisions/018).

-- One thing asked for, in every language given: exactly as it was typed, or as the beginning of a word, or in another
-- form. `weak`: a word like "the", which says little beside others.
create function app.search_term(said text, beginning boolean, languages regconfig[], out asked tsquery, out weak boolean)
language plpgsql stable set search_path = pg_catalog
as $$
declare
  words text := app.search_words(said);
  stemmer regconfig;
  exactly tsquery;
  stems tsquery;
begin
  weak := false;
  if words = '' then return; end if;
  exactly := phraseto_tsquery('simple', words);
  asked := exactly;
  if beginning then asked := (asked::text || ':*')::tsquery; end if;
  foreach stemmer in array languages loop
    stems := phraseto_tsquery(stemmer, words);
    if numnode(stems) = 0 then weak := true;
    -- A phrase that loses its little words would be another one.
    elsif numnode(stems) >= numnode(exactly) then asked := asked || stems;
    end if;
  end loop;
end
$$;

-- What somebody typed, for the entries of one owner. Every one of `wanted` has to be found in a story: in one place, or,
-- spread, each anywhere in it. Nothing of `unwanted` may be.
create function app.search_query(owner_id uuid, asked jsonb, spread boolean, out wanted tsquery[], out unwanted tsquery)
language plpgsql stable set search_path = pg_catalog
as $$
declare
  languages regconfig[] := array(
    select l.language::regconfig from public.search_languages l where l.user_id = search_query.owner_id);
  mark text := app.search_mark(search_query.owner_id);
  strong tsquery[] := '{}';
  weak tsquery[] := '{}';
  term jsonb;
  one tsquery;
  is_weak boolean;
begin
  if owner_id = '00000000-0000-0000-0000-000000000000' then languages := array['english'::regconfig]; end if;

  for term in select t from jsonb_array_elements(asked) t loop
    select string_agg(format('(%s)', a.asked), ' | ')::tsquery, bool_and(a.weak) into one, is_weak
    from jsonb_array_elements_text(term -> 'any') word
    cross join lateral app.search_term(word, (term ->> 'beginning')::boolean, languages) a
    where a.asked is not null;
    continue when one is null;

    one := regexp_replace(one::text, '''([^'']+)''', '''' || mark || '\1''', 'g')::tsquery;
    if (term ->> 'not')::boolean then unwanted := case when unwanted is null then one else unwanted || one end;
    elsif is_weak then weak := weak || one;
    else strong := strong || one;
    end if;
  end loop;

  if strong = '{}' then strong := weak; end if;
  if strong = '{}' then return; end if;
  if spread then wanted := strong; return; end if;
  wanted := array[(select string_agg(format('(%s)', part), ' & ')::tsquery from unnest(strong) part)];
end
$$;

-- Rights to look past the policies, for the three functions below and nothing else: row-level security asks the policy
-- before an operator that might leak, as @@ might, and so keeps the index from being read. This role may read what is
-- searched, which stories there are and whom they are shared with, no more, and each function joins app.findable().
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'kinora_search') then create role kinora_search nologin; end if;
  exception
    when duplicate_object or unique_violation then null; -- roles belong to the cluster
  end;
  begin
    grant kinora_search to current_user;
  exception
    when insufficient_privilege then
      if not pg_has_role(current_user, 'kinora_search', 'member') then raise; end if;
  end;
end
$$;
-- Stories that are shared with somebody are found by them; what lies in the trash by nobody.
create or replace function app.findable() returns table (owner_id uuid, story_id uuid)
language sql stable
as $$
  select s.user_id, s.id from public.stories s where s.user_id = (select auth.uid()) and s.deleted_at is null
  union all
  select s.user_id, s.id
  from public.shared_access a join public.stories s on s.user_id = a.user_id and s.id = a.resource_id
  where a.shared_with_user_id = (select auth.uid()) and a.resource_type = 'story' and s.deleted_at is null
  union all
  select owner.id, '00000000-0000-0000-0000-000000000000'::uuid
  from unnest(array[(select auth.uid()), '00000000-0000-0000-0000-000000000000'::uuid]) owner (id)
  where (select auth.uid()) is not null
$$;

grant usage on schema app, public, auth to kinora_search;
grant execute on function app.findable to kinora_search;
grant select on public.search_entries, public.search_languages to kinora_search;
grant select (user_id, id, deleted_at) on public.stories to kinora_search;
grant select (user_id, resource_type, resource_id, shared_with_user_id) on public.shared_access to kinora_search;
create policy "search knows what is shared" on public.shared_access
  for select to kinora_search using (true);
create policy "search looks everywhere and tells by app.findable" on public.search_entries
  for select to kinora_search using (true);
create policy "search stems in everybody's languages" on public.search_languages
  for select to kinora_search using (true);
create policy "search knows which stories there are" on public.stories
  for select to kinora_search using (true);

-- The entries of one owner that answer a question. A function of its own, planned once, because the planner, seeing the
-- whole search, would rather read the whole table. `is not distinct from` is `=` that keeps to the index on words: one on
-- owners reads all that a family has kept.
create function app.search_matches(owner_id uuid, words tsquery)
returns table (user_id uuid, kind text, source_id uuid, piece integer, story_id uuid, score float8)
language plpgsql stable rows 100 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select e.user_id, e.kind, e.source_id, e.piece, e.story_id, ts_rank('{0.02, 0.1, 0.4, 1}', e.search, words)::float8
    from public.search_entries e
    where e.search operator(pg_catalog.@@) words and e.user_id is not distinct from search_matches.owner_id;
end
$$;

-- Where an answer stands, by keys alone: the words are then read under the policies, by whoever asks. The best stories
-- with their best places, after a place in that order; then people and prompts.
create function app.search_hits(
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
    select f.owner_id, f.story_id from app.findable() f
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
    where not exists (
      select from refused r
      where r.user_id = m.user_id and r.story_id = m.story_id
        and (m.story_id <> '00000000-0000-0000-0000-000000000000' or r.source_id = m.source_id)
    )
  ), stories as (
    select f.user_id, f.story_id, max(f.score) as score, count(*) as hits
    from found f
    where f.story_id <> '00000000-0000-0000-0000-000000000000'
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
    where f.story_id = '00000000-0000-0000-0000-000000000000' and f.numbers = 1 and after_score is null
  )
  select p.* from places p where p.place <= 4;
end
$$;

-- All places in one story, in the order in which they were said. What is spread over the story is found place by place.
create function app.search_hits_in_story(
  asked jsonb, owner_id uuid, story uuid, most integer,
  after_recording uuid, after_ms integer, after_source uuid, after_piece integer
)
returns table (user_id uuid, kind text, source_id uuid, piece integer, recording_id uuid, at_ms integer)
language plpgsql stable security definer rows 30 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  with matches as materialized (
    select e.user_id, e.kind, e.source_id, e.piece, e.recording_id, e.at_ms, q.is_spread
    from app.findable() f
    cross join lateral (
      select words, false as is_spread from app.search_query(f.owner_id, asked, false) q, unnest(q.wanted) words
      union all
      select words, true from app.search_query(f.owner_id, asked, true) q, unnest(q.wanted) words
    ) q
    cross join lateral app.search_matches(f.owner_id, q.words) m
    join public.search_entries e
      on e.user_id = m.user_id and e.kind = m.kind and e.source_id = m.source_id and e.piece = m.piece
    where f.owner_id = search_hits_in_story.owner_id and f.story_id = search_hits_in_story.story
      and m.story_id = f.story_id and m.kind in ('line', 'note', 'about')
  )
  select distinct m.user_id, m.kind, m.source_id, m.piece, m.recording_id, m.at_ms
  from (
    select coalesce(m.recording_id, '00000000-0000-0000-0000-000000000000') as in_recording, coalesce(m.at_ms, 0) as at, m.*
    from matches m
    where m.is_spread = not exists (select from matches x where not x.is_spread)
      and (coalesce(m.recording_id, '00000000-0000-0000-0000-000000000000'), coalesce(m.at_ms, 0), m.source_id, m.piece)
        > (after_recording, after_ms, after_source, after_piece)
    order by 1, 2, m.source_id, m.piece
    limit most
  ) m;
end
$$;

-- For each word the name in the family that it may have been meant for, if there is one: "magdalna", magdalena.
create function app.similar_names(words text[]) returns table (word text, name text)
language sql stable security definer rows 10 set search_path = pg_catalog, public, extensions, pg_temp
as $$
  with findable as materialized (
    select f.owner_id, f.story_id from app.findable() f
  )
  select distinct on (w.word) w.word, n.name
  from unnest(words) w (word)
  cross join (select distinct f.owner_id from findable f) o
  join public.search_entries e on e.user_id = o.owner_id and e.names <> '' and w.word <<% e.names
  join findable f on f.owner_id = e.user_id and f.story_id = e.story_id
  cross join lateral string_to_table(e.names, ' ') n (name)
  where similarity(w.word, n.name) >= 0.4
  order by w.word, similarity(w.word, n.name) desc, n.name
$$;

grant create on schema app to kinora_search;
alter function app.search_hits owner to kinora_search;
alter function app.search_hits_in_story owner to kinora_search;
alter function app.similar_names owner to kinora_search;
revoke create on schema app from kinora_search;
revoke execute on function app.search_hits, app.search_hits_in_story, app.similar_names from public;
grant execute on function app.search_hits, app.search_hits_in_story, app.similar_names to authenticated;
-- Nobody can become it.
revoke kinora_search from current_user;

-- Which of these words of a text were asked for, so that they can be marked.
create function app.asked_among(words text[], language text, asked jsonb) returns text[]
language plpgsql stable set search_path = pg_catalog set plan_cache_mode = force_generic_plan
as $$
declare
  stemmer regdictionary := case app.search_language(language)
    when 'simple'::regconfig then 'simple' else app.search_language(language)::text || '_stem' end;
  wanted text[];
  beginnings text[];
  stems text[];
begin
  select array_agg(w.word), array_agg(w.word) filter (where w.begins) into wanted, beginnings
  from (
    select word.said as word,
      (term ->> 'beginning')::boolean and word.number = count(*) over (partition by term, spoken) as begins
    from jsonb_array_elements(asked) term
    cross join lateral jsonb_array_elements_text(term -> 'any') spoken
    cross join lateral string_to_table(app.search_words(spoken), ' ') with ordinality word (said, number)
    where not (term ->> 'not')::boolean and word.said <> ''
  ) w
  where ts_lexize(stemmer, w.word) <> '{}' or w.begins;
  if wanted is null then return '{}'; end if;
  select array_agg(stem) into stems from unnest(wanted) word cross join lateral unnest(ts_lexize(stemmer, word)) stem;

  return array(
    select w.word
    from (
      select word, case when octet_length(word) = length(word) then lower(word) else app.search_words(word) end as plain
      from unnest(words) word
    ) w
    where w.plain = any (wanted)
      or exists (select from unnest(beginnings) b where starts_with(w.plain, b))
      or ts_lexize(stemmer, w.plain) && stems
  );
end
$$;
revoke execute on function app.asked_among, app.search_query, app.search_term, app.search_matches, app.write_search_thing, app.write_said,
  app.note_search_languages, app.write_story_search, app.write_person_search, app.write_prompt_search from public;
grant execute on function app.asked_among to authenticated;
grant execute on function app.search_query, app.search_term, app.search_matches to kinora_search;
