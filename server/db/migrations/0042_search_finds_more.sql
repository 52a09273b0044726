-- One box for everything finds comments, what the family says of its files, and storybooks, too (docs/decisions/018).

create function app.said_in_comment(comment public.comments) returns app.said
language sql stable
as $$
  select row(comment.user_id, 'comment', comment.id, comment.story_id, comment.recording_id, comment.at_ms,
    app.story_language(comment.user_id, comment.story_id), comment.text, '')::app.said
$$;
-- A deleted comment is not found by anybody, not even by who may bring it back.
create function app.on_comment_searchable() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is null then
    perform app.write_said(array[app.said_in_comment(new)]);
  else
    delete from public.search_entries e
    where e.user_id = new.user_id and e.kind = 'comment' and e.source_id = new.id;
  end if;
  return null;
end
$$;
create trigger found_by_search after insert or update of text, deleted_at, recording_id, at_ms on public.comments
  for each row execute function app.on_comment_searchable();
create trigger not_found_any_more after delete on public.comments
  referencing old table as gone for each statement execute function app.on_sources_deleted('comment');

create function app.said_of_file(file public.media) returns app.said
language sql stable
as $$
  select row(file.user_id, 'caption', file.id, file.story_id, null, null,
    app.story_language(file.user_id, file.story_id), file.caption, '')::app.said
$$;
create function app.on_caption_searchable() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.caption <> '' and new.story_id is not null then
    perform app.write_said(array[app.said_of_file(new)]);
  else
    delete from public.search_entries e
    where e.user_id = new.user_id and e.kind = 'caption' and e.source_id = new.id;
  end if;
  return null;
end
$$;
-- A recording's row changes with every second of it: only what carries words is looked at.
create trigger found_by_search after insert on public.media
  for each row when (new.caption <> '') execute function app.on_caption_searchable();
create trigger found_by_search_again after update of caption, story_id on public.media
  for each row when (old.caption <> '' or new.caption <> '') execute function app.on_caption_searchable();
create function app.on_caption_gone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.search_entries e
  where e.user_id = old.user_id and e.kind = 'caption' and e.source_id = old.id;
  return null;
end
$$;
create trigger not_found_any_more after delete on public.media
  for each row when (old.caption <> '') execute function app.on_caption_gone();

-- A storybook is found by its title and what is said of it. It stands under its own id where other entries name their
-- story, so that app.findable says of it, as of a story, who may find it.
create function app.write_book_search(book public.storybooks) returns void
language sql
as $$
  select app.write_search_thing(book.user_id, 'storybook', book.id, book.id,
    app.story_language(book.user_id, null), book.title, '', book.description)
$$;
create function app.on_book_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.search_entries e
    where e.user_id = old.user_id and e.kind = 'storybook' and e.source_id = old.id;
    return null;
  end if;
  perform app.write_book_search(new);
  return null;
end
$$;
create trigger found_by_search after insert or delete or update of title, description on public.storybooks
  for each row execute function app.on_book_written();

create or replace function app.on_language_heard() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.write_story_search(s) from public.stories s where s.user_id = new.user_id and s.id = new.story_id;
  perform app.write_said(array(
    select app.said_in_note(n) from public.story_notes n where n.user_id = new.user_id and n.story_id = new.story_id
    union all
    select app.said_in_comment(c) from public.comments c
    where c.user_id = new.user_id and c.story_id = new.story_id and c.deleted_at is null
    union all
    select app.said_of_file(m) from public.media m
    where m.user_id = new.user_id and m.story_id = new.story_id and m.caption <> ''));
  return null;
end
$$;

-- Books that are shared with somebody are found by them, and nothing of the stories in them that is not shared, too.
create or replace function app.findable() returns table (owner_id uuid, story_id uuid)
language sql stable
as $$
  select s.user_id, s.id from public.stories s where s.user_id = (select auth.uid()) and s.deleted_at is null
  union all
  select s.user_id, s.id
  from public.shared_access a join public.stories s on s.user_id = a.user_id and s.id = a.resource_id
  where a.shared_with_user_id = (select auth.uid()) and a.resource_type = 'story' and s.deleted_at is null
  union all
  select b.user_id, b.id from public.storybooks b where b.user_id = (select auth.uid()) and b.deleted_at is null
  union all
  select b.user_id, b.id
  from public.shared_access a join public.storybooks b on b.user_id = a.user_id and b.id = a.resource_id
  where a.shared_with_user_id = (select auth.uid()) and a.resource_type = 'storybook' and b.deleted_at is null
  union all
  select owner.id, '00000000-0000-0000-0000-000000000000'::uuid
  from unnest(array[(select auth.uid()), '00000000-0000-0000-0000-000000000000'::uuid]) owner (id)
  where (select auth.uid()) is not null
$$;
grant select (user_id, id, deleted_at) on public.storybooks to kinora_search;
create policy "search knows which storybooks there are" on public.storybooks for select to kinora_search using (true);

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

-- All places in one story, in the order in which they were said. What is spread over the story is found place by place.
create or replace function app.search_hits_in_story(
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
      and m.story_id = f.story_id and m.kind in ('line', 'note', 'about', 'comment', 'caption')
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

revoke kinora_search from current_user;

revoke execute on function app.write_book_search from public;

-- What is there already.
select app.write_said(array(
  select app.said_in_comment(c) from public.comments c where c.user_id = p.id and c.deleted_at is null
  union all
  select app.said_of_file(m) from public.media m where m.user_id = p.id and m.story_id is not null and m.caption <> ''))
from public.profiles p;
select app.write_book_search(b) from public.storybooks b;
