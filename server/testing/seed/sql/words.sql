-- What the statements of the seed share. Nothing is drawn by lot: every id, number and sentence follows from its name.

create temp table seed_size (
  families integer, large integer, stories_of_large integer, stories_of_small integer, lines_of_large integer,
  lines_of_small integer, lines_over integer, domain text, password_hash text
);
create temp table seed_names (first text[], last text[]);
create temp table seed_phrases (n integer primary key, head text, tail text);
create temp table seed_sounds (lines integer, bytes bigint, sha256 text);
create temp table seed_pictures (n integer, bytes bigint, sha256 text, width integer, height integer);
create temp table seed_people (tree text, key text, sex text, born integer, first_name text, last_name text, is_self boolean);
create temp table seed_connections (tree text, type text, from_key text, to_key text);

-- A UUIDv7 (RFC 9562) of a moment whose random part is made from a name.
create function pg_temp.seed_id(at timestamptz, name text) returns uuid
language sql immutable
as $$
  select overlay(overlay(overlay(md5(name)
    placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') from 1)
    placing '7' from 13) placing '8' from 17)::uuid
$$;

create function pg_temp.dice(name text, sides integer) returns integer
language sql immutable
as $$ select ((hashtextextended(name, 7) & 1073741823) % sides)::integer $$;

-- A sentence: the first half of one and the second half of another.
create function pg_temp.said(name text) returns text
language sql stable
as $$
  select head.head || ' ' || tail.tail
  from pg_temp.seed_phrases head, pg_temp.seed_phrases tail
  where head.n = pg_temp.dice(name, 20000) and tail.n = pg_temp.dice(name || ' tail', 20000)
$$;

-- Its words with their times, five a second, as transcripts keep them.
create function pg_temp.words(said text, start_ms integer, about text) returns jsonb
language sql immutable
as $$
  select ('[' || string_agg(format('{"text": "%s", "startMs": %s, "endMs": %s, "confidence": 0.9, %s}',
    word, start_ms + (i - 1) * 200, start_ms + (i - 1) * 200 + 180, about), ', ' order by i) || ']')::jsonb
  from string_to_table(said, ' ') with ordinality spoken (word, i)
$$;
