-- What machines propose: corrections of a transcript, and what a story is about. Nothing of it counts until a person has
-- said yes.

-- How far the look through a transcript is.
create table public.transcript_checks (
  user_id uuid not null,
  -- The transcript's own id.
  id uuid not null,
  story_id uuid not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- Who looked: 'english' (the rules on this server), 'speakers', 'model'.
  checkers text[] not null default '{}',
  -- Languages that nobody here can proofread.
  passed_over text[] not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, id) references public.transcripts (user_id, id) on delete cascade,
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create trigger touch before update on public.transcript_checks for each row execute function app.touch();

create table public.suggestions (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  transcript_id uuid not null,
  story_id uuid not null,
  type text not null check (type in ('typo', 'grammar', 'speaker')),
  origin text not null check (origin in ('english', 'speakers', 'model')),
  line_id uuid not null,
  -- The version of the line that was looked at: the edit is carried over everything done since.
  line_version bigint not null,
  -- An intent of contract/transcript-edits.ts.
  edit jsonb not null,
  start_ms integer not null,
  end_ms integer not null,
  original text not null,
  suggested text not null,
  -- The words around the place.
  context_before text not null default '',
  context_after text not null default '',
  reason text not null default '',
  -- What makes it the same suggestion when somebody looks again.
  fingerprint text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'dismissed')),
  -- The edits made of it: undoing them opens it again.
  group_id uuid,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, transcript_id) references public.transcripts (user_id, id) on delete cascade,
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade
);
create unique index suggestions_once on public.suggestions (user_id, transcript_id, fingerprint);

-- How far the understanding of a story is.
create table public.story_readings (
  user_id uuid not null,
  -- The story's own id.
  id uuid not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- 'local': counted together on this server. 'model': written by the model named.
  origin text check (origin in ('local', 'model')),
  model text,
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, id) references public.stories (user_id, id) on delete cascade
);
create trigger touch before update on public.story_readings for each row execute function app.touch();

create table public.story_proposals (
  user_id uuid not null,
  id uuid not null default app.uuidv7(),
  story_id uuid not null,
  kind text not null check (kind in ('summary', 'title', 'tag', 'chapter', 'person', 'place')),
  origin text not null check (origin in ('local', 'model')),
  -- As it stands; a person may have reworded it.
  text text not null,
  reworded boolean not null default false,
  -- What it rests on: sentences, each with the places in transcripts that say so.
  evidence jsonb not null default '[]',
  transcript_id uuid,
  start_ms integer,
  -- Of a person: whom of the family the name probably means.
  family_member_id uuid,
  fingerprint text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, story_id) references public.stories (user_id, id) on delete cascade,
  foreign key (user_id, transcript_id) references public.transcripts (user_id, id) on delete cascade,
  foreign key (user_id, family_member_id) references public.family_members (user_id, id)
    on delete set null (family_member_id)
);
create unique index story_proposals_once on public.story_proposals (user_id, story_id, fingerprint);

do $$
declare
  one text;
  story text;
begin
  foreach one in array '{transcript_checks,suggestions,story_readings,story_proposals}'::text[] loop
    story := case one when 'story_readings' then 'id' else 'story_id' end;
    execute format('alter table public.%I enable row level security', one);
    execute format($policy$create policy "people keep their own" on public.%I for all to authenticated, kinora_worker
      using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()))$policy$, one);
    execute format($policy$create policy "those it is shared with see them" on public.%I for select to authenticated
      using (app.story_role(user_id, %I) is not null)$policy$, one, story);
    execute format($policy$create policy "those it is shared with ask for them" on public.%I for insert to authenticated
      with check (app.story_role(user_id, %I) in ('editor', 'admin'))$policy$, one, story);
    execute format($policy$create policy "those it is shared with decide" on public.%I for update to authenticated
      using (app.story_role(user_id, %I) in ('editor', 'admin'))$policy$, one, story);
    execute format('create trigger keep_owner before update of user_id on public.%I for each row
      when (old.user_id <> new.user_id) execute function app.refuse_new_owner()', one);
  end loop;
end
$$;
grant select, insert, update on public.transcript_checks, public.story_readings to authenticated, kinora_worker;
-- What is proposed is for jobs to say; a person decides.
grant select, insert, update, delete on public.suggestions, public.story_proposals to kinora_worker;
grant select on public.suggestions, public.story_proposals to authenticated;
grant update (state, group_id, decided_by, decided_at) on public.suggestions to authenticated;
grant update (state, text, reworded, family_member_id, decided_by, decided_at) on public.story_proposals to authenticated;

create trigger announce after insert or update on public.transcript_checks
  for each row execute function app.announce();
create trigger announce after insert or update on public.story_readings
  for each row execute function app.announce();
create trigger announce_decision after update on public.suggestions
  for each row when (old.state <> new.state) execute function app.announce();
create trigger announce_decision after update on public.story_proposals
  for each row when (old.state <> new.state or old.text <> new.text) execute function app.announce();
