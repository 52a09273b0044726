-- The key of work said what it was about and not whose: ids come from devices, and an archive brings all of another account's. So one
-- family's work stood for another's wherever a key was looked for. Whatever is queued goes through `app.add_job`, be it by a process of an
-- older version: made there, a key always says what is to be done and for whom.
create function app.job_key(task text, family text, about text) returns text
language sql immutable set search_path = ''
-- What is about nothing takes nobody's place.
as $$ select case when about is not null then concat_ws(' ', task, family, about) end $$;
revoke execute on function app.job_key from public;

-- What waits or is being done has its new key, too, or it would be done beside what is asked for from now on. Whoever is just queueing
-- something is waited for, before a row is touched: two that wait for each other's rows would be one too many.
lock table graphile_worker._private_jobs in exclusive mode;
update graphile_worker._private_jobs j set key = app.job_key(t.identifier, j.payload ->> 'userId', j.key)
from graphile_worker._private_tasks t
where t.id = j.task_id and j.key is not null;

create or replace function app.add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => app.job_key(task, payload ->> 'userId', add_job.job_key),
    run_at => add_job.run_at
  );
end
$$;

create or replace function app.enqueue(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := auth.uid();
  family text := payload ->> 'userId';
  allowed boolean := case current_setting('role')
    when 'authenticated' then case
      when task = 'send_mail' then true
      when task not in (
        'caption_recording', 'cut_recording', 'draw_picture', 'export_storybook', 'finalise_recording',
        'find_suggestions', 'follow_leaving', 'make_archive', 'process_upload', 'read_story', 'restore_archive',
        'transcribe_recording', 'write_chapter'
      ) then false
      when family = person::text then true
      else case task
        when 'read_story' then app.story_role(family::uuid, (payload ->> 'storyId')::uuid)
        when 'find_suggestions' then app.recording_role(family::uuid, (payload ->> 'transcriptId')::uuid)
        when 'cut_recording' then app.recording_role(family::uuid, (payload ->> 'recordingId')::uuid)
        when 'transcribe_recording' then app.recording_role(family::uuid, (payload ->> 'recordingId')::uuid)
      end in ('editor', 'admin')
    end
    when 'kinora_link' then task = 'finalise_recording' and family = person::text
    when 'kinora_auth' then task in ('send_mail', 'send_sms')
    -- Whoever does the work hands it on; and whoever owns the tables.
    when 'kinora_worker' then true
    when 'none' then true
    else false
  end;
begin
  if allowed is not true then
    raise insufficient_privilege using message = current_setting('role') || ' may not queue ' || task;
  end if;
  perform app.add_job(task, payload, job_key, run_at);
end
$$;

create or replace function app.lost_transcripts() returns table (user_id uuid, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select t.user_id, t.id from public.transcripts t
  where t.state = 'processing' and not exists (
    select from graphile_worker.jobs j
    where j.key = app.job_key('transcribe_recording', t.user_id::text, 'transcribe ' || t.id)
      and (j.attempts < j.max_attempts or j.locked_at is not null)
  );
end
$$;

create or replace function app.lost_recordings() returns table (user_id uuid, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select r.user_id, r.id from public.recordings r
  where r.state in ('verifying', 'safe') and not exists (
    select from graphile_worker.jobs j
    where j.key = app.job_key('finalise_recording', r.user_id::text, 'finalise ' || r.id)
      and (j.attempts < j.max_attempts or j.locked_at is not null)
  );
end
$$;
