-- A film or a sound that somebody added is heard like a recording: its transcript carries the file's own id.
alter table public.transcripts
  add column media_id uuid check (media_id = id),
  add column recording_id uuid generated always as (case when media_id is null then id end) stored,
  -- How many pieces were done when a job that was lost was last started anew; null where none was.
  add column rescued_at_piece integer;
alter table public.transcripts drop constraint transcripts_user_id_id_fkey;
alter table public.transcripts
  add foreign key (user_id, recording_id) references public.recordings (user_id, id) on delete cascade,
  add foreign key (user_id, media_id) references public.media (user_id, id) on delete cascade;

-- Engines name speakers anew in each piece: which of the transcript's speakers each of their names turned out to be.
alter table public.transcript_pieces add column speakers jsonb not null default '{}';

-- Transcripts under way that no job works on: its process died so often that the queue has given it up.
create function app.lost_transcripts() returns table (user_id uuid, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select t.user_id, t.id from public.transcripts t
  where t.state = 'processing' and not exists (
    select from graphile_worker.jobs j
    where j.key = 'transcribe ' || t.id and (j.attempts < j.max_attempts or j.locked_at is not null)
  );
end
$$;
revoke execute on function app.lost_transcripts from public;
grant execute on function app.lost_transcripts to kinora_worker;
