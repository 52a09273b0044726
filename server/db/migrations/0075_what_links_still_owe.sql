-- A phone that records without a network has begun nothing at the server when its link runs out, or is given to another device,
-- and what it has recorded by then could arrive no more.

alter table public.recording_links
  -- Those that kept the link before it was renewed, and when that was last.
  add column earlier_devices text[] not null default '{}',
  add column renewed_at timestamptz;

-- The story in which the link's device may begin what it says it has recorded since then. Only of a device that kept the link that is
-- believed, for a week, and not where the link was revoked: it could have told the same in time.
create function app.link_story_begun(started timestamptz) returns uuid
language sql stable security definer set search_path = ''
as $$
  select l.story_id from public.recording_links l
  where l.user_id = auth.uid() and l.id = (auth.jwt() ->> 'link')::uuid
    and l.revoked_at is null and l.expires_at > now() - interval '7 days'
    and case
      when l.device_hash = auth.jwt() ->> 'device' then l.expires_at > now() or started < l.expires_at
      else auth.jwt() ->> 'device' = any (l.earlier_devices) and started < l.renewed_at
    end
$$;
revoke execute on function app.link_story_begun from public;
grant execute on function app.link_story_begun to kinora_link;

alter policy "a link's device begins recordings in its story" on public.recordings
  with check (
    user_id = (select auth.uid()) and story_id = app.link_story_begun(started_at)
    and link_id = ((select auth.jwt()) ->> 'link')::uuid and link_device = (select auth.jwt()) ->> 'device'
  );
-- Its first recording says since when; here it is whether there may be any.
alter policy "a link's first recording makes its story" on public.stories
  with check (user_id = (select auth.uid()) and id = (select app.link_story_begun('-infinity')));
