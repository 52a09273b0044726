-- Passages of at most 480 signs that end with a word where there is one. The pattern that did this before took the
-- longest passage, of which the last word was cut in two and neither found; and it took a second for 20,000 signs.
create or replace function app.search_passages(said text) returns table (piece integer, passage text)
language plpgsql immutable parallel safe rows 1 set search_path = pg_catalog
as $$
declare
  most constant integer := 480;
  rest text := said;
  ending integer;
begin
  piece := 0;
  if length(said) > most then rest := regexp_replace(said, '^\s+', ''); end if;
  while length(rest) > most loop
    -- The sign after the passage may be the space that ends its last word.
    ending := most + 1 - regexp_instr(reverse(left(rest, most + 1)), '\s') + 1;
    if ending > most + 1 or ending <= most / 2 then ending := most; end if;
    passage := regexp_replace(left(rest, ending), '\s+$', '');
    return next;
    piece := piece + 1;
    rest := regexp_replace(substr(rest, ending + 1), '^\s+', '');
  end loop;
  passage := rest;
  if piece = 0 or rest <> '' then return next; end if;
end
$$;

-- The passages of a thing are made once; before, once more for each that was there.
create or replace function app.write_said(things app.said[], weight "char" default 'D') returns void
language sql
as $$
  select app.note_search_languages(t.user_id, array_agg(distinct t.language)) from unnest(things) t group by t.user_id;
  with passages as materialized (
    select t.*, p.piece, p.passage from unnest(things) t cross join lateral app.search_passages(t.text) p
  ), gone as (
    delete from public.search_entries e
    using (select user_id, kind, source_id, max(piece) as last from passages group by 1, 2, 3) kept
    where e.user_id = kept.user_id and e.kind = kept.kind and e.source_id = kept.source_id and e.piece > kept.last
  )
  insert into public.search_entries as old
    (user_id, kind, source_id, piece, story_id, recording_id, at_ms, language, text, search)
  select p.user_id, p.kind, p.source_id, p.piece, p.story_id, p.recording_id, p.at_ms, p.language, p.passage,
    app.marked(
      setweight(app.search_vector(p.language, p.passage || case when p.piece = 0 then ' ' || p.heard else '' end), weight),
      app.search_mark(p.user_id))
  from passages p
  on conflict (user_id, kind, source_id, piece) do update
  set story_id = excluded.story_id, recording_id = excluded.recording_id, at_ms = excluded.at_ms,
    language = excluded.language, text = excluded.text, search = excluded.search
  where (old.story_id, old.at_ms, old.language, old.text, old.search)
    is distinct from (excluded.story_id, excluded.at_ms, excluded.language, excluded.text, excluded.search)
$$;

-- A note that was only moved says what it said.
create function app.on_notes_rewritten() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.write_said(array(
    select app.said_in_note(n) from written n join were o on o.user_id = n.user_id and o.id = n.id
    where (o.text, o.timestamp, o.story_id) is distinct from (n.text, n.timestamp, n.story_id)));
  return null;
end
$$;
drop trigger found_by_search_again on public.story_notes;
create trigger found_by_search_again after update on public.story_notes
  referencing old table as were new table as written for each statement execute function app.on_notes_rewritten();

-- What is there already, where it was cut.
select app.write_said(array(
  select app.said_in_note(n) from public.story_notes n where n.user_id = p.id and length(n.text) > 480
  union all
  select app.said_in_comment(c) from public.comments c
  where c.user_id = p.id and c.deleted_at is null and length(app.said_in_comment(c)::text) > 480
  union all
  select app.said_of_file(m) from public.media m
  where m.user_id = p.id and m.story_id is not null and length(m.caption) > 480))
from public.profiles p;
select app.write_said(array(
  select app.said_in_line(l) from public.transcript_lines l
  where l.user_id = t.user_id and l.transcript_id = t.id and length(coalesce(l.reading, l.text)) > 480))
from public.transcripts t;
select app.write_story_search(s) from public.stories s
where length(concat_ws(' ', s.description, s.location, s.date, array_to_string(s.tags, ', '), s.context)) > 460;
