-- A device that had sent a recording once more could not throw the first copy away once that had ended, and the story had the talk
-- twice. It may now, unless somebody has worked on that copy, which a recording link cannot see by itself.
create function app.is_worked_on(recording uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.recordings r
    join public.comments c on c.user_id = r.user_id and c.story_id = r.story_id and c.recording_id = r.id
    where r.user_id = auth.uid() and r.id = recording and c.deleted_at is null
  ) or exists (
    select from public.transcripts t where t.user_id = auth.uid() and t.id = recording and t.version > 0
  )
$$;
revoke execute on function app.is_worked_on from public;
grant execute on function app.is_worked_on to authenticated, kinora_link;
