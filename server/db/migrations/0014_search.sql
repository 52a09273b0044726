-- One box for everything. What can be found lies in one table, a sentence or a thing a row, written by triggers in the
-- transaction that changes the thing itself. docs/decisions/018 says why it is built like this.

create extension if not exists pg_trgm with schema public;

-- Words as they are compared: small letters, no accents, nothing but letters and digits between single spaces. Scripts
-- that write no spaces get one around each sign, so that a search finds what stands in the middle. A word of more than
-- 200 signs is cut: PostgreSQL would refuse one of 2,047 bytes, and with it the text.
create function app.search_words(said text) returns text
language plpgsql immutable parallel safe set search_path = pg_catalog, public, extensions
as $$
declare
  words text := lower(said);
begin
  if octet_length(words) > length(words) then
    words := lower(unaccent(normalize(words, NFKC)));
    words := regexp_replace(
      words, '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g');
  end if;
  words := btrim(regexp_replace(words, '[^[:alnum:]]+', ' ', 'g'));
  if length(words) > 200 then words := regexp_replace(words, '(\S{200})\S+', '\1', 'g'); end if;
  return words;
end
$$;

-- Every word as it was said, for exact words, names and beginnings of words, and behind them the stems in the text's
-- language, for other forms of the word.
create function app.search_vector(language text, said text) returns tsvector
language plpgsql immutable parallel safe set search_path = pg_catalog
as $$
declare
  words text := app.search_words(said);
  stemmer regconfig := app.search_language(language);
begin
  if stemmer = 'simple'::regconfig then return to_tsvector('simple', words); end if;
  return to_tsvector('simple', words) || to_tsvector(stemmer, words);
end
$$;

-- Each family's words carry a mark of their own, so that the index is as if each family had one for itself: looking up
-- the beginning of a word would otherwise read that of all families. It separates nothing; user_id does.
create function app.search_mark(owner_id uuid) returns text
language sql immutable parallel safe
as $$ select left(md5(owner_id::text), 4) $$;

create function app.marked(words tsvector, mark text) returns tsvector
language sql immutable parallel safe
as $$ select replace(' ' || words::text, ' ''', ' ''' || mark)::tsvector $$;

create table public.search_entries (
  -- Whose it is; 00000000-... for what is everybody's.
  user_id uuid not null,
  kind text not null,
  source_id uuid not null,
  -- Long texts are found passage by passage.
  piece integer not null default 0,
  -- 00000000-... for what belongs to no story.
  story_id uuid not null default '00000000-0000-0000-0000-000000000000',
  recording_id uuid,
  at_ms integer,
  language text,
  text text not null,
  names text not null default '',
  search tsvector not null,
  primary key (user_id, kind, source_id, piece)
);
create index search_entries_words on public.search_entries using gin (search);
create index search_entries_names on public.search_entries using gin (user_id, names gin_trgm_ops) where names <> '';

-- In which languages somebody's entries are, so that a question is stemmed in those and no others.
create table public.search_languages (
  user_id uuid not null references public.profiles (id) on delete cascade,
  language text not null,
  primary key (user_id, language)
);

-- THE place that says what a person may find: each story by its owner and id, and with the empty story id whose things
-- without a story. Whoever widens access widens it here; the policy on search_entries and every search ask this.
create function app.findable() returns table (owner_id uuid, story_id uuid)
language sql stable
as $$
  select s.user_id, s.id from public.stories s where s.user_id = (select auth.uid()) and s.deleted_at is null
  union all
  select owner.id, '00000000-0000-0000-0000-000000000000'::uuid
  from unnest(array[(select auth.uid()), '00000000-0000-0000-0000-000000000000'::uuid]) owner (id)
  where (select auth.uid()) is not null
$$;
revoke execute on function app.findable from public;

alter table public.search_entries enable row level security;
alter table public.search_languages enable row level security;
create policy "people read what they may find" on public.search_entries
  for select to authenticated
  using ((user_id, story_id) in (select f.owner_id, f.story_id from app.findable() f));
create policy "people see their own languages" on public.search_languages
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.search_entries, public.search_languages to authenticated;
grant execute on function app.findable to authenticated;

-- Passages of at most 480 signs that end with a word where there is one.
create function app.search_passages(said text) returns table (piece integer, passage text)
language plpgsql immutable parallel safe rows 1 set search_path = pg_catalog
as $$
begin
  if length(said) <= 480 then return query select 0, said; return; end if;
  return query select (found.place - 1)::integer, found.part[1]
    from regexp_matches(said, '\s*(.{1,240}.{0,239}\S(?=\s|$)|.{1,240}.{0,240})', 'g') with ordinality found (part, place);
end
$$;

