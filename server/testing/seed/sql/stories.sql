-- Stories with a recording each and what else belongs to them. In the order of their telling, family by family, so that
-- nobody's rows lie side by side on the disk.

create temp table seed_stories as
select s.*, pg_temp.seed_id(s.at, 'story ' || s.name) as id,
  pg_temp.seed_id(s.at, 'recording ' || s.name) as recording_id, pg_temp.seed_id(s.at, 'media ' || s.name) as media_id
from (
  select f.n as family, f.id as user_id, f.name as teller, k, f.n || ' ' || k as name,
    row_number() over (order by k, f.n) as n,
    f.at + k * interval '1 day' as at,
    -- Whole lines for everybody, and one more for the first of the small families until all are given out.
    case when f.is_large then size.lines_of_large
      else size.lines_of_small + (row_number() over (partition by f.is_large order by k, f.n) <= size.lines_over)::integer
    end as lines
  from seed_families f
  cross join seed_size size
  cross join lateral generate_series(1, case when f.is_large then size.stories_of_large else size.stories_of_small end) k
) s;
create unique index on seed_stories (n);
create unique index on seed_stories (family, k);
analyze seed_stories;

insert into public.stories
  (user_id, id, title, description, method, date, recorded_by, speakers, location, tags, context, created_at, updated_at)
select s.user_id, s.id, array_to_string((string_to_array(pg_temp.said('title ' || s.name), ' '))[1:5], ' '),
  pg_temp.said('about ' || s.name) || ' ' || pg_temp.said('more about ' || s.name), 'recording',
  (1930 + pg_temp.dice('year ' || s.name, 70))::text, s.teller,
  array[names.first[1 + s.k % cardinality(names.first)], names.first[1 + (s.k * 7) % cardinality(names.first)]],
  (array['Odessa', 'Leith', 'Lagos', 'Porto', 'Kyoto'])[1 + s.family % 5],
  (array['{childhood}', '{war,letters}', '{work}', '{kitchen,bread}', '{}'])[1 + s.k % 5]::text[], '', s.at, s.at
from seed_stories s cross join seed_names names order by s.n;

insert into public.recordings
  (user_id, id, story_id, part, kind, state, mime_type, quality, started_at, ended_at, ended_by, next_index,
   received_bytes, duration_ms, claimed_sha256, sha256, original_media_id, last_chunk_at, created_at, updated_at)
select s.user_id, s.recording_id, s.id, 0, 'audio', 'ready', 'audio/wav', 'high', s.at,
  s.at + s.lines * interval '5 seconds', 'device', 1, sound.bytes, s.lines * 5000, sound.sha256, sound.sha256, s.media_id,
  s.at, s.at, s.at
from seed_stories s join seed_sounds sound using (lines) order by s.n;

insert into public.recording_chunks (user_id, recording_id, index, byte_offset, size, sha256)
select s.user_id, s.recording_id, 0, 0, sound.bytes, sound.sha256
from seed_stories s join seed_sounds sound using (lines) order by s.n;

insert into public.media
  (user_id, id, story_id, recording_id, role, kind, state, file_name, mime_type, size_bytes, sha256, storage_key,
   duration_ms, verified_at, examined_at, created_at)
select s.user_id, s.media_id, s.id, s.recording_id, 'original', 'audio', 'stored', 'recording.wav', 'audio/wav',
  sound.bytes, sound.sha256, format('media/%s/%s', s.user_id, s.media_id), s.lines * 5000, s.at, s.at, s.at
from seed_stories s join seed_sounds sound using (lines) order by s.n;

insert into public.media
  (user_id, id, story_id, recording_id, source_media_id, role, kind, state, file_name, mime_type, size_bytes, sha256,
   storage_key, duration_ms, verified_at, created_at)
select s.user_id, copy.id, s.id, s.recording_id, s.media_id, 'playback', 'audio', 'stored', 'recording.wav', 'audio/wav',
  sound.bytes, sound.sha256, format('media/%s/%s', s.user_id, copy.id), s.lines * 5000, s.at, s.at
from seed_stories s join seed_sounds sound using (lines)
cross join lateral (select pg_temp.seed_id(s.at, 'playback ' || s.name)) copy (id) order by s.n;

-- Heard whole, in a language that is known afterwards: that is when a story is found by the words of its language.
insert into public.transcripts (user_id, id, story_id, state, engine, pieces_total, created_at, updated_at)
select s.user_id, s.recording_id, s.id, 'completed', 'seed', 1, s.at, s.at from seed_stories s order by s.n;
insert into public.transcript_pieces (user_id, transcript_id, index, start_ms, end_ms, language)
select s.user_id, s.recording_id, 0, 0, s.lines * 5000, 'en-US' from seed_stories s order by s.n;
update public.transcript_pieces p set done_at = s.at
from seed_stories s where p.user_id = s.user_id and p.transcript_id = s.recording_id;
update public.transcripts t set language = 'en-US'
from seed_stories s where t.user_id = s.user_id and t.id = s.recording_id;
insert into public.transcript_speakers (user_id, transcript_id, key, name)
select s.user_id, s.recording_id, key, case key when '1' then s.teller else '' end
from seed_stories s cross join unnest(array['1', '2']) key order by s.n;
