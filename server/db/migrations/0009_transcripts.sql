-- What was said in a recording: as the machine heard it (segments, never changed), as the family corrected it (edits,
-- only ever added), and as it stands (lines, which can be made again from the two).

create extension if not exists unaccent with schema public;
create extension if not exists btree_gin with schema public;

alter table public.recordings add column transcribe boolean not null default true;

create table public.transcripts (
  user_id uuid not null,
  -- The recording's own id: a recording has one transcript.
  id uuid not null,
  story_id uuid not null,
  state text not null default 'pending' check (state in ('pending', 'processing', 'completed', 'failed')),
  failure text,
  engine text,
  language text,
  pieces_total integer,
  pieces_done integer not null default 0,
  counted_ms bigint not null default 0,
  -- The number of the last edit.
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, id) references public.recordings (user_id, id) on delete cascade,
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create index transcripts_of_story on public.transcripts (user_id, story_id);
create trigger touch before update on public.transcripts for each row execute function app.touch();

-- The stretches a recording is heard in. One that is done stays done, whoever dies afterwards.
create table public.transcript_pieces (
  user_id uuid not null,
  transcript_id uuid not null,
  index integer not null check (index >= 0),
  start_ms integer not null check (start_ms >= 0),
  end_ms integer not null check (end_ms >= start_ms),
  language text,
  done_at timestamptz,
  primary key (user_id, transcript_id, index),
  foreign key (user_id, transcript_id) references public.transcripts (user_id, id) on delete cascade
);

-- As the machine heard it.
create table public.transcript_segments (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  transcript_id uuid not null,
  piece_index integer not null,
  speaker text,
  language text,
  start_ms integer not null,
  end_ms integer not null check (end_ms >= start_ms),
  words jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, transcript_id, piece_index)
    references public.transcript_pieces (user_id, transcript_id, index) on delete cascade
);
create index transcript_segments_in_order on public.transcript_segments (user_id, transcript_id, piece_index, start_ms);

create table public.transcript_speakers (
  user_id uuid not null,
  transcript_id uuid not null,
  key text not null,
  name text not null default '',
  merged_into text,
  version bigint not null default 0,
  primary key (user_id, transcript_id, key),
  foreign key (user_id, transcript_id) references public.transcripts (user_id, id) on delete cascade
);

create table public.transcript_edits (
  user_id uuid not null,
  transcript_id uuid not null,
  version bigint not null,
  id uuid not null,
  -- Edits sent together are taken back together.
  group_id uuid not null,
  author_id uuid not null,
  author_name text not null default '',
  command jsonb not null,
  change jsonb not null,
  line_ids uuid[] not null,
  undoes bigint,
  created_at timestamptz not null default now(),
  primary key (user_id, transcript_id, version),
  unique (user_id, id),
  foreign key (user_id, transcript_id) references public.transcripts (user_id, id) on delete cascade
);
create index transcript_edits_of_lines on public.transcript_edits using gin (user_id, line_ids);
create index transcript_edits_of_group on public.transcript_edits (user_id, transcript_id, group_id);

-- The configuration for a BCP 47 tag; languages that PostgreSQL has no stemmer for are searched word by word.
create function app.search_language(tag text) returns regconfig
language sql immutable parallel safe set search_path = pg_catalog
as $$
  select (case split_part(lower(coalesce(tag, '')), '-', 1)
    when 'ar' then 'arabic' when 'ca' then 'catalan' when 'da' then 'danish' when 'de' then 'german'
    when 'el' then 'greek' when 'en' then 'english' when 'es' then 'spanish' when 'eu' then 'basque'
    when 'fi' then 'finnish' when 'fr' then 'french' when 'ga' then 'irish' when 'hi' then 'hindi'
    when 'hu' then 'hungarian' when 'hy' then 'armenian' when 'id' then 'indonesian' when 'it' then 'italian'
    when 'lt' then 'lithuanian' when 'ne' then 'nepali' when 'nl' then 'dutch' when 'no' then 'norwegian'
    when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian' when 'sr' then 'serbian'
    when 'sv' then 'swedish' when 'ta' then 'tamil' when 'tr' then 'turkish' when 'yi' then 'yiddish'
    else 'simple' end)::regconfig
$$;

-- unaccent() is only stable, because its rules are a file; ours does not change under a running database.
create function app.plain_text(said text) returns text
language sql immutable parallel safe set search_path = public, extensions, pg_catalog
as $$ select unaccent(said) $$;

