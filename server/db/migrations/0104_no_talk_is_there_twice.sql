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
  ) or exists (
    -- A book plays the voice, wherever on a page or in a chapter it is named.
    select from public.storybook_pages p where p.user_id = auth.uid()
      and jsonb_path_exists(p.content, '$.**.recordingId ? (@ == $id)', jsonb_build_object('id', recording))
  ) or exists (
    select from public.storybook_chapters c where c.user_id = auth.uid() and (
      jsonb_path_exists(c.accepted, '$.**.recordingId ? (@ == $id)', jsonb_build_object('id', recording))
      or jsonb_path_exists(c.proposed, '$.**.recordingId ? (@ == $id)', jsonb_build_object('id', recording))
    )
  )
$$;
revoke execute on function app.is_worked_on from public;
grant execute on function app.is_worked_on to authenticated, kinora_link;

-- A phone that was given a new link could not go on with what it had recorded by an earlier one, and sent all of it again.
-- The story of the link that the transaction's claims name, for a device that keeps that link or kept it before it was renewed: what this
-- device recorded there by other links is its own as well.
create function app.link_story_kept() returns uuid
language sql stable security definer set search_path = ''
as $$
  select l.story_id from public.recording_links l
  where l.user_id = auth.uid() and l.id = (auth.jwt() ->> 'link')::uuid
    and l.revoked_at is null and l.expires_at > now() - interval '7 days'
    and auth.jwt() ->> 'device' = any (l.device_hash || l.earlier_devices)
$$;
revoke execute on function app.link_story_kept from public;
grant execute on function app.link_story_kept to kinora_link;

create policy "a device sees what it recorded by an earlier link" on public.recordings for select to kinora_link
  using (
    user_id = (select auth.uid()) and story_id = (select app.link_story_kept())
    and link_device = (select auth.jwt()) ->> 'device'
  );
create policy "a device goes on with what it recorded by an earlier link" on public.recordings for update to kinora_link
  using (
    user_id = (select auth.uid()) and story_id = (select app.link_story_kept())
    and link_device = (select auth.jwt()) ->> 'device'
  );
create policy "a device throws away what it recorded by an earlier link" on public.recordings for delete to kinora_link
  using (
    user_id = (select auth.uid()) and story_id = (select app.link_story_kept())
    and link_device = (select auth.jwt()) ->> 'device'
  );