-- The language of a story's talks, or of the family's latest one; English where nothing has been heard yet.
create function app.story_language(owner_id uuid, story uuid) returns text
language sql stable
as $$
  select coalesce(
    (select t.language from public.transcripts t
     where t.user_id = owner_id and t.story_id = story and t.language is not null order by t.id desc limit 1),
    (select t.language from public.transcripts t
     where t.user_id = owner_id and t.language is not null order by t.id desc limit 1),
    'en')
$$;

create function app.note_search_languages(owner_id uuid, tags text[]) returns void
language sql
as $$
  insert into public.search_languages (user_id, language)
  select distinct owner_id, app.search_language(tag)::text from unnest(tags) tag
  where app.search_language(tag) <> 'simple'::regconfig and owner_id <> '00000000-0000-0000-0000-000000000000'
  on conflict do nothing
$$;

-- A thing found as a whole: by its title (A), the names in it (B) and what else is known of it (C).
create function app.write_search_thing(
  owner_id uuid, kind text, source_id uuid, story_id uuid, language text, title text, names text, about text
) returns void
language sql
as $$
  select app.note_search_languages(owner_id, array[language]);
  insert into public.search_entries as old (user_id, kind, source_id, story_id, language, text, names, search)
  values (owner_id, kind, source_id, story_id, language, names, app.search_words(names), app.marked(
    setweight(app.search_vector(language, title), 'A') || setweight(app.search_vector(null, names), 'B')
    || setweight(app.search_vector(language, about), 'C'), app.search_mark(owner_id)))
  on conflict (user_id, kind, source_id, piece) do update
  set story_id = excluded.story_id, language = excluded.language, text = excluded.text, names = excluded.names,
    search = excluded.search
  where (old.story_id, old.language, old.text, old.search)
    is distinct from (excluded.story_id, excluded.language, excluded.text, excluded.search)
$$;

-- Things found by what is said in them, passage by passage. `heard` is looked through beside what is shown.
create type app.said as (
  user_id uuid, kind text, source_id uuid, story_id uuid, recording_id uuid, at_ms integer, language text,
  text text, heard text
);
create function app.write_said(things app.said[], weight "char" default 'D') returns void
language sql
as $$
  select app.note_search_languages(t.user_id, array_agg(distinct t.language)) from unnest(things) t group by t.user_id;
  delete from public.search_entries e using unnest(things) t
  where e.user_id = t.user_id and e.kind = t.kind and e.source_id = t.source_id and e.piece > 0
    and e.piece >= (select count(*) from app.search_passages(t.text));
  insert into public.search_entries as old
    (user_id, kind, source_id, piece, story_id, recording_id, at_ms, language, text, search)
  select t.user_id, t.kind, t.source_id, p.piece, t.story_id, t.recording_id, t.at_ms, t.language, p.passage,
    app.marked(
      setweight(app.search_vector(t.language, p.passage || case when p.piece = 0 then ' ' || t.heard else '' end), weight),
      app.search_mark(t.user_id))
  from unnest(things) t cross join lateral app.search_passages(t.text) p
  on conflict (user_id, kind, source_id, piece) do update
  set story_id = excluded.story_id, recording_id = excluded.recording_id, at_ms = excluded.at_ms,
    language = excluded.language, text = excluded.text, search = excluded.search
  where (old.story_id, old.at_ms, old.language, old.text, old.search)
    is distinct from (excluded.story_id, excluded.at_ms, excluded.language, excluded.text, excluded.search)
$$;

create function app.write_story_search(story public.stories) returns void
language plpgsql
as $$
declare
  language text := app.story_language(story.user_id, story.id);
  names text := array_to_string(story.speakers || story.recorded_by, ', ');
  about text := concat_ws(E'\n', story.description, story.location, story.date, array_to_string(story.tags, ', '), story.context);
begin
  perform app.write_search_thing(story.user_id, 'story', story.id, story.id, language, story.title, names, about);
  perform app.write_said(
    array[row(story.user_id, 'about', story.id, story.id, null, null, language, about, '')::app.said], 'C');
end
$$;

create function app.on_story_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.search_entries e
    where e.user_id = old.user_id and e.kind in ('story', 'about') and e.source_id = old.id;
    return null;
  end if;
  perform app.write_story_search(new);
  return null;
end
$$;
create trigger found_by_search after insert or delete
  or update of title, description, date, recorded_by, speakers, location, tags, context on public.stories
for each row execute function app.on_story_written();

create function app.said_in_note(note public.story_notes) returns app.said
language sql stable
as $$
  select row(note.user_id, 'note', note.id, note.story_id, null,
    (split_part(note.timestamp, ':', 1)::integer * 60 + split_part(note.timestamp, ':', 2)::integer) * 1000,
    app.story_language(note.user_id, note.story_id), note.text, '')::app.said
$$;
create function app.on_notes_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.write_said(array(select app.said_in_note(n) from written n));
  return null;
end
$$;
create trigger found_by_search after insert on public.story_notes
  referencing new table as written for each statement execute function app.on_notes_written();
