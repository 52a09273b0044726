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
  -- What has the key of work that waits takes its place.
  if current_setting('role') in ('authenticated', 'kinora_link') and job_key is not null then
    allowed := allowed and not exists (
      select from graphile_worker._private_jobs j
      where j.key = job_key and j.payload ->> 'userId' is distinct from family
    );
  end if;
  if allowed is not true then
    raise insufficient_privilege using message = current_setting('role') || ' may not queue ' || task;
  end if;
  perform app.add_job(task, payload, job_key, run_at);
end
$$;
