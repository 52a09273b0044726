-- Who kept a link before it was renewed was believed for as long as the new holder may use it, and a week more. A week is what a link
-- that has run out gives, and whose recording comes later finds the link renewed once more, which begins it anew.
create or replace function app.link_story_begun(started timestamptz) returns uuid
language sql stable security definer set search_path = ''
as $$
  select l.story_id from public.recording_links l
  where l.user_id = auth.uid() and l.id = (auth.jwt() ->> 'link')::uuid
    and l.revoked_at is null and l.expires_at > now() - interval '7 days'
    and case
      when l.device_hash = auth.jwt() ->> 'device' then l.expires_at > now() or started < l.expires_at
      else auth.jwt() ->> 'device' = any (l.earlier_devices)
        and started < l.renewed_at and l.renewed_at > now() - interval '7 days'
    end
$$;
