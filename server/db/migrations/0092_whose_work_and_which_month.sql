-- Work on another family's things is for who may change the very thing: whoever a family shared anything with could have any of
-- its work done by the database alone, be it on what they may only look at or on what nobody had shared with them.
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
  -- What has the key of work that waits takes its place. Two families may have the same id, which most keys are made of: the work of
  -- one waits beside the other's then.
  if exists (
    select from graphile_worker._private_jobs j
    where j.key = job_key and j.payload ->> 'userId' is distinct from family
  ) then
    job_key := concat_ws(' ', family, job_key);
  end if;
  perform app.add_job(task, payload, job_key, run_at);
end
$$;

-- The counter of hours stands for one month, and went back where a transaction that had begun before the month turned came after
-- one that began behind it: what that had counted was lost until the nightly recount. Whoever has the row reads the clock then, and
-- where the counter stands for another month what this one has used is added up.
create or replace function app.count_speech() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  this_month date;
  heard_ms bigint := new.end_ms - new.start_ms;
  with_own_key boolean;
  used numeric;
  allowed numeric;
begin
  update public.transcripts set pieces_done = pieces_done + 1, counted_ms = counted_ms + heard_ms
  where user_id = new.user_id and id = new.transcript_id returning own_key_at is not null into with_own_key;
  if with_own_key then return null; end if;

  perform from public.usage_tracking u where u.user_id = new.user_id for update;
  this_month := date_trunc('month', clock_timestamp() at time zone 'utc');
  update public.usage_tracking u set
    ai_analysis_hours_used = heard_ms / 3600000.0 + case
      when u.ai_hours_month = this_month then u.ai_analysis_hours_used
      else (
        select coalesce(sum(m.amount), 0) / 3600000.0 from public.month_uses m
        where m.user_id = u.user_id and m.month = this_month and m.kind = 'speech'
      )
    end,
    ai_hours_month = this_month
  where u.user_id = new.user_id returning u.ai_analysis_hours_used into used;
  insert into public.month_uses (user_id, month, kind, subject_id, amount)
  values (new.user_id, this_month, 'speech', new.transcript_id, heard_ms)
  on conflict (user_id, month, kind, subject_id) do update set amount = month_uses.amount + excluded.amount;

  select a.ai_hours_per_month into allowed from app.allowances a where a.user_id = new.user_id;
  if allowed is not null and used > allowed then
    raise exception 'speech hours used up' using errcode = 'KN424';
  end if;
  return null;
end
$$;
