-- The words of the stories from $1 to $2: as a machine heard them and, line by line, as they stand.
with said as materialized (
  select s.user_id, s.recording_id, s.id as story_id, line, pg_temp.seed_id(s.at, 'line ' || s.name || ' ' || line) as id,
    1 + (line + line / 7) % 2 as speaker, (line - 1) * 5000 as start_ms, spoken.text
  from seed_stories s
  cross join lateral generate_series(1, s.lines) line
  cross join lateral (select pg_temp.said(s.name || ' ' || line)) spoken (text)
  where s.n between $1 and $2
), heard as (
  insert into public.transcript_segments
    (user_id, id, transcript_id, piece_index, speaker, language, start_ms, end_ms, words)
  select user_id, id, recording_id, 0, speaker, 'en-US', start_ms, start_ms + 4900,
    pg_temp.words(text, start_ms, format('"speaker": "%s"', speaker))
  from said
)
insert into public.transcript_lines
  (user_id, id, transcript_id, story_id, position, speaker, language, start_ms, end_ms, words, text)
select user_id, id, recording_id, story_id, lpad(line::text, 7, '0') || 'i', speaker, 'en-US', start_ms, start_ms + 4900,
  pg_temp.words(text, start_ms, '"heard": true'), text
from said