create trigger found_by_search_again after update on public.story_notes
  referencing new table as written for each statement execute function app.on_notes_written();

create function app.said_in_line(line public.transcript_lines) returns app.said
language sql immutable
as $$
  select row(line.user_id, 'line', line.id, line.story_id, line.transcript_id, line.start_ms, line.language,
    coalesce(line.reading, line.text), case when line.reading is null then '' else line.text end)::app.said
$$;
create function app.on_lines_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.write_said(array(select app.said_in_line(l) from written l));
  return null;
end
$$;
create trigger found_by_search after insert on public.transcript_lines
  referencing new table as written for each statement execute function app.on_lines_written();
create trigger found_by_search_again after update on public.transcript_lines
  referencing new table as written for each statement execute function app.on_lines_written();

-- What is gone is not found; the kind stands in the trigger.
create function app.on_sources_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.search_entries e using gone g
  where e.user_id = g.user_id and e.kind = tg_argv[0] and e.source_id = g.id;
  return null;
end
$$;
create trigger not_found_any_more after delete on public.story_notes
  referencing old table as gone for each statement execute function app.on_sources_deleted('note');
create trigger not_found_any_more after delete on public.transcript_lines
  referencing old table as gone for each statement execute function app.on_sources_deleted('line');
create trigger not_found_any_more after delete on public.family_members
  referencing old table as gone for each statement execute function app.on_sources_deleted('person');

-- Who speaks in a recording, by the names that the family gave.
create function app.on_speaker_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  recording uuid := case when tg_op = 'DELETE' then old.transcript_id else new.transcript_id end;
  story uuid;
  names text;
begin
  select t.story_id, string_agg(s.name, ', ') into story, names
  from public.transcripts t
  join public.transcript_speakers s on s.user_id = t.user_id and s.transcript_id = t.id
  where t.user_id = owner and t.id = recording and s.name <> '' and s.merged_into is null
  group by t.story_id;
  if names is null then
    delete from public.search_entries e where e.user_id = owner and e.kind = 'speaker' and e.source_id = recording;
  else
    perform app.write_search_thing(owner, 'speaker', recording, story, null, '', names, '');
  end if;
  return null;
end
$$;
create trigger found_by_search after insert or delete or update of name, merged_into on public.transcript_speakers
for each row execute function app.on_speaker_written();

create function app.write_person_search(person public.family_members) returns void
language sql
as $$
  select app.write_search_thing(person.user_id, 'person', person.id, '00000000-0000-0000-0000-000000000000',
    app.story_language(person.user_id, null), name.whole, name.whole,
    concat_ws(E'\n', person.place_of_birth, person.current_location, person.bio))
  from (select concat_ws(' ', person.first_name, person.last_name, to_jsonb(person) ->> 'birth_name') as whole) name
$$;
create function app.on_person_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.write_person_search(new);
  return null;
end
$$;
create trigger found_by_search after insert or update on public.family_members
for each row execute function app.on_person_written();

create function app.write_prompt_search(prompt public.prompts) returns void
language sql
as $$
  select app.write_search_thing(coalesce(prompt.user_id, '00000000-0000-0000-0000-000000000000'), 'prompt', prompt.id,
    '00000000-0000-0000-0000-000000000000',
    case when prompt.user_id is null then 'en' else app.story_language(prompt.user_id, null) end, prompt.text, '', '')
$$;
create function app.on_prompt_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.search_entries e
    where e.user_id = coalesce(old.user_id, '00000000-0000-0000-0000-000000000000') and e.kind = 'prompt'
      and e.source_id = old.id;
    return null;
  end if;
  perform app.write_prompt_search(new);
  return null;
end
$$;
create trigger found_by_search after insert or delete or update of text, user_id on public.prompts
for each row execute function app.on_prompt_written();

-- Which language a story is told in is known once it has been heard.
create function app.on_language_heard() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.write_story_search(s) from public.stories s where s.user_id = new.user_id and s.id = new.story_id;
  perform app.write_said(array(
    select app.said_in_note(n) from public.story_notes n where n.user_id = new.user_id and n.story_id = new.story_id));
  return null;
end
$$;
create trigger found_in_its_language after update of language on public.transcripts
for each row when (old.language is distinct from new.language) execute function app.on_language_heard();

drop index public.transcript_lines_search;
alter table public.transcript_lines drop column search;

-- What is there already.
select app.write_story_search(s) from public.stories s;
select app.write_said(array(select app.said_in_note(n) from public.story_notes n where n.user_id = p.id)) from public.profiles p;
select app.write_said(array(select app.said_in_line(l) from public.transcript_lines l where l.user_id = t.user_id and l.transcript_id = t.id))
from public.transcripts t;
select app.write_person_search(m) from public.family_members m;
select app.write_prompt_search(p) from public.prompts p;
