-- What machines propose was told to a story's owner alone: whoever else had asked for it saw it being made for ever, since nobody
-- told them that it was there.
create or replace function app.announce() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  owner uuid := coalesce(changed ->> 'user_id', changed ->> 'id');
  -- The reading of a story has the story's own id.
  story uuid := case
    when tg_table_name in ('stories', 'story_readings') then changed ->> 'id'
    else changed ->> 'story_id'
  end;
  -- What somebody may be shared with to hear of this row.
  kind text := case
    when tg_table_name in (
      'stories', 'story_notes', 'comments', 'recordings', 'media', 'transcripts',
      'transcript_checks', 'suggestions', 'story_readings', 'story_proposals'
    ) then 'story'
    when tg_table_name in ('storybooks', 'storybook_pages') then 'storybook'
    when tg_table_name = 'family_members' then 'family_member'
  end;
  resource uuid := case
    when kind = 'story' then story
    when tg_table_name in ('storybooks', 'family_members') then (changed ->> 'id')::uuid
    when kind = 'storybook' then (changed ->> 'storybook_id')::uuid
  end;
  listener uuid;
begin
  for listener in
    select owner union
    select (changed ->> 'shared_with_user_id')::uuid where tg_table_name = 'shared_access' union
    select a.shared_with_user_id from public.shared_access a
    where a.user_id = owner and a.resource_type = kind and a.resource_id = resource
  loop
    perform pg_notify('kinora_changes', json_build_object(
      'userId', listener, 'table', tg_table_name,
      'operation', tg_op,
      'id', coalesce(changed ->> 'id', changed ->> 'user_id'),
      'storyId', story
    )::text);
  end loop;
  return null;
end
$$;