-- As it stands.
create table public.transcript_lines (
  user_id uuid not null,
  id uuid not null,
  transcript_id uuid not null,
  story_id uuid not null,
  position text collate "C" not null,
  speaker text,
  language text,
  start_ms integer not null,
  end_ms integer not null check (end_ms >= start_ms),
  words jsonb not null,
  text text not null,
  reading text,
  reading_is_old boolean not null default false,
  version bigint not null default 0,
  search tsvector generated always as (
    to_tsvector(app.search_language(language), app.plain_text(text || ' ' || coalesce(reading, '')))
  ) stored,
  primary key (user_id, id),
  foreign key (user_id, transcript_id) references public.transcripts (user_id, id) on delete cascade
);
create unique index transcript_lines_in_order on public.transcript_lines (user_id, transcript_id, position);
create index transcript_lines_search on public.transcript_lines using gin (user_id, search);

-- Nobody changes what the machine heard or what was edited, not even the tables' owner. They go with their recording.
create function app.refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% is never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger never_changed before update on public.transcript_segments
for each row execute function app.refuse_change();
create trigger never_changed before update on public.transcript_edits
for each row execute function app.refuse_change();

-- Hours are counted for the month they were used in, and the limit holds inside the transaction that keeps the words.
alter table public.usage_tracking add column ai_hours_month date not null default date_trunc('month', now());

create function app.count_speech() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  this_month date := date_trunc('month', now() at time zone 'utc');
  used numeric;
  allowed numeric;
begin
  update public.transcripts
  set pieces_done = pieces_done + 1, counted_ms = counted_ms + (new.end_ms - new.start_ms)
  where user_id = new.user_id and id = new.transcript_id;

  update public.usage_tracking set
    ai_analysis_hours_used = (new.end_ms - new.start_ms) / 3600000.0
      + case when ai_hours_month = this_month then ai_analysis_hours_used else 0 end,
    ai_hours_month = this_month
  where user_id = new.user_id returning ai_analysis_hours_used into used;

  select limits.ai_hours_per_month into allowed
  from public.subscriptions plan join app.plan_limits limits on limits.tier = plan.tier
  where plan.user_id = new.user_id;
  if allowed is not null and used > allowed then
    raise exception 'speech hours used up' using errcode = 'KN422';
  end if;
  return null;
end
$$;
create trigger count_speech after update on public.transcript_pieces
for each row when (old.done_at is null and new.done_at is not null) execute function app.count_speech();

-- A story says how far its recordings are: what failed first, then what is under way.
create function app.sum_transcription() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stories s set transcription_status = coalesce((
    select (array['failed', 'processing', 'pending', 'completed'])[
      min(array_position(array['failed', 'processing', 'pending', 'completed'], t.state))]
    from public.transcripts t where t.user_id = new.user_id and t.story_id = new.story_id
  ), 'pending')
  where s.user_id = new.user_id and s.id = new.story_id;
  return null;
end
$$;
create trigger sum_transcription after insert or update of state on public.transcripts
for each row execute function app.sum_transcription();

create trigger announce_arrival after insert on public.transcripts
  for each row execute function app.announce();
create trigger announce_state after update on public.transcripts
  for each row when (
    old.state <> new.state or old.version <> new.version or old.pieces_done <> new.pieces_done
    or old.pieces_total is distinct from new.pieces_total
  )
  execute function app.announce();

alter table public.transcripts enable row level security;
alter table public.transcript_pieces enable row level security;
alter table public.transcript_segments enable row level security;
alter table public.transcript_speakers enable row level security;
alter table public.transcript_edits enable row level security;
alter table public.transcript_lines enable row level security;

create policy "people keep their own transcripts" on public.transcripts
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own pieces" on public.transcript_pieces
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own segments" on public.transcript_segments
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own speakers" on public.transcript_speakers
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own edits" on public.transcript_edits
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "people keep their own lines" on public.transcript_lines
  for all to authenticated, kinora_worker
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select on public.transcripts, public.transcript_pieces, public.transcript_segments,
  public.transcript_speakers, public.transcript_edits, public.transcript_lines to authenticated, kinora_worker;
grant insert, update on public.transcripts, public.transcript_speakers to authenticated, kinora_worker;
grant insert, update, delete on public.transcript_lines to authenticated, kinora_worker;
grant insert on public.transcript_edits to authenticated;
-- Only the job hears.
grant insert, update on public.transcript_pieces to kinora_worker;
grant insert on public.transcript_segments to kinora_worker;
